/** Log-out leaves nothing behind for the next person at this computer (stream-protocol, "Log-out"). */
import { filter, map, type Observable } from "rxjs"
import type { Effect, Step } from "./effect.ts"

export const sessionReactions = (steps$: Observable<Step>): Observable<Effect> =>
  steps$.pipe(
    filter(
      ({ before, after }) =>
        after.account.identity._tag === "LoggedOut" && before.account.identity._tag !== "LoggedOut",
    ),
    map(() => ({ _tag: "ForgetMember" })),
  )
