/**
 * Demo performers in their rooms: hears what happens there and carries out what manner.ts makes of it, one line at a
 * time.
 *
 * Invariants: nobody speaks for a performer who is not of the demo world, or whom a person has taken over; what
 * waits is bounded; whoever has left meanwhile is told nothing.
 */
import { Clock, Effect } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Rooms } from "../../chat/rooms.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"
import { type Act, type Mood, NEW_MOOD, react } from "./manner.ts"

interface Host {
  mood: Mood
  /** When the last line that she is typing will have been said, in monotonic milliseconds. */
  busyUntil: number
  /** What is still to be done. */
  waiting: number
}

/** Of one performer: in a busy room she does not answer everybody. */
const MOST_WAITING = 6
/** Performers who are remembered; the one who was silent for longest is forgotten. */
const MOST_HOSTS = 500

export const liveInRooms = Effect.fn("demo.liveInRooms")(function* (seed: string, isHeld: boolean) {
  const rooms = yield* Rooms
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context())
  const hosts = new Map<string, Host>()
  const now = () => monotonicMillisOf(clock)

  const hostOf = (performerId: string): Host => {
    const host = hosts.get(performerId) ?? { mood: NEW_MOOD, busyUntil: 0, waiting: 0 }
    hosts.delete(performerId)
    hosts.set(performerId, host)
    for (const oldest of hosts.keys()) {
      if (hosts.size <= MOST_HOSTS) break
      hosts.delete(oldest)
    }
    return host
  }

  const carryOut = (performerId: string, act: Act) => {
    if (rooms.isHeld(performerId)) return
    const host = rooms.host(performerId)
    switch (act._tag) {
      case "Say":
        host.say(act.text, act.to)
        return
      case "Accept":
        return host.accept(act.session)
      case "Decline":
        return host.decline(act.session, act.reason)
      case "StopVip":
        return host.stopVip(act.session)
      case "EndCamBack":
        return host.endCamBack(act.session)
    }
  }

  rooms.onHost((performerId, event) => {
    if (!performerId.startsWith(DEMO_ID_PREFIX) || rooms.isHeld(performerId)) return
    // A world that is held shows the same to everybody who comes: she answers, and does not speak first.
    if (isHeld && event._tag === "Joined" && event.mode === "free") return
    // Nor does she greet those who watch her while she is with somebody else, or away.
    const isWatching = event._tag === "Joined" && event.mode === "free"
    if (isWatching && rooms.host(performerId).mode() !== "free") return
    const host = hostOf(performerId)
    const at = now()
    const { intents, mood } = react(`${seed} ${performerId}`, event, host.mood, at)
    host.mood = mood
    for (const { afterMs, act } of intents) {
      if (host.waiting >= MOST_WAITING) return
      // One line after the other.
      const isLine = act._tag === "Say" && afterMs < 15_000
      const due = isLine ? Math.max(at, host.busyUntil) + afterMs : at + afterMs
      if (isLine) host.busyUntil = due
      host.waiting += 1
      const later = Effect.sleep(due - at).pipe(
        Effect.andThen(
          Effect.sync(() => {
            host.waiting -= 1
            carryOut(performerId, act)
          }),
        ),
      )
      run(Effect.forkIn(later, scope))
    }
  })
})
