/**
 * Why the previous document logged out and went home, for the home page to say, or why this one did before the notice's
 * script had come. Read once.
 */
import { distinctUntilChanged, map } from "rxjs"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { SiteRuntime } from "./site-runtime.ts"
import { literalCodec } from "./stores/codecs.ts"
import { webStore } from "./stores/stored.ts"

const stored = webStore<LogOutReason>(
  () => sessionStorage,
  "log-out-reason",
  literalCodec(["requested", "expired", "forbidden", "replaced", "deleted"]),
)

export const keepLogOutReason = (reason: LogOutReason): void => {
  stored.write(reason)
}

let unreadHere: LogOutReason | null = null

export const noteLogOuts = ({ state$ }: Pick<SiteRuntime, "state$">): void => {
  const identity$ = state$.pipe(
    map(({ account }) => account.identity),
    distinctUntilChanged(),
  )
  identity$.subscribe((identity) => {
    if (identity._tag === "LoggedOut") unreadHere = identity.reason
    if (identity._tag === "Member") unreadHere = null
  })
}

let wasTaken = false

/** Of the previous document; null where no log-out led here. */
export const takeLogOutReason = (): LogOutReason | null => {
  const { value } = stored.read()
  stored.forget()
  if (value !== null) wasTaken = true
  return value
}

/** Null where this document's member has not been logged out, or that has been said. */
export const takeLogOutHere = (): LogOutReason | null => {
  const reason = unreadHere
  unreadHere = null
  return reason
}

/** Whether a log-out led here: the page before was a member's, and is not gone back to. */
export const cameByLogOut = (): boolean => wasTaken || stored.read().status === 200
