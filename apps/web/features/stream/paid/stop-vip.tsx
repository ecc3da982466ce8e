/** What ends VIP, after a question (CHAT-23), which says that VIP is paid for until it is answered. */
import { useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import type { SiteState } from "@foldcast/folds/site-state"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "./credit-price.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { RoomQuestion } from "../room/room-question.tsx"

const selectPaid = ({ room }: SiteState) => room?.paid ?? null
const isStopPending = isPending("StopVip")

export interface StopVipQuestionProps {
  readonly name: string
  readonly isAsking: boolean
  readonly onGoOn: () => void
  readonly onStop: () => void
}

export function StopVipQuestion({ name, isAsking, onGoOn, onStop }: StopVipQuestionProps) {
  const locale = useLocale()
  const paid = useSite(selectPaid)
  const costs =
    paid === null ? "" : `${m.vip_stop_costs(shownPrice(paid.creditsPerMinute, locale))} `
  return (
    <RoomQuestion
      layer="vipStop"
      isOpen={isAsking}
      title={m.vip_stop_title({ name })}
      text={costs + m.vip_stop_text()}
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
