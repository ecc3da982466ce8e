/**
 * Which room a visit was in when its gateway went away, or when it was swept: read from its log backwards, until the
 * last event that joined or left a room.
 */
import { Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode } from "@foldcast/contracts/stream/room"
import { VisitLog } from "../log/visit-log.ts"
import type { LiveVisit } from "../visits/registry.ts"

export interface LastRoom {
  readonly performerId: string
  readonly mode: JoinMode
  readonly sessionId: string
  readonly nickname: string
}

const READ_EVENTS = 500
/** Its tag stands in the text of whatever is one of these; all others need not be parsed. */
const TELLS = /"_tag":"(?:RoomJoined|RoomLeft|NicknameChanged)"/u

interface Stored {
  readonly cause?: string
  readonly event: Event
}

/** What one event says of it, read from the newest back; undefined where it says nothing. */
const roomOf = (event: Event, nickname: string | null): LastRoom | null | undefined => {
  if (event._tag === "RoomLeft") return null
  if (event._tag !== "RoomJoined") return undefined
  const { performerId, mode, sessionId } = event
  return { performerId, mode, sessionId, nickname: nickname ?? event.nickname }
}

export const makeLastRoom = Effect.map(VisitLog, (log) =>
  Effect.fnUntraced(
    function* (visit: LiveVisit) {
      let nickname: string | null = null
      for (let before = visit.head; before > 0; before -= READ_EVENTS) {
        const after = Math.max(0, before - READ_EVENTS)
        const stored = yield* log.read(visit.visit, after, before - after)
        for (const { wire } of stored.toReversed()) {
          if (!TELLS.test(wire)) continue
          const { event, cause } = JSON.parse(wire) as Stored
          // By a command of this visit: its own name.
          if (event._tag === "NicknameChanged" && cause !== undefined) nickname ??= event.to
          const found = roomOf(event, nickname)
          if (found !== undefined) return found
        }
      }
      return null
    },
    Effect.catchTag("VisitClosed", () => Effect.succeed(null)),
  ),
)
export type LastRoomOf = Effect.Success<typeof makeLastRoom>
