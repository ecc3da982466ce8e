/** Free names like a typed one, by one query over a bounded list of candidates. */
import { sameKey } from "@foldcast/rules/same-key"
import { Effect } from "effect"
import { Database } from "../db/database.ts"
import { takenAmong } from "./member-store.ts"
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
  const taken = yield* takenAmong(yield* Database, candidates)
  return candidates.filter((name) => !taken.has(sameKey(name))).slice(0, limit)
})
