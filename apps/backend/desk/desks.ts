/**
 * Desks at which a person acts for a performer. A performer is in the hands of one desk at a time; meanwhile the
 * demo performer is silent (Rooms.isHeld). A desk that has gone away gives her back, and what it publishes is cut.
 *
 * Invariants: a desk reads lines of its own time only, kept in memory and dropped with it; whoever does not hold a
 * performer learns no more of her room than how many are in it.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import {
  DESK_WAIT_SECONDS,
  type DeskAct,
  type DeskEvent,
  type DeskHold,
  type DeskLabel,
  type DeskPerformer,
  type DeskRoom,
} from "@foldcast/contracts/upstream/performer-desk"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import type { HostControl, ViewerSeen } from "../chat/rooms/host-control.ts"
import { modeOf } from "../chat/rooms/mode-bits.ts"
import { Rooms } from "../chat/rooms.ts"
import { Broadcasts, livePath } from "../chat/broadcasts.ts"
import { LiveStills } from "../chat/live-stills.ts"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { notFound, Refused } from "../http/refused.ts"
import { Ids } from "../ids.ts"
import { steadyRound } from "../steady-round.ts"
import { deskEventOf } from "./desk-events.ts"
import { Hold } from "./hold.ts"
import { nameOf, namesLike } from "./performer-names.ts"
import { hasStreamKey } from "./stream-key-store.ts"

type Answer<A> = Effect.Effect<A, Refused | DatabaseUnavailable | ConstraintViolated>

export interface DesksShape {
  readonly list: (desk: string, name: string) => Answer<ReadonlyArray<DeskPerformer>>
  /** `after`: waits until there is another version. */
  readonly room: (desk: string, performerId: string, after: number | null) => Answer<DeskRoom>
  readonly act: (desk: string, performerId: string, act: DeskAct) => Answer<void>
  /** By which hold this desk has her. */
  readonly holdOf: (desk: string, performerId: string) => Effect.Effect<string, Refused>
  /** Whether she is in the hands of a desk by that very hold. */
  readonly isHeldBy: (hold: string, performerId: string) => boolean
  /** Whether this viewer in her room shows her their own camera. */
  readonly isShownCamera: (performerId: string, session: string) => boolean
  /** The desk that has her is to look again. */
  readonly renew: (performerId: string) => void
}

const refused = (label: DeskLabel, status: 400 | 409 = 409) => new Refused({ status, label })

/** What anything else does is done at most so much later. */
const LOOK_EVERY = "1 second"

export class Desks extends Context.Service<Desks, DesksShape>()("backend/Desks") {
  static readonly layer = Layer.effect(
    Desks,
    Effect.gen(function* () {
      const { deskAwayMs } = yield* BackendConfig
      const database = yield* Database
      const rooms = yield* Rooms
      const broadcasts = yield* Broadcasts
      const stills = yield* LiveStills
      const ids = yield* Ids
      const clock = yield* Clock.Clock
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const holds = new Map<string, Hold>()
      let version = 0

      const now = () => monotonicMillisOf(clock)

      const add = (performerId: string, event: DeskEvent) => {
        version += 1
        holds.get(performerId)?.add(event, version, clock.currentTimeMillisUnsafe())
      }

      const renew = (performerId: string) => {
        version += 1
        holds.get(performerId)?.renew(version)
      }
      broadcasts.onChange(renew)

      const isShownCamera = (performerId: string, session: string) =>
        rooms
          .host(performerId)
          .viewers()
          .some((viewer) => viewer.session === session && viewer.camBack !== "off")
      broadcasts.onCamBack((session) => {
        for (const performerId of holds.keys()) {
          if (isShownCamera(performerId, session)) renew(performerId)
        }
      })

      rooms.onHost((performerId, event) => {
        const hold = holds.get(performerId)
        if (hold === undefined) return
        if (event._tag === "ModeChanged" && (event.mode === "free" || event.mode === "chat")) {
          hold.beforePause = event.mode
        }
        add(performerId, deskEventOf(event))
      })

      const giveBack = (performerId: string) => {
        const hold = holds.get(performerId)
        holds.delete(performerId)
        rooms.letGo(performerId)
        stills.forget(performerId)
        if (hold === undefined) return
        run(broadcasts.cut({ _tag: "Desk", hold: hold.id }))
        hold.wake()
      }

      yield* Effect.forkScoped(
        Effect.repeat(
          Effect.sync(() => {
            for (const [performerId, { seenAt }] of holds) {
              if (now() - seenAt > deskAwayMs) giveBack(performerId)
            }
          }).pipe(steadyRound("desks that are away")),
          Schedule.spaced(LOOK_EVERY),
        ),
      )

      const holdFor = (desk: string, performerId: string): DeskHold => {
        const hold = holds.get(performerId)
        if (hold === undefined) return "nobody"
        return hold.desk === desk ? "yours" : "others"
      }

      const seen = (
        desk: string,
        {
          id,
          name,
          status,
        }: { readonly id: string; readonly name: string; readonly status: number },
      ): DeskPerformer => {
        const host = rooms.host(id)
        const mode = host.mode() ?? modeOf(status)
        return { id, name, mode, viewers: host.viewers().length, hold: holdFor(desk, id) }
      }

      const performerOf = Effect.fnUntraced(function* (desk: string, performerId: string) {
        const [row] = yield* nameOf(database, performerId)
        return row === undefined ? yield* notFound() : seen(desk, row)
      })

      const pictureOf = Effect.fnUntraced(function* (performerId: string) {
        if (broadcasts.hasVideo(performerId) === null) return null
        return {
          isPublished: broadcasts.isPublished(livePath(performerId)),
          byProgram: broadcasts.isByProgram(performerId),
          hasLoop: broadcasts.loopOf(performerId) !== null,
          hasStreamKey: yield* hasStreamKey(database, performerId),
          stretch: stills.stretchOf(performerId),
        }
      })

      const holdOf = Effect.fnUntraced(function* (desk: string, performerId: string) {
        const hold = holds.get(performerId)
        if (hold === undefined) return yield* refused("deskNotHeld")
        if (hold.desk !== desk) return yield* refused("deskTaken")
        return hold
      })

      const takeOver = Effect.fnUntraced(function* (desk: string, performerId: string) {
        const before = holds.get(performerId)
        if (before !== undefined && before.desk !== desk) return yield* refused("deskTaken")
        if (before !== undefined) return
        // Before anything is waited for: of two desks in the same moment one has her.
        holds.set(performerId, new Hold(ids.next("hold"), desk, ++version, now()))
        yield* rooms
          .hold(performerId)
          .pipe(Effect.tapError(() => Effect.sync(() => giveBack(performerId))))
        const mode = rooms.host(performerId).mode()
        const hold = holds.get(performerId)
        if (mode === "chat" && hold !== undefined) hold.beforePause = mode
      })

      const viewerOf = (host: HostControl, session: string): Effect.Effect<ViewerSeen, Refused> => {
        const viewer = host.viewers().find((one) => one.session === session)
        return viewer === undefined ? Effect.fail(refused("viewerGone")) : Effect.succeed(viewer)
      }

      const waiting = Effect.fnUntraced(function* (host: HostControl, session: string) {
        const viewer = yield* viewerOf(host, session)
        return viewer.waitsForVip ? viewer : yield* refused("vipNotRunning")
      })

      const inHerRoom = Effect.fnUntraced(function* (
        hold: Hold,
        performerId: string,
        act: Exclude<DeskAct, { readonly _tag: "TakeOver" | "HandBack" }>,
      ) {
        const host = rooms.host(performerId)
        switch (act._tag) {
          case "Say": {
            const { text, to } = act
            const viewer = to === null ? null : yield* viewerOf(host, to)
            if (!host.say(text, to)) return yield* refused("malformed", 400)
            return add(performerId, { _tag: "Answered", text, to: viewer?.nickname ?? null })
          }
          case "AcceptVip": {
            const { nickname } = yield* waiting(host, act.session)
            add(performerId, { _tag: "VipAccepted", nickname })
            return host.accept(act.session)
          }
          case "DeclineVip": {
            const { session, reason } = act
            const { nickname } = yield* waiting(host, session)
            host.decline(session, reason)
            return add(performerId, { _tag: "VipDeclined", nickname, reason })
          }
          case "StopVip":
            if (host.mode() !== "vip") return yield* refused("vipNotRunning")
            return host.stopVip(null)
          case "Remove": {
            const { session, reason } = act
            const { nickname } = yield* viewerOf(host, session)
            add(performerId, { _tag: "Removed", nickname, reason })
            return host.kick(session, reason)
          }
          case "EndCamBack":
            yield* viewerOf(host, act.session)
            return host.endCamBack(act.session)
          case "Switch":
            return host.switchTo(act.mode)
          case "Resume":
            return host.mode() === "paused" ? host.switchTo(hold.beforePause) : undefined
        }
      })

      const changed = (hold: Hold) =>
        Effect.callback<void>((resume) => {
          const forget = hold.wait(() => resume(Effect.void))
          return Effect.sync(forget)
        }).pipe(
          Effect.timeoutOrElse({
            duration: `${DESK_WAIT_SECONDS} seconds`,
            orElse: () => Effect.void,
          }),
        )

      return Desks.of({
        list: Effect.fn("desk.list")(function* (desk, name) {
          const rows = yield* namesLike(database, name, [...holds.keys(), ...rooms.visited()])
          return rows.map((row) => seen(desk, row))
        }),
        room: Effect.fn("desk.room")(function* (desk, performerId, after) {
          const before = holds.get(performerId)
          if (before?.desk === desk) {
            before.seenAt = now()
            if (before.version === after) yield* changed(before)
          }
          const performer = yield* performerOf(desk, performerId)
          const hold = holds.get(performerId)
          if (hold?.desk !== desk) {
            return { performer, version: 0, viewers: [], lines: [], picture: null }
          }
          hold.seenAt = now()
          const picture = yield* pictureOf(performerId)
          const viewers = rooms.host(performerId).viewers()
          return { performer, version: hold.version, viewers, lines: hold.lines, picture }
        }),
        act: Effect.fn("desk.act")(function* (desk, performerId, act) {
          if (act._tag === "TakeOver") return yield* takeOver(desk, performerId)
          const hold = yield* holdOf(desk, performerId)
          hold.seenAt = now()
          if (act._tag === "HandBack") return giveBack(performerId)
          return yield* inHerRoom(hold, performerId, act)
        }),
        holdOf: Effect.fnUntraced(function* (desk, performerId) {
          const hold = yield* holdOf(desk, performerId)
          hold.seenAt = now()
          return hold.id
        }),
        isHeldBy: (hold, performerId) => holds.get(performerId)?.id === hold,
        isShownCamera,
        renew,
      })
    }),
  )
}
