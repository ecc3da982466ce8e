/**
 * Maps a private message of the messenger's service to our words. Pure.
 *
 * Invariant: its picture is named by an id and never by an address of the service's.
 */
import { Schema } from "effect"
import { AttachmentId } from "@foldcast/contracts/ids"
import type { PrivateMessage } from "@foldcast/contracts/queries/conversations"
import type { UpstreamPrivateMessage } from "@foldcast/contracts/upstream/messenger-api"

const PICTURE_PATH = "/inbox/attachment/"
const isAttachmentId = Schema.is(AttachmentId)

/** Null where the picture is at another address than the service's own for it. */
export const attachmentIdOf = ({ url }: { readonly url: string }): string | null => {
  const id = url.startsWith(PICTURE_PATH) ? url.slice(PICTURE_PATH.length) : ""
  return isAttachmentId(id) ? id : null
}

export const pictureOf = (
  told: UpstreamPrivateMessage["attachment"],
): PrivateMessage["attachment"] => {
  if (told === undefined) return undefined
  const attachmentId = attachmentIdOf(told)
  if (attachmentId === null) return undefined
  const { width, height } = told
  return {
    attachmentId,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}

/** How many messages have a picture that cannot be shown: they come without one. */
export const picturesLost = (told: ReadonlyArray<UpstreamPrivateMessage>): number =>
  told.filter(({ attachment }) => attachment !== undefined && pictureOf(attachment) === undefined)
    .length

export const privateMessage = (told: UpstreamPrivateMessage): PrivateMessage => {
  const attachment = pictureOf(told.attachment)
  return {
    id: String(told.id),
    ...(told.content !== undefined && { text: told.content }),
    ...(attachment !== undefined && { attachment }),
    createdAt: Date.parse(told.createdAt),
    receiver: String(told.receiver),
    read: told.read,
  }
}
