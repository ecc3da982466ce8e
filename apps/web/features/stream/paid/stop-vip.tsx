/** What ends VIP, after a question (CHAT-23). */
import { useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { RoomQuestion } from "../room/room-question.tsx"

const isStopPending = isPending("StopVip")

export interface StopVipQuestionProps {
  readonly name: string
  readonly isAsking: boolean
  readonly onGoOn: () => void
  readonly onStop: () => void
}

export function StopVipQuestion({ name, isAsking, onGoOn, onStop }: StopVipQuestionProps) {
  return (
    <RoomQuestion
      layer="vipStop"
      isOpen={isAsking}
      title={m.vip_stop_title({ name })}
      text={m.vip_stop_text()}
      stay={{ label: m.vip_stop_no(), onPress: onGoOn }}
      go={{ label: m.vip_stop(), onPress: onStop }}
      loud="stay"
    />
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
