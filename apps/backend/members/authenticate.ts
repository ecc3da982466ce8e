/**
 * Whose call is it? A token that is not ours or has expired is 401; one of a member who is gone is 403.
 * Called for every member call and for the member socket.
 */
import { Effect, Option } from "effect"
import { Database } from "../db/database.ts"
import { forbidden, unauthorized } from "../http/refused.ts"
import type { Member } from "./member.ts"
import { memberById } from "./member-store.ts"
import { Tokens } from "./tokens.ts"

export interface Authenticated {
  readonly member: Member
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export const authenticate = Effect.fn("members.authenticate")(function* (token: string) {
  const database = yield* Database
  const content = yield* (yield* Tokens).read(token)
  if (Option.isNone(content)) return yield* unauthorized()
  const { memberId, expiresAt } = content.value
  const member = yield* memberById(database, memberId)
  if (Option.isNone(member) || member.value.deleted) return yield* forbidden()
  const authenticated: Authenticated = { member: member.value, expiresAt }
  return authenticated
})
