/**
 * Changes a username by the rules of the settings. It has to be free, or the member's own in another spelling, and no
 * performer's.
 */
import { Effect, Option } from "effect"
import { trimmedUsername, USERNAME_IN_SETTINGS, usernameFault } from "@foldcast/rules/username"
import { SqlDatabase } from "../db/database.ts"
import { BRAND_NAMES } from "../brands/brands.ts"
import { badRequest, forbidden, Refused } from "../http/refused.ts"
import type { StoredMember } from "./member.ts"
import { nameRefusal } from "./name-refusal.ts"
import { setUsername } from "./member-store.ts"
import { Tokens } from "./tokens.ts"

const usernameExists = () =>
  new Refused({
    status: 409,
    label: "badRequest.usernameExists",
    fields: [{ field: "username", label: "usernameExists" }],
  })

/** Answers a token of the same log-in; earlier tokens stay valid, because a name shuts nobody out. */
export const changeUsername = Effect.fn("members.changeUsername")(function* (
  member: StoredMember,
  typed: string,
  loggedInAt: number,
) {
  const database = yield* SqlDatabase
  const fault =
    usernameFault(typed, USERNAME_IN_SETTINGS, BRAND_NAMES) ??
    (yield* nameRefusal(database, trimmedUsername(typed)))
  if (fault !== null) {
    return yield* badRequest(fault, [{ field: "username", label: fault }])
  }
  const changed = yield* setUsername(database, member.id, trimmedUsername(typed)).pipe(
    Effect.catchTag("ConstraintViolated", ({ constraint }) =>
      constraint === "members_username_unique"
        ? Effect.fail(usernameExists())
        : Effect.die(new Error(`changing a username met the constraint ${constraint}`)),
    ),
  )
  if (Option.isNone(changed)) return yield* forbidden()
  return yield* (yield* Tokens).exchange(changed.value, loggedInAt)
})
