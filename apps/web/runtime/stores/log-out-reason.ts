/** `log-out-reason`: why the document before this one ended, until the home page has said so. */
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { oneOf } from "./codecs.ts"
import { sessionStore } from "./stored.ts"

export const logOutReasonStore = sessionStore(
  { key: "log-out-reason", purpose: "logOut" },
  oneOf<LogOutReason>(["requested", "expired", "forbidden", "replaced", "deleted"]),
)
