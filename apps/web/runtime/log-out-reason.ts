/**
 * Why a document ended that went home, for the home page to say: the reason would go with the document.
 * Written by live-site.ts, read once by features/connection/session-notice.tsx.
 */
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { logOutReasonStore } from "./stores/log-out-reason.ts"

export const keepLogOutReason = (reason: LogOutReason): void => {
  logOutReasonStore.write(reason)
}

let wasTaken = false

/** Null where the document before this one did not go home. */
export const takeLogOutReason = (): LogOutReason | null => {
  const { value } = logOutReasonStore.read()
  logOutReasonStore.forget()
  if (value !== null) wasTaken = true
  return value
}

/** Whether a log-out led to this document: the page before it was the member's, and nobody goes back to it. */
export const cameByLogOut = (): boolean => wasTaken || logOutReasonStore.read().status === 200
