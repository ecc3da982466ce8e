/** What ends VIP, after a question (CHAT-23). */
import { useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLayer } from "../../site/use-layer.ts"

const isStopPending = isPending("StopVip")

export interface StopVipQuestionProps {
  readonly name: string
  readonly isAsking: boolean
  readonly onGoOn: () => void
  readonly onStop: () => void
}

export function StopVipQuestion({ name, isAsking, onGoOn, onStop }: StopVipQuestionProps) {
  useLayer("vipStop", isAsking, onGoOn)
  return (
    <AlertDialog isOpen={isAsking} title={m.vip_stop_title({ name })} onEscape={onGoOn}>
      <div className="stream-window">
        <p>{m.vip_stop_text()}</p>
        <div className="actions__row">
          <Button variant="primary" autoFocus onPress={onGoOn}>
            {m.vip_stop_no()}
          </Button>
          <Button onPress={onStop}>{m.vip_stop()}</Button>
        </div>
      </div>
    </AlertDialog>
  )
}

export interface StopVipButtonProps {
  readonly name: string
  readonly performerId: string
  readonly onStop?: () => void
}

export function StopVipButton({ name, performerId, onStop }: StopVipButtonProps) {
  const { send } = useRuntime()
  const [isAsking, setAsking] = useState(false)
  const isStopping = useSite(isStopPending)
  return (
    <>
      <Button
        isPending={isStopping}
        onPress={() => {
          setAsking(true)
        }}
      >
        {m.vip_stop()}
      </Button>
      <StopVipQuestion
        name={name}
        isAsking={isAsking}
        onGoOn={() => {
          setAsking(false)
        }}
        onStop={() => {
          setAsking(false)
          onStop?.()
          send({ _tag: "StopVip", performerId })
        }}
      />
    </>
  )
}
