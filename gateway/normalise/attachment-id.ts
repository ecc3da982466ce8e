/** The id in the address of a message's picture. Pure. */
import { Schema } from "effect"
import { AttachmentId } from "@foldcast/contracts/ids"

const FOLDER = "/inbox/attachment/"
const isId = Schema.is(AttachmentId)

/** Null for an address elsewhere: a member's token goes nowhere else. */
export const attachmentIdOf = (url: string): string | null => {
  if (!url.startsWith(FOLDER)) return null
  const id = url.slice(FOLDER.length)
  return isId(id) ? id : null
}
