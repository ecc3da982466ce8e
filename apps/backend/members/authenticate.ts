/**
 * Authenticates a call or a socket by its token. A token that is not ours, has expired or was made void by a changed
 * password is 401. One of a deleted member is 403, and so is a password-reset link's token for any call but the
 * password change. The token of a phone call is no member's: 400 `badRequest.membersOnly`, since a labelled 401 or 403
 * would end the browser's session.
 */
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, forbidden, unauthorized } from "../http/refused.ts"
import { type CallTokenContent, CallTokens } from "./call-tokens.ts"
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

type Bearer =
  | { readonly _tag: "Member"; readonly authenticated: Authenticated }
  | { readonly _tag: "Caller"; readonly caller: CallTokenContent }

/** Members' tokens first: nearly every token is one. */
const bearerOf = Effect.fnUntraced(function* (token: string) {
  const content = yield* (yield* Tokens).read(token)
  if (Option.isNone(content)) {
    const caller = yield* (yield* CallTokens).read(token)
    if (Option.isNone(caller)) return yield* unauthorized()
    return { _tag: "Caller", caller: caller.value } satisfies Bearer
  }
  const { memberId, version, loggedInAt, expiresAt, resetLink } = content.value
  const found = yield* memberById(yield* SqlDatabase, memberId)
  if (Option.isNone(found) || found.value.deleted) return yield* forbidden()
  if (found.value.token_version !== version) return yield* unauthorized()
  const authenticated = { member: found.value, loggedInAt, expiresAt, resetLink }
  return { _tag: "Member", authenticated } satisfies Bearer
})

/** For the calls that a reset link's token may make too. */
export const authenticateAny = Effect.fn("members.authenticateAny")(function* (token: string) {
  const bearer = yield* bearerOf(token)
  return bearer._tag === "Member" ? bearer.authenticated : yield* badRequest("membersOnly")
})

export const authenticate = Effect.fn("members.authenticate")(function* (token: string) {
  const authenticated = yield* authenticateAny(token)
  return authenticated.resetLink === null ? authenticated : yield* forbidden()
})

/** For what a member may do, and whoever pays by phone. */
export const authenticateMemberOrCaller = Effect.fn("members.authenticateMemberOrCaller")(
  function* (token: string) {
    const bearer = yield* bearerOf(token)
    const isOfReset = bearer._tag === "Member" && bearer.authenticated.resetLink !== null
    return isOfReset ? yield* forbidden() : bearer
  },
)
