/**
 * One round of a loop that runs as long as the backend. A defect is logged and the loop goes on: nobody would notice
 * a dead fibre, and mails, ledger or rooms would stand still for everybody.
 */
import { Effect } from "effect"

/** Keeps a defect of every round from filling the log. */
const PAUSE_MS = 1_000

export const steadyRound =
  (what: string) =>
  <E, R>(round: Effect.Effect<unknown, E, R>): Effect.Effect<void, E, R> =>
    round.pipe(
      Effect.asVoid,
      Effect.catchDefect((defect) =>
        Effect.logError("a round broke", what, defect).pipe(Effect.andThen(Effect.sleep(PAUSE_MS))),
      ),
    )
