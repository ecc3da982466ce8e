/**
 * What somebody is called who enters a room: as they were called there or chose to be, as their account is called, or
 * by a drawn name. A name that was fit once may be so no more: a performer has come who is called so, or it is the
 * name of this room's own host. Who had one is told why they do not have it here.
 *
 * Invariant: nobody's e-mail address is shown.
 */
import { Effect, Random } from "effect"
import { looksLikeHost } from "@foldcast/rules/names/look-alike"
import { trimmedNickname } from "@foldcast/rules/names/nickname"
import { sameKey } from "@foldcast/rules/names/same-key"
import { Database } from "../../db/database.ts"
import type { Member } from "../../members/member.ts"
import { type NameRefusal, nameRefusal } from "../../members/name-refusal.ts"
import { anonymousName } from "../nicknames.ts"
import type { Host } from "../room/room-state.ts"

export interface EnteringName {
  readonly nickname: string
  /** Why they are not called as they were; null where they are, or were called nothing. */
  readonly refused: NameRefusal | null
}

/** The account's name, unless that is its e-mail address. */
const accountName = (member: Member): string | null =>
  sameKey(member.username) === sameKey(member.email) ? null : member.username

/** Why nobody is called so in this room. */
export const refusalIn = Effect.fnUntraced(function* (host: Host, name: string) {
  if (looksLikeHost(name, host.name)) return "lookalike" satisfies NameRefusal
  return yield* nameRefusal(yield* Database, name)
})

/** `wished`: what they were called before, the likest first. The member is null for a guest. */
export const enteringName = Effect.fn("chat.enteringName")(function* (
  host: Host,
  member: Member | null,
  wished: ReadonlyArray<string | null> = [],
) {
  let refused: NameRefusal | null = null
  for (const name of [...wished, member === null ? null : accountName(member)]) {
    if (name === null) continue
    const nickname = trimmedNickname(name)
    const refusal = yield* refusalIn(host, nickname)
    if (refusal === null) return { nickname, refused } satisfies EnteringName
    refused ??= refusal
  }
  const nickname = anonymousName(yield* Random.next)
  return { nickname, refused } satisfies EnteringName
})
