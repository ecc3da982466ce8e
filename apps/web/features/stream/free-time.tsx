/** A guest's free time, running down while there is free chat (CHAT-15). */
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { clockText } from "./cost-meter.ts"
import { useSecond } from "./use-second.ts"

function Countdown({ seconds, from }: { readonly seconds: number; readonly from: number }) {
  const now = useSecond()
  const left = seconds - Math.max(0, Math.floor((now - from) / 1_000))
  return <span className="tabular">{m.stream_free_left({ time: clockText(left) })}</span>
}

export function FreeTime({ room: { presence, mode } }: { readonly room: RoomState }) {
  if (presence._tag !== "Inside" || presence.freeSecondsLeft === null || mode !== "free")
    return null
  return <Countdown seconds={presence.freeSecondsLeft} from={presence.at} />
}
