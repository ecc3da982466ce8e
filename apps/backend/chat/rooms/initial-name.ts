/**
 * What somebody is called in a room before they have chosen a name there.
 *
 * Callers: entering-free.ts, entering-paid.ts, tip-outside.ts. Invariant: nobody's e-mail address is shown.
 */
import { Effect, Random } from "effect"
import { sameKey } from "@foldcast/rules/same-key"
import type { Member } from "../../members/member.ts"
import { anonymousName } from "../nicknames.ts"

/** The account's name, unless that is its e-mail address. */
const accountName = (member: Member): string | null =>
  sameKey(member.username) === sameKey(member.email) ? null : member.username

/** Null for a guest. */
export const initialName = (member: Member | null): Effect.Effect<string> =>
  Effect.map(Random.next, (chance) =>
    member === null ? anonymousName(chance) : (accountName(member) ?? anonymousName(chance)),
  )
