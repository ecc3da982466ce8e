/**
 * Paid time is a layer over the tab's first page: the step back that would leave the site, and with it the room,
 * asks first. On later pages a step back leads to another page of the site, and the room goes on (ADR 0038).
 */
import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import { paidModeOf } from "@foldcast/folds/paid-for"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { useRuntime } from "../../../runtime/react.tsx"
import { useLayer } from "../../site/use-layer.ts"
import { RoomQuestion } from "../room/room-question.tsx"

export interface PaidSessionGuardProps {
  readonly room: RoomState
  readonly name: string
}

const goLabel = (room: RoomState): string => {
  if (room.dialIn) return m.call_hang_up()
  return paidModeOf(room) === "vip" ? m.vip_stop() : m.stream_leave_private()
}

export function PaidSessionGuard({ room, name }: PaidSessionGuardProps) {
  const { send } = useRuntime()
  const isFirstPage = useLocation({ select: ({ state }) => state.__TSR_index === 0 })
  const [isAsked, setAsked] = useState(false)
  const paidMode = paidModeOf(room)
  const isPaid = paidMode !== null
  const isVip = paidMode === "vip"
  const isAsking = isAsked && isPaid
  const stay = () => {
    setAsked(false)
  }
  useLayer("paidSession", isPaid && isFirstPage, () => {
    setAsked(true)
  })
  const leave = () => {
    const { performerId } = room
    stay()
    if (room.dialIn) send({ _tag: "EndDialIn" })
    else if (isVip) send({ _tag: "StopVip", performerId })
    else send({ _tag: "LeaveRoom", performerId, reason: "requested" })
  }
  return (
    <RoomQuestion
      layer="paidSessionQuestion"
      isOpen={isAsking}
      title={isVip ? m.leaving_title_vip({ name }) : m.leaving_title({ name })}
      text={room.dialIn ? m.call_leave_question() : m.leaving_text()}
      stay={{ label: m.leaving_stay(), onPress: stay }}
      go={{ label: goLabel(room), onPress: leave }}
      loud="stay"
    />
  )
}
