/** What the visitor can do about the player's status, each at one press. */
import { isMember } from "@foldcast/folds/account"
import { isInCall } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonVariant } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { PayByPhone } from "../../dial-in/pay-by-phone.tsx"
import { SiteLinkButton } from "../../site/site-link-button.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import type { PlayerAction } from "./player-state.ts"

interface StepProps {
  readonly name: string
  readonly performerId: string
  readonly variant: ButtonVariant
}

function Join({
  performerId,
  variant,
  mode,
  children,
}: Omit<StepProps, "name"> & { readonly mode: "free" | "chat"; readonly children: string }) {
  const runtime = useRuntime()
  return (
    <Button
      variant={variant}
      onPress={() => {
        sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode })
      }}
    >
      {children}
    </Button>
  )
}

function LeaveMessage({ name, performerId, variant }: StepProps) {
  const { dispatch } = useRuntime()
  const register = useDialogOpener("register")
  const hasMember = useSite(isMember)
  return hasMember ? (
    <SiteLinkButton variant={variant} page="messenger-performer" params={{ performer: name }}>
      {m.vip_kicked_message()}
    </SiteLinkButton>
  ) : (
    <Button
      variant={variant}
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
}

/** A guest goes on with an account, or with a call by phone. */
function GoOn(step: Omit<StepProps, "name">) {
  const register = useDialogOpener("register")
  const isCalling = useSite(isInCall)
  return (
    <div className="actions__row">
      {isCalling ? (
        <Join {...step} mode="chat">
          {m.stream_join_private()}
        </Join>
      ) : (
        <>
          <Button variant={step.variant} {...register}>
            {m.stream_create_account()}
          </Button>
          <PayByPhone />
        </>
      )}
    </div>
  )
}

function NextStep({ action, ...step }: StepProps & { readonly action: PlayerAction }) {
  const { variant } = step
  switch (action) {
    case "watch":
      return (
        <Join {...step} mode="free">
          {m.stream_watch_free()}
        </Join>
      )
    case "watchAgain":
      return (
        <Join {...step} mode="free">
          {m.stream_watch_again()}
        </Join>
      )
    case "register":
      return <GoOn {...step} />
    case "message":
      return <LeaveMessage {...step} />
    case "buy":
      return <BuyCredits variant={variant} />
    case "others":
      return (
        <SiteLinkButton variant={variant} page="home">
          {m.stream_see_live()}
        </SiteLinkButton>
      )
  }
}

export interface NextStepsProps extends Omit<StepProps, "variant"> {
  /** The first one is the one that most want. */
  readonly actions: ReadonlyArray<PlayerAction>
}

export function NextSteps({ actions, ...about }: NextStepsProps) {
  const steps = actions.map((action, index) => (
    <NextStep
      key={action}
      action={action}
      variant={index === 0 ? "primary" : "secondary"}
      {...about}
    />
  ))
  return steps.length === 1 ? steps : <div className="actions__row">{steps}</div>
}
