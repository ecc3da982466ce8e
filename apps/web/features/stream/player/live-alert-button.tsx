/**
 * Keeps with the account that its member wants to be told when an offline performer is live. A guest is asked to
 * register first; then it is kept (use-intent.ts). Until there are notifications it says that they come later.
 */
import "@foldcast/folds/with-live-alerts"
import { Bell, BellRing } from "lucide-react"
import { useEffect, useState } from "react"
import { isMember } from "@foldcast/folds/account"
import { liveAlertOf, liveAlertRefusal } from "@foldcast/folds/live-alerts"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { askToLogInFor } from "../../../runtime/intent.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"

const isBeingSet = isPending("SetLiveAlert")
const failure = failureOf("SetLiveAlert")

export interface LiveAlertButtonProps {
  readonly performerId: string
  readonly name: string
  readonly isLoud: boolean
}

export function LiveAlertButton({ performerId, name, isLoud }: LiveAlertButtonProps) {
  const runtime = useRuntime()
  const hasMember = useSite(isMember)
  const known = useSite(liveAlertOf(performerId))
  const refusal = useSite(liveAlertRefusal(performerId))
  const hasFailed = useSite(failure) !== null
  const isWaiting = useSite(isBeingSet)
  const register = useDialogOpener("register")
  const isUnknown = known === null
  // The last failure of any performer's is known; it is told where the button was pressed.
  const [wasPressed, setPressed] = useState(false)
  // Also after a change: one says nothing of a list that did not come.
  useEffect(() => {
    if (hasMember && isUnknown && !isWaiting) runtime.send({ _tag: "LoadLiveAlerts" })
  }, [runtime, hasMember, isUnknown, isWaiting])
  const isOn = known === true
  const Icon = isOn ? BellRing : Bell
  const note =
    refusal !== null || (wasPressed && hasFailed)
      ? m.live_alert_refused()
      : isOn
        ? m.live_alert_kept()
        : ""
  return (
    <div className="live-alert">
      <Button
        variant={isLoud && !isOn ? "primary" : "secondary"}
        isPending={isWaiting}
        {...(hasMember
          ? { "aria-pressed": isOn }
          : { "aria-haspopup": "dialog" as const, onHoverStart: register.onHoverStart })}
        onPress={() => {
          setPressed(true)
          if (hasMember) runtime.send({ _tag: "SetLiveAlert", performerId, isOn: !isOn })
          else askToLogInFor({ _tag: "LiveAlert", performerId, name }, runtime)
        }}
      >
        <Icon size={18} aria-hidden="true" />
        {isOn ? m.live_alert_on() : m.live_alert_set()}
      </Button>
      <span role="status">
        <TextRun>{note}</TextRun>
      </span>
    </div>
  )
}
