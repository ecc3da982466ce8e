/**
 * Demo performers in their rooms: listens to the rooms and carries out the reactions of host-reactions.ts, one
 * message at a time.
 *
 * Invariants: it acts for demo performers only, and not while somebody holds them; pending reactions are bounded; a
 * viewer who has left is told nothing.
 */
import { Clock, Effect } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Broadcasts } from "../../chat/engine/broadcasts.ts"
import { ChatRooms } from "../../chat/room-service/chat-rooms.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"
import {
  type HostAction,
  type HostMemory,
  type PlannedAction,
  NEW_HOST_MEMORY,
  hostReactions,
} from "./host-reactions.ts"

interface Host {
  mood: HostMemory
  /** When her last message will have been sent, in monotonic milliseconds. */
  busyUntil: number
  /** Pending reactions. */
  waiting: number
}

/** Pending reactions per performer: in a busy room she does not answer everybody. */
const MAX_WAITING = 6
/** The same when a tip is to be thanked for: she rather leaves a question unanswered. */
const MAX_WAITING_WITH_THANKS = 12
/** Performers whose memory is kept; the one that was silent for longest is forgotten. */
const MAX_HOSTS = 500

/** The performers that were in their rooms last. */
class RecentHosts {
  readonly #hosts = new Map<string, Host>()

  of(performerId: string): Host {
    const host = this.#hosts.get(performerId) ?? {
      mood: NEW_HOST_MEMORY,
      busyUntil: 0,
      waiting: 0,
    }
    this.#hosts.delete(performerId)
    this.#hosts.set(performerId, host)
    for (const oldest of this.#hosts.keys()) {
      if (this.#hosts.size <= MAX_HOSTS) break
      this.#hosts.delete(oldest)
    }
    return host
  }
}

/** When a reaction is due, in monotonic milliseconds. One message comes after the other. */
const dueOf = ({ act, afterMs }: PlannedAction, host: Host, now: number): number => {
  if (act._tag !== "Say" || afterMs >= 15_000) return now + afterMs
  host.busyUntil = Math.max(now, host.busyUntil) + afterMs
  return host.busyUntil
}

export const runDemoHosts = Effect.fn("demo.liveInRooms")(function* (
  seed: string,
  isHeld: boolean,
) {
  const rooms = yield* ChatRooms
  const broadcasts = yield* Broadcasts
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context())
  const hosts = new RecentHosts()
  const now = () => monotonicMillisOf(clock)

  const perform = (performerId: string, act: HostAction) => {
    if (rooms.isHeld(performerId)) return
    const host = rooms.host(performerId)
    switch (act._tag) {
      case "Say":
        host.say(act.text, act.to)
        return
      case "Laugh":
        run(Effect.forkIn(broadcasts.cue(performerId, "laugh"), scope))
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
    // A demo world at a fixed moment shows the same to everybody: she answers, and does not speak first.
    if (isHeld && event._tag === "Joined" && event.mode === "free") return
    // She does not greet free viewers while she is in VIP, paused or offline.
    const isWatching = event._tag === "Joined" && event.mode === "free"
    if (isWatching && rooms.host(performerId).mode() !== "free") return
    const host = hosts.of(performerId)
    const at = now()
    const { intents, mood } = hostReactions(`${seed} ${performerId}`, event, host.mood, at)
    host.mood = mood
    const most = event._tag === "Tipped" ? MAX_WAITING_WITH_THANKS : MAX_WAITING
    for (const intent of intents) {
      if (host.waiting >= most) return
      const due = dueOf(intent, host, at)
      host.waiting += 1
      const later = Effect.sleep(due - at).pipe(
        Effect.andThen(
          Effect.sync(() => {
            host.waiting -= 1
            perform(performerId, intent.act)
          }),
        ),
      )
      run(Effect.forkIn(later, scope))
    }
  })
})
