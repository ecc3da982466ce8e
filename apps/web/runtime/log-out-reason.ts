/** Why the previous document logged out and went home, for the home page to say. Read once. */
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

/** Null where no log-out led here. */
export const takeLogOutReason = (): LogOutReason | null => {
  const { value } = stored.read()
  stored.forget()
  if (value !== null) wasTaken = true
  return value
}

/** Whether a log-out led here: the page before was a member's, and is not gone back to. */
export const cameByLogOut = (): boolean => wasTaken || stored.read().status === 200
