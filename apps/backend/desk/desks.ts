/**
 * Desks at which a person acts for a performer. While a desk holds her, her demo host is silent
 * (`ChatRoomsShape.isHeld`). A desk that stops asking gives her back, and what it publishes is cut.
 *
 * Invariant: a desk that does not hold a performer learns no more of her room than how many are in it.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import {
  DESK_WAIT_SECONDS,
  type DeskAct,
  type DeskPerformer,
  type DeskRoom,
} from "@foldcast/contracts/upstream/performer-desk"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { modeOfStatus } from "../chat/room-model/mode-bits.ts"
import { ChatRooms, type ChatRoomsShape } from "../chat/room-service/chat-rooms.ts"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { livePath } from "../chat/engine/engine-connections.ts"
import { StillStore } from "../chat/still-store.ts"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { notFound, type Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { performerNameOf, performersByName } from "../performers/performer-names.ts"
import { steadyRound } from "../steady-round.ts"
import { actAsHost, deskRefused } from "./desk-actions.ts"
import type { PerformerHold } from "./performer-hold.ts"
import { PerformerHolds } from "./performer-holds.ts"
import { hasStreamKey } from "./stream-key-store.ts"

type Answer<A> = Effect.Effect<A, Refused | DatabaseUnavailable | ConstraintViolated>

export interface DesksShape {
  readonly list: (desk: string, name: string) => Answer<ReadonlyArray<DeskPerformer>>
  /** `after`: waits until the hold has another version than this. */
  readonly room: (desk: string, performerId: string, after: number | null) => Answer<DeskRoom>
  readonly act: (desk: string, performerId: string, act: DeskAct) => Answer<void>
  /** The id of this desk's hold of her. */
  readonly holdOf: (desk: string, performerId: string) => Effect.Effect<string, Refused>
  /** Whether this hold is the present one. */
  readonly isHeldBy: (hold: string, performerId: string) => boolean
  /** Whether this viewer in her room shows her their own camera. */
  readonly isShownCamera: (performerId: string, session: string) => boolean
  /** The desk that holds her is to read again. */
  readonly renew: (performerId: string) => void
}

/** A desk that is away is found at most so much later. */
const LOOK_EVERY = "1 second"

/** Whether this viewer in her room shows her their own camera. */
const isShownCamera = (rooms: ChatRoomsShape, performerId: string, session: string) =>
  rooms
    .host(performerId)
    .viewers()
    .some((viewer) => viewer.session === session && viewer.camBack !== "off")

const seenFrom =
  (rooms: ChatRoomsShape, holds: PerformerHolds) =>
  (
    desk: string,
    { id, name, status }: { readonly id: string; readonly name: string; readonly status: number },
  ): DeskPerformer => {
    const host = rooms.host(id)
    const mode = host.mode() ?? modeOfStatus(status)
    return { id, name, mode, viewers: host.viewers().length, hold: holds.statusFor(desk, id) }
  }

/** What the desk that holds her sees of her video; null at a service without an engine. */
const pictureOf = Effect.fnUntraced(function* (performerId: string) {
  const broadcasts = yield* Broadcasts
  if (broadcasts.hasVideo(performerId) === null) return null
  return {
    isPublished: broadcasts.isPublished(livePath(performerId)),
    byProgram: broadcasts.isByStreamKey(performerId),
    hasLoop: broadcasts.loopOf(performerId) !== null,
    hasStreamKey: yield* hasStreamKey(yield* SqlDatabase, performerId),
    stretch: (yield* StillStore).stretchOf(performerId),
  }
})

/** Waits until the hold has another version, or for as long as a desk waits at most. */
const changed = (hold: PerformerHold) =>
  Effect.callback<void>((resume) => {
    const forget = hold.wait(() => resume(Effect.void))
    return Effect.sync(forget)
  }).pipe(
    Effect.timeoutOrElse({
      duration: `${DESK_WAIT_SECONDS} seconds`,
      orElse: () => Effect.void,
    }),
  )

const heldBy = (holds: PerformerHolds, desk: string, performerId: string) => {
  const hold = holds.of(performerId)
  if (hold === undefined) return Effect.fail(deskRefused("deskNotHeld"))
  return hold.desk === desk ? Effect.succeed(hold) : Effect.fail(deskRefused("deskTaken"))
}

/** Holds begin and end here, and what rooms and engine tell reaches them. */
const makeHolds = Effect.gen(function* () {
  const rooms = yield* ChatRooms
  const broadcasts = yield* Broadcasts
  const stills = yield* StillStore
  const ids = yield* BackendIds
  const clock = yield* Clock.Clock
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const holds = new PerformerHolds()
  const now = () => monotonicMillisOf(clock)

  broadcasts.onChange((performerId) => holds.renew(performerId))
  broadcasts.onCamBack((session) => {
    for (const performerId of holds.performers()) {
      if (isShownCamera(rooms, performerId, session)) holds.renew(performerId)
    }
  })
  rooms.onHost((performerId, event) =>
    holds.hear(performerId, event, clock.currentTimeMillisUnsafe()),
  )

  const giveBack = (performerId: string) => {
    const hold = holds.end(performerId)
    rooms.release(performerId)
    stills.forget(performerId)
    if (hold === undefined) return
    run(broadcasts.cut({ _tag: "Desk", hold: hold.id }))
    hold.wake()
  }
  const takeOver = Effect.fnUntraced(function* (desk: string, performerId: string) {
    const before = holds.of(performerId)
    if (before !== undefined && before.desk !== desk) return yield* deskRefused("deskTaken")
    if (before !== undefined) return
    // Before the first wait: of two desks in the same moment one holds her.
    holds.begin(performerId, ids.next("hold"), desk, now())
    yield* rooms
      .hold(performerId)
      .pipe(Effect.tapError(() => Effect.sync(() => giveBack(performerId))))
    const mode = rooms.host(performerId).mode()
    const hold = holds.of(performerId)
    if (mode === "chat" && hold !== undefined) hold.beforePause = mode
  })
  return { holds, now, giveBack, takeOver }
})

export class Desks extends Context.Service<Desks, DesksShape>()("backend/Desks") {
  static readonly layer = Layer.effect(
    Desks,
    Effect.gen(function* () {
      const { deskAwayMs } = yield* BackendConfig
      const database = yield* SqlDatabase
      const rooms = yield* ChatRooms
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<
        BackendIds | Broadcasts | ChatRooms | SqlDatabase | StillStore
      >()
      const { holds, now, giveBack, takeOver } = yield* makeHolds
      const seen = seenFrom(rooms, holds)

      yield* Effect.sync(() => {
        for (const performerId of holds.away(now(), deskAwayMs)) giveBack(performerId)
      }).pipe(
        steadyRound("desks that are away"),
        Effect.repeat(Schedule.spaced(LOOK_EVERY)),
        Effect.forkScoped,
      )

      return Desks.of({
        list: Effect.fn("desk.list")(function* (desk, name) {
          const first = [...holds.performers(), ...rooms.visited()]
          const rows = yield* performersByName(database, name, first)
          return rows.map((row) => seen(desk, row))
        }),
        room: Effect.fn("desk.room")(function* (desk, performerId, after) {
          const before = holds.of(performerId)
          if (before?.desk === desk) {
            before.seenAt = now()
            if (before.version === after) yield* changed(before)
          }
          const [row] = yield* performerNameOf(database, performerId)
          if (row === undefined) return yield* notFound()
          const performer = seen(desk, row)
          const hold = holds.of(performerId)
          if (hold?.desk !== desk) {
            return { performer, version: 0, viewers: [], lines: [], picture: null }
          }
          hold.seenAt = now()
          const picture = yield* Effect.provide(pictureOf(performerId), context)
          const viewers = rooms.host(performerId).viewers()
          return { performer, version: hold.version, viewers, lines: hold.lines, picture }
        }),
        act: Effect.fn("desk.act")(function* (desk, performerId, act) {
          if (act._tag === "TakeOver") return yield* takeOver(desk, performerId)
          const hold = yield* heldBy(holds, desk, performerId)
          hold.seenAt = now()
          if (act._tag === "HandBack") return giveBack(performerId)
          const here = { host: rooms.host(performerId), performerId }
          return yield* actAsHost(here, hold, act, (event) =>
            holds.add(performerId, event, clock.currentTimeMillisUnsafe()),
          ).pipe(Effect.provide(context))
        }),
        holdOf: Effect.fnUntraced(function* (desk, performerId) {
          const hold = yield* heldBy(holds, desk, performerId)
          hold.seenAt = now()
          return hold.id
        }),
        isHeldBy: (hold, performerId) => holds.of(performerId)?.id === hold,
        isShownCamera: (performerId, session) => isShownCamera(rooms, performerId, session),
        renew: (performerId) => holds.renew(performerId),
      })
    }),
  )
}
