/**
 * Why a document ended that went home, for the home page to say: the reason would go with the document.
 * Written by live-site.ts, read once by features/connection/session-notice.tsx.
 */
import type { LogOutReason } from "@foldcast/contracts/stream/account"
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

let wasTaken = false

/** Null where the document before this one did not go home. */
export const takeLogOutReason = (): LogOutReason | null => {
  const { value } = stored.read()
  stored.forget()
  if (value !== null) wasTaken = true
  return value
}

/** Whether a log-out led to this document: the page before it was the member's, and nobody goes back to it. */
export const cameByLogOut = (): boolean => wasTaken || stored.read().status === 200
