/**
 * Authenticates a call or a socket by its token. A token that is not ours, has expired or was made void by a changed
 * password is 401. One of a deleted member is 403, and so is a password-reset link's token for any call but the
 * password change. The token of a phone call is no member's: 400 `badRequest.membersOnly`, since a labelled 401 or 403
 * would end the browser's session.
 */
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, forbidden, unauthorized } from "../http/refused.ts"
import { CallTokens } from "./call-tokens.ts"
import type { StoredMember } from "./member.ts"
import { memberById } from "./member-store.ts"
import { Tokens } from "./tokens.ts"

export interface Authenticated {
  readonly member: StoredMember
  /** When the member proved who they are, milliseconds since 1970. */
  readonly loggedInAt: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The hash of the reset link that gave the token; null for all others. */
  readonly resetLink: string | null
}

/** For the calls that a reset link's token may make too. */
export const authenticateAny = Effect.fn("members.authenticateAny")(function* (token: string) {
  const database = yield* SqlDatabase
  const content = yield* (yield* Tokens).read(token)
  if (Option.isNone(content)) {
    const isOfCall = Option.isSome(yield* (yield* CallTokens).read(token))
    return yield* isOfCall ? badRequest("membersOnly") : unauthorized()
  }
  const { memberId, version, loggedInAt, expiresAt, resetLink } = content.value
  const found = yield* memberById(database, memberId)
  if (Option.isNone(found) || found.value.deleted) return yield* forbidden()
  if (found.value.token_version !== version) return yield* unauthorized()
  const authenticated: Authenticated = { member: found.value, loggedInAt, expiresAt, resetLink }
  return authenticated
})

export const authenticate = Effect.fn("members.authenticate")(function* (token: string) {
  const authenticated = yield* authenticateAny(token)
  if (authenticated.resetLink !== null) return yield* forbidden()
  return authenticated
})
