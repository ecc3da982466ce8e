/** Ends the browser's call, and with it what it costs. It stays pending until the end is told. */
import { PhoneOff } from "lucide-react"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"

export const endCallFailure = failureOf("EndDialIn")
const isEndPending = isPending("EndDialIn")

export interface HangUpButtonProps {
  readonly label?: string
  readonly className?: string
}

export function HangUpButton({ label = m.call_hang_up(), ...look }: HangUpButtonProps) {
  const { send } = useRuntime()
  const isEnding = useSite(isEndPending)
  return (
    <Button
      {...look}
      isPending={isEnding}
      onPress={() => {
        send({ _tag: "EndDialIn" })
      }}
    >
      {!isEnding && <PhoneOff size={18} aria-hidden="true" />}
      {label}
    </Button>
  )
}
