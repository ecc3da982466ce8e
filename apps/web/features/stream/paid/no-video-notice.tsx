/** In place of the prices of private and VIP: this visitor could not see the video, and how to try again (ADR 0054). */
import { RotateCcw } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useDocumentRoom } from "../room/document-room.ts"
import { noVideoText } from "./no-video-text.ts"
import type { NoVideoReason } from "../media/video-connection-state.ts"

export interface NoVideoNoticeProps {
  readonly name: string
  readonly reason: NoVideoReason
}

export function NoVideoNotice({ name, reason }: NoVideoNoticeProps) {
  const { video } = useDocumentRoom()
  const again = (
    <Button onPress={video.retry}>
      <RotateCcw size={20} aria-hidden="true" />
      {m.picture_again()}
    </Button>
  )
  return (
    <Banner tone="info" {...(reason === "network" && { action: again })}>
      {noVideoText(reason, name)}
    </Banner>
  )
}
