/**
 * Sends the activation mail again. The button shows success for ten seconds; a failure is only logged (AUTH-78,
 * AUTH-79).
 */
import { Check } from "lucide-react"
import { useEffect, useState } from "react"
import { taskEnd } from "@foldcast/folds/account"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonVariant } from "@foldcast/ui/button.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isReachable } from "../connection/reachability.ts"

/** Source: AUTH-78. */
const DONE_MS = 10_000

const resendEnd = taskEnd("resendActivation")
const isResending = isPending("ResendActivation")
const resendFailure = failureOf("ResendActivation")

/** Whether the mail was sent just now. */
const useJustSent = () => {
  const end = useSite(resendEnd)
  const failure = useSite(resendFailure)
  const isInFlight = useSite(isResending)
  const [wasInFlight, setWasInFlight] = useState(isInFlight)
  const [sentAt, setSentAt] = useState<number | null>(null)
  if (isInFlight !== wasInFlight) {
    setWasInFlight(isInFlight)
    setSentAt(!isInFlight && end._tag === "Done" ? end.at : null)
  }
  const hasFailed = !isInFlight && (end._tag === "Refused" || failure !== null)
  useEffect(() => {
    if (hasFailed) console.warn("Unable to resend activation email.")
  }, [hasFailed])
  useEffect(() => {
    if (sentAt === null) return
    const timer = setTimeout(() => {
      setSentAt(null)
    }, DONE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [sentAt])
  return { isInFlight, isSent: sentAt !== null }
}

export interface ResendActivationProps {
  readonly variant?: ButtonVariant
  /** Called instead of sending: a guest logs in first. */
  readonly onPress?: () => void
}

export function ResendActivationButton({ variant = "secondary", onPress }: ResendActivationProps) {
  const { send } = useRuntime()
  const reachable = isReachable(useConnection())
  const { isInFlight, isSent } = useJustSent()
  return (
    <>
      <Button
        variant={variant}
        isPending={isInFlight}
        pendingLabel={m.resend_activation_pending()}
        isDisabled={!reachable && !isInFlight}
        onPress={() => {
          if (isSent) return
          if (onPress === undefined) send({ _tag: "ResendActivation" })
          else onPress()
        }}
      >
        {isSent && <Check size={18} aria-hidden="true" />}
        {isSent ? m.resend_activation_done() : m.resend_activation()}
      </Button>
      <span className="ui-visually-hidden" role="status">
        {isSent && m.resend_activation_done()}
      </span>
    </>
  )
}
