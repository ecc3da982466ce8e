/**
 * Paid time is a layer over the tab's first page: the step back that would leave the site, and with it the room,
 * asks first. On later pages a step back leads to another page of the site, and the room goes on (ADR 0038).
 */
import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import { isPaidFor } from "@foldcast/folds/paid-for"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime } from "../../../runtime/react.tsx"
import { useLayer } from "../../site/use-layer.ts"

export interface PaidSessionGuardProps {
  readonly room: RoomState
  readonly name: string
}

export function PaidSessionGuard({ room, name }: PaidSessionGuardProps) {
  const { send } = useRuntime()
  const isFirstPage = useLocation({ select: ({ state }) => state.__TSR_index === 0 })
  const [isAsked, setAsked] = useState(false)
  const isPaid = isPaidFor(room)
  const isVip = room.presence._tag === "Inside" && room.presence.mode === "vip"
  const isAsking = isAsked && isPaid
  const stay = () => {
    setAsked(false)
  }
  useLayer("paidSession", isPaid && isFirstPage, () => {
    setAsked(true)
  })
  useLayer("paidSessionQuestion", isAsking, stay)
  const title = isVip ? m.leaving_title_vip({ name }) : m.leaving_title({ name })
  return (
    <AlertDialog isOpen={isAsking} title={title} onEscape={stay}>
      <div className="stream-window">
        <p>{m.leaving_text()}</p>
        <div className="actions__row">
          <Button variant="primary" autoFocus onPress={stay}>
            {m.leaving_stay()}
          </Button>
          <Button
            onPress={() => {
              const { performerId } = room
              stay()
              send(
                isVip
                  ? { _tag: "StopVip", performerId }
                  : { _tag: "LeaveRoom", performerId, reason: "requested" },
              )
            }}
          >
            {isVip ? m.vip_stop() : m.stream_leave_private()}
          </Button>
        </div>
      </div>
    </AlertDialog>
  )
}
