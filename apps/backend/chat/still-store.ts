/**
 * Stills of free video: JPEGs that the publishing desk sends every two seconds, and for a drawn loop its drawn
 * stills. Free viewers and lists show them.
 *
 * Invariants: a still is shown only in the stretch of free chat in which it was taken: each stretch has an id, which
 * its stills name, and both go with it; only the newest still of a performer is kept, in memory; no-nude mode shows
 * only stills that their publisher marked for it.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { DeskStill } from "@foldcast/contracts/upstream/performer-desk"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { SqlDatabase } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { performerNameOf } from "../performers/performer-names.ts"
import { BackendIds } from "../ids.ts"
import { jpegSize } from "../media/jpeg-size.ts"
import { Broadcasts } from "./engine/broadcasts.ts"
import { livePath } from "./engine/engine-connections.ts"
import { StandInLoops } from "./engine/stand-in-loops.ts"
import { modeOfStatus } from "./room-model/mode-bits.ts"
import { ChatRooms } from "./room-service/chat-rooms.ts"

interface Stretch {
  readonly word: string
  still: { readonly jpeg: Uint8Array; readonly isPlain: boolean; readonly at: number } | null
}

export type StillTakeResult = "kept" | "notFree" | "malformed"

export interface StillStoreShape {
  /** The id of the stretch of free chat in which she publishes now; null where there is none. */
  readonly stretchOf: (performerId: string) => string | null
  readonly keep: (performerId: string, still: typeof DeskStill.Type) => StillTakeResult
  /** Drops what was sent for her. */
  readonly forget: (performerId: string) => void
  /** The still to show now; null where there is none. */
  readonly of: (
    performerId: string,
    isPlainWanted: boolean,
  ) => Effect.Effect<Uint8Array | null, DatabaseUnavailable | ConstraintViolated>
}

/** After three missing stills the last one is too old. */
const FRESH_MS = 6_000
/** Pixels of the longer side. */
const MAX_PIXELS = 640

const isStill = (jpeg: Uint8Array): boolean => {
  const size = jpegSize(jpeg)
  return size !== null && Math.max(size.width, size.height) <= MAX_PIXELS
}

export class StillStore extends Context.Service<StillStore, StillStoreShape>()(
  "backend/StillStore",
) {
  static readonly layer = Layer.effect(
    StillStore,
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      const rooms = yield* ChatRooms
      const broadcasts = yield* Broadcasts
      const loops = yield* StandInLoops
      const ids = yield* BackendIds
      const clock = yield* Clock.Clock
      const stretches = new Map<string, Stretch>()

      const forget = (performerId: string) => {
        stretches.delete(performerId)
      }
      rooms.onHost((performerId, { _tag }) => {
        if (_tag === "ModeChanged") forget(performerId)
      })
      broadcasts.onChange(forget)

      const isFree = (performerId: string) =>
        rooms.host(performerId).mode() === "free" && broadcasts.isPublished(livePath(performerId))

      const stretch = (performerId: string): Stretch | null => {
        if (!isFree(performerId)) return null
        const known = stretches.get(performerId)
        if (known !== undefined) return known
        const begun: Stretch = { word: ids.next("free"), still: null }
        stretches.set(performerId, begun)
        return begun
      }

      const sent = (performerId: string, isPlainWanted: boolean): Uint8Array | null => {
        const still = stretches.get(performerId)?.still ?? null
        if (still === null || monotonicMillisOf(clock) - still.at > FRESH_MS) return null
        return isPlainWanted && !still.isPlain ? null : still.jpeg
      }

      return StillStore.of({
        stretchOf: (performerId) => stretch(performerId)?.word ?? null,
        keep: (performerId, { stretch: word, isPlain, jpeg }) => {
          const now = stretch(performerId)
          if (now?.word !== word) return "notFree"
          if (!isStill(jpeg)) return "malformed"
          now.still = { jpeg, isPlain, at: monotonicMillisOf(clock) }
          return "kept"
        },
        forget,
        of: Effect.fnUntraced(function* (performerId, isPlainWanted) {
          const [listed] = yield* performerNameOf(database, performerId)
          if (listed === undefined) return null
          // Synchronous from here on for what is published, so that the mode is the one of the answer.
          const mode = rooms.host(performerId).mode() ?? modeOfStatus(listed.status)
          if (mode !== "free") return null
          if (broadcasts.isPublished(livePath(performerId))) return sent(performerId, isPlainWanted)
          const loop = broadcasts.loopOf(performerId)
          // No drawn loop is marked for no-nude mode.
          return loop === null || isPlainWanted
            ? null
            : yield* loops.stillOf(loop, clock.currentTimeMillisUnsafe())
        }),
      })
    }),
  )
}
