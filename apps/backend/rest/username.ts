/** POST /change-username and GET /username/suggestions. */
import { Effect } from "effect"
import {
  ChangeUsernameAnswer,
  ChangeUsernameRequest,
  UsernameSuggestions,
} from "@foldcast/contracts/upstream/member-api"
import { SUGGESTION_MAX_LENGTH, SUGGESTIONS_ASKED } from "@foldcast/rules/username-suggestions"
import { memberCall, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest } from "../http/refused.ts"
import { changeUsername } from "../members/change-username.ts"
import { suggestUsernames } from "../members/suggest-usernames.ts"

const postChangeUsername = memberCall({
  storesFor: "members",
  body: ChangeUsernameRequest,
  answer: ChangeUsernameAnswer,
  handle: (member, { body }, loggedInAt) =>
    Effect.map(changeUsername(member, body.username, loggedInAt), (token) => ({ token })),
})

/** A whole number from 1 to `most`; `most` where it is missing. */
const bounded = (query: URLSearchParams, name: string, most: number) => {
  const text = query.get(name) ?? String(most)
  const value = /^\d{1,4}$/u.test(text) ? Number(text) : 0
  return value >= 1 ? Effect.succeed(Math.min(value, most)) : Effect.fail(badRequest(name))
}

const getUsernameSuggestions = openCall({
  body: NoBody,
  answer: UsernameSuggestions,
  handle: Effect.fnUntraced(function* ({ query }) {
    const limit = yield* bounded(query, "limit", SUGGESTIONS_ASKED)
    const maxLength = yield* bounded(query, "maxLength", SUGGESTION_MAX_LENGTH)
    const username = query.get("username") ?? ""
    return { suggestions: yield* suggestUsernames({ username, limit, maxLength }) }
  }),
})

export const usernameRoutes = routesOf({
  "POST /change-username": postChangeUsername,
  "GET /username/suggestions": getUsernameSuggestions,
})
