/** Free usernames like a typed one, without performers' names: one query over a bounded list of candidates. */
import { sameKey } from "@foldcast/rules/names/same-key"
import { Effect } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { takenAmong } from "./member-store.ts"
import { nameRefusal } from "./name-refusal.ts"
import { usernameCandidates } from "./username-candidates.ts"

export interface SuggestionsAsked {
  readonly username: string
  readonly limit: number
  readonly maxLength: number
}

export const suggestUsernames = Effect.fn("members.suggestUsernames")(function* ({
  username,
  limit,
  maxLength,
}: SuggestionsAsked) {
  const candidates = usernameCandidates(username, maxLength)
  const database = yield* SqlDatabase
  const taken = yield* takenAmong(database, candidates)
  const free: Array<string> = []
  for (const name of candidates) {
    if (free.length === limit) break
    if (!taken.has(sameKey(name)) && (yield* nameRefusal(database, name)) === null) free.push(name)
  }
  return free
})
