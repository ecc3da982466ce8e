/** A performer's round picture, and whether she is online. In no-nude mode it is the first letter (ROUTE-47). */
import { PerformerPicture } from "../performers/performer-picture.tsx"
import "./avatar.css"

export interface AvatarProps {
  readonly username: string
  /** An address; null where there is none. */
  readonly avatar: string | null
  /** Null where it is not known. */
  readonly isOnline: boolean | null
}

export function Avatar({ username, avatar, isOnline }: AvatarProps) {
  return (
    <span className="avatar" data-online={isOnline === true || undefined}>
      <PerformerPicture
        picture={avatar === null ? null : { url: avatar, colour: null }}
        nonude={null}
        username={username}
        shape="avatar"
        when="eager"
      />
    </span>
  )
}
