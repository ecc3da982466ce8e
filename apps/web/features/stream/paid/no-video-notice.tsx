/**
 * That private and VIP are closed to who could not see their picture: said in place of their prices, with what there
 * is to do about it.
 */
import { RotateCcw } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useDocumentRoom } from "../room/document-room.ts"
import { notShownText } from "./no-video-text.ts"
import type { PictureBar } from "../media/video-connection-state.ts"

export interface NotShownProps {
  readonly name: string
  readonly bar: PictureBar
}

export function NotShown({ name, bar }: NotShownProps) {
  const { keeper } = useDocumentRoom()
  const again = (
    <Button onPress={keeper.again}>
      <RotateCcw size={20} aria-hidden="true" />
      {m.picture_again()}
    </Button>
  )
  return (
    <Banner tone="info" {...(bar === "network" && { action: again })}>
      {notShownText(bar, name)}
    </Banner>
  )
}
