/**
 * Counts the wrong PINs typed for one number, over all sessions and addresses: so many within an hour are somebody who
 * guesses from many addresses. Whoever runs the site is told; callers are refused for nothing that others typed.
 *
 * Invariant: a window raises one alarm, however many wrong PINs follow and over whatever restart.
 */
import { Clock, Effect } from "effect"
import type { Rate } from "@foldcast/limits/rate-windows"
import type { SqlQueries } from "../db/database.ts"
import { addToWindow, attemptHash } from "../members/attempt-windows.ts"
import type { KeyedHashesShape } from "../members/keyed-hashes.ts"

const LIMIT = "wrongPinsPerNumber"

/** True: this one is the first over the limit. */
export const countWrongPin = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { hashes, rate: { count, withinMs } }: { readonly hashes: KeyedHashesShape; readonly rate: Rate },
  number: string,
) {
  const window = { limit: LIMIT, nameHash: attemptHash(hashes, LIMIT, number), withinMs }
  const used = yield* addToWindow(queries, window, 1, yield* Clock.currentTimeMillis)
  return used.count === count + 1
})
