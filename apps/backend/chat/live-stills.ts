/**
 * Stills of the free picture: JPEGs that the publishing desk sends every two seconds, and for a drawn loop those that
 * were drawn with it. Who watches free may see them, and so may everybody in a list.
 *
 * Invariants: a still is answered in the very stretch of free chat in which it was taken and in no other: each
 * stretch has a word of its own that a still names, and with the stretch both are gone; in memory alone, the newest
 * of each performer; in no-nude mode only what its publisher marked for it.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { DeskStill } from "@foldcast/contracts/upstream/performer-desk"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Database } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { loopStills } from "../demo/rooms/loop-stills.ts"
import { nameOf } from "../desk/performer-names.ts"
import { Ids } from "../ids.ts"
import { jpegSize } from "../media/jpeg-size.ts"
import { Broadcasts, livePath } from "./broadcasts.ts"
import { modeOf } from "./rooms/mode-bits.ts"
import { Rooms } from "./rooms.ts"

interface Stretch {
  readonly word: string
  still: { readonly jpeg: Uint8Array; readonly isPlain: boolean; readonly at: number } | null
}

export type Kept = "kept" | "notFree" | "malformed"

export interface LiveStillsShape {
  /** The word of the stretch of free chat that a picture is published in now; null where there is none. */
  readonly stretchOf: (performerId: string) => string | null
  readonly keep: (performerId: string, still: typeof DeskStill.Type) => Kept
  /** Nothing of what was sent for her is shown any more. */
  readonly forget: (performerId: string) => void
  /** What there is to see of her now; null where there is nothing. */
  readonly of: (
    performerId: string,
    isPlainWanted: boolean,
  ) => Effect.Effect<Uint8Array | null, DatabaseUnavailable | ConstraintViolated>
}

/** Three that did not come. */
const FRESH_MS = 6_000
/** Pixels of the longer side. */
const MOST_PIXELS = 640

const isStill = (jpeg: Uint8Array): boolean => {
  const size = jpegSize(jpeg)
  return size !== null && Math.max(size.width, size.height) <= MOST_PIXELS
}

export class LiveStills extends Context.Service<LiveStills, LiveStillsShape>()(
  "backend/LiveStills",
) {
  static readonly layer = Layer.effect(
    LiveStills,
    Effect.gen(function* () {
      const database = yield* Database
      const rooms = yield* Rooms
      const broadcasts = yield* Broadcasts
      const ids = yield* Ids
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

      return LiveStills.of({
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
          const [listed] = yield* nameOf(database, performerId)
          if (listed === undefined) return null
          // From here on nothing is waited for, so what is free now is what is answered.
          const mode = rooms.host(performerId).mode() ?? modeOf(listed.status)
          if (mode !== "free") return null
          if (broadcasts.isPublished(livePath(performerId))) return sent(performerId, isPlainWanted)
          const loop = broadcasts.loopOf(performerId)
          // Loops are drawn as the ordinary pictures are: none is marked for no-nude mode.
          return loop === null || isPlainWanted
            ? null
            : loopStills.at(loop, clock.currentTimeMillisUnsafe())
        }),
      })
    }),
  )
}
