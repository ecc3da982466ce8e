/**
 * Step 2: the PIN that the caller hears. It goes off by itself with its last digit, and takes a paste with whatever
 * stands between the digits. It is kept nowhere.
 */
import { type FormEvent, useEffect, useRef, useState } from "react"
import { PIN_LENGTH } from "@foldcast/contracts/phone"
import { dialInOf } from "@foldcast/folds/dial-in"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextField } from "@foldcast/ui/text-field.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { DialInStep } from "./dial-in-step.tsx"
import { pinMessage } from "./pin-message.ts"

const isStartPending = isPending("StartDialIn")

const digitsOf = (typed: string) => typed.replace(/\D/gu, "").slice(0, PIN_LENGTH)

export interface PinStepProps {
  /** A phone has another action first: calling. */
  readonly isPhone: boolean
}

export function PinStep({ isPhone }: PinStepProps) {
  const { send, dispatch } = useRuntime()
  const { ivr, pinRefusal } = useSite(dialInOf)
  const isChecking = useSite(isStartPending)
  const [pin, setPin] = useState("")
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const session = ivr._tag === "Known" ? ivr.content.session : null
  const error =
    pinRefusal === null ? (isMissing ? m.dial_in_pin_missing() : null) : pinMessage(pinRefusal)
  // The next digit replaces the wrong ones.
  useEffect(() => {
    if (pinRefusal !== null) field.current?.select()
  }, [pinRefusal])
  const start = (digits: string) => {
    if (digits.length < PIN_LENGTH) {
      setMissing(true)
      field.current?.focus()
      return
    }
    if (session === null || isChecking) return
    send({ _tag: "StartDialIn", session, pin: digits })
  }
  const change = (typed: string) => {
    const digits = digitsOf(typed)
    setPin(digits)
    setMissing(false)
    dispatch({ _tag: "PinTyped", length: digits.length })
    if (digits.length === PIN_LENGTH && digits !== pin) start(digits)
  }
  const forgetWrong = () => {
    if (pinRefusal === null) return
    setPin("")
    dispatch({ _tag: "PinTyped", length: 0 })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(pin)
  }
  return (
    <DialInStep step={2} title={m.dial_in_step_pin()}>
      <form className="dial-in__pin" onSubmit={submit} noValidate>
        <TextField
          inputRef={field}
          label={m.dial_in_pin()}
          hint={m.dial_in_pin_hint()}
          error={error}
          value={pin}
          onChange={change}
          onFocus={forgetWrong}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
        <Button
          type="submit"
          variant={isPhone ? "secondary" : "primary"}
          wide
          isPending={isChecking}
          pendingLabel={m.dial_in_pin_pending()}
        >
          {m.dial_in_pin_submit()}
        </Button>
      </form>
    </DialInStep>
  )
}
