/**
 * The nickname of somebody who enters a room: the one they had or chose, their account's username, or a random one. A
 * nickname that was fine once may no longer be: a performer has registered under it, or it is this host's own name. Who
 * had one is told why it is refused here.
 *
 * Invariant: nobody's e-mail address is shown.
 */
import { Effect, Random } from "effect"
import { looksLikeHost } from "@foldcast/rules/names/look-alike"
import { trimmedNickname } from "@foldcast/rules/names/nickname"
import { sameKey } from "@foldcast/rules/names/same-key"
import { SqlDatabase } from "../../db/database.ts"
import type { StoredMember } from "../../members/member.ts"
import { type NameRefusal, nameRefusal } from "../../members/name-refusal.ts"
import { anonymousName } from "../room-model/nicknames.ts"
import type { RoomHost } from "../room-model/chat-room-state.ts"

export interface EntryName {
  readonly nickname: string
  /** Why the first wanted nickname is refused; null where it is given, or none was wanted. */
  readonly refused: NameRefusal | null
}

/** The account's name, unless that is its e-mail address. */
const accountName = (member: StoredMember): string | null =>
  sameKey(member.username) === sameKey(member.email) ? null : member.username

/** Null: the name may be used in this room. */
export const nameRefusalIn = Effect.fnUntraced(function* (host: RoomHost, name: string) {
  if (looksLikeHost(name, host.name)) return "lookalike" satisfies NameRefusal
  return yield* nameRefusal(yield* SqlDatabase, name)
})

/** `wished`: nicknames in the order of preference. `member`: null for a guest. */
export const entryName = Effect.fn("chat.enteringName")(function* (
  host: RoomHost,
  member: StoredMember | null,
  wished: ReadonlyArray<string | null> = [],
) {
  let refused: NameRefusal | null = null
  for (const name of [...wished, member === null ? null : accountName(member)]) {
    if (name === null) continue
    const nickname = trimmedNickname(name)
    const refusal = yield* nameRefusalIn(host, nickname)
    if (refusal === null) return { nickname, refused } satisfies EntryName
    refused ??= refusal
  }
  const nickname = anonymousName(yield* Random.next)
  return { nickname, refused } satisfies EntryName
})
