/** Log-out leaves nothing for the next person at this computer (docs/protocol.md, "Log-in and log-out"). */
import { concatMap, type Observable } from "rxjs"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { Effect, LogStep } from "./effect.ts"

/** A visitor who logs out goes home. After an expired session the visitor stays, and can log in again. */
const GOES_HOME: Readonly<Record<LogOutReason, boolean>> = {
  requested: true,
  deleted: true,
  expired: false,
  forbidden: false,
  replaced: false,
}

const ended = ({ before, after }: LogStep): ReadonlyArray<Effect> => {
  const { identity } = after.account
  if (identity._tag !== "LoggedOut" || before.account.identity._tag === "LoggedOut") return []
  return GOES_HOME[identity.reason]
    ? [{ _tag: "ForgetMember" }, { _tag: "GoHome" }]
    : [{ _tag: "ForgetMember" }]
}

export const sessionReactions = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(concatMap(ended))
