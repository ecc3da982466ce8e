/** What the visitor can do about the player's status. */
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { SiteLinkButton } from "../../site/site-link-button.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import type { PlayerAction } from "./player-state.ts"

function WatchFree({
  performerId,
  variant,
}: {
  readonly performerId: string
  readonly variant: "primary" | "secondary"
}) {
  const runtime = useRuntime()
  return (
    <Button
      variant={variant}
      onPress={() => {
        sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
      }}
    >
      {m.stream_watch_again()}
    </Button>
  )
}

export interface NextStepProps {
  readonly action: PlayerAction
  readonly name: string
  readonly performerId: string
  readonly creditsKicked: boolean
}

export function NextStep({ action, performerId, name, creditsKicked }: NextStepProps) {
  const { dispatch } = useRuntime()
  const register = useDialogOpener("register")
  const hasMember = useSite(isMember)
  switch (action) {
    case "none":
      return null
    case "watch":
      return <WatchFree performerId={performerId} variant="primary" />
    case "register":
      return (
        <Button variant="primary" {...register}>
          {m.stream_create_account()}
        </Button>
      )
    case "message":
      return hasMember ? (
        <SiteLinkButton variant="primary" page="messenger-performer" params={{ performer: name }}>
          {m.vip_kicked_message()}
        </SiteLinkButton>
      ) : (
        <Button
          variant="primary"
          {...register}
          onPress={() => {
            // The message goes to this performer after the log-in (CHAT-26).
            dispatch({ _tag: "MessageWanted", performerId })
            register.onPress()
          }}
        >
          {m.vip_kicked_message()}
        </Button>
      )
    case "buy":
      return (
        <div className="actions__row">
          <BuyCredits variant="primary" />
          {/* Watching costs nothing. */}
          {creditsKicked && <WatchFree performerId={performerId} variant="secondary" />}
        </div>
      )
  }
}
