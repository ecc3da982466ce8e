/** A guest's free time: it runs during free chat and stops while there is no video (CHAT-15). */
import type { FreeTimeState, RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { clockText } from "../../site/clock-text.ts"
import { useGatewaySecond } from "../../../runtime/use-gateway-second.ts"

function Countdown({ freeTime }: { readonly freeTime: FreeTimeState }) {
  const now = useGatewaySecond()
  const { secondsLeft, at, isRunning } = freeTime
  const passed = isRunning ? Math.max(0, Math.floor((now - at) / 1_000)) : 0
  return (
    <span className="tabular">
      <TextRun>{m.stream_free_left({ time: clockText(secondsLeft - passed) })}</TextRun>
    </span>
  )
}

export function FreeTimeLeft({ room: { presence, mode } }: { readonly room: RoomState }) {
  if (presence._tag !== "Inside" || presence.freeTime === null || mode !== "free") return null
  return <Countdown freeTime={presence.freeTime} />
}
