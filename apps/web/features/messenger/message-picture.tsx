/** The picture of a message in a box of its size, or of 4:3 where that is not known: what comes late moves nothing. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { attachmentAddress } from "./conversation-answers.ts"
import type { ShownMessage } from "./shown-messages.ts"

export interface MessagePictureProps {
  readonly picture: NonNullable<ShownMessage["picture"]>
  readonly isOwn: boolean
  readonly name: string
}

export function MessagePicture({ picture, isOwn, name }: MessagePictureProps) {
  const { attachmentId, width, height } = picture
  const [failed, setFailed] = useState<string | null>(null)
  const address = attachmentAddress(attachmentId)
  const label = isOwn ? m.conversation_picture_own() : m.conversation_picture({ name })
  const style = {
    aspectRatio: width === null || height === null ? "4 / 3" : `${width} / ${height}`,
  }
  if (failed === attachmentId) {
    return (
      <span className="message__picture message__picture--failed" style={style}>
        {m.conversation_picture_failed()}
      </span>
    )
  }
  return (
    <a className="message__picture" style={style} href={address} target="_blank" rel="noopener">
      <img
        src={address}
        alt={label}
        loading="lazy"
        decoding="async"
        onError={() => {
          setFailed(attachmentId)
        }}
      />
    </a>
  )
}
