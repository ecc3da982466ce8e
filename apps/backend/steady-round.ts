/**
 * A round of what goes on for as long as the backend does. One that breaks is told, and the next one comes: a fibre
 * whose loop died is told by nobody, and mails, ledger or rooms would stand still for everybody.
 */
import { Effect } from "effect"

/** So that what breaks in every round does not fill the log. */
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
