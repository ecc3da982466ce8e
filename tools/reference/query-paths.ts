/** The queries for openapi.json. Pure. */
import {
  AlbumPhotos,
  AlbumsList,
  CategoriesList,
  PerformerCountAnswer,
  PerformerProfile,
  PerformersAnswer,
} from "../../contracts/queries/performers.ts"
import {
  ConversationAnswer,
  ConversationsAnswer,
  SuggestionsAnswer,
} from "../../contracts/queries/conversations.ts"
import { MovementsPage } from "../../contracts/queries/movements.ts"
import { PasskeyCreationOptions } from "../../contracts/passkey.ts"
import {
  PasskeyChallengeAnswer,
  PasskeyChallengeQuery,
  PasskeyRegistrationQuery,
  PasskeysAnswer,
} from "../../contracts/queries/passkeys.ts"
import { VisitorChoice } from "../../contracts/queries/visitor-choice.ts"
import {
  OpenSessionsAnswer,
  SessionAnswer,
  UsernameSuggestionsAnswer,
} from "../../contracts/queries/session.ts"

export const QUERY_SCHEMAS = {
  PerformersAnswer,
  PerformerProfile,
  PerformerCountAnswer,
  CategoriesList,
  AlbumsList,
  AlbumPhotos,
  SessionAnswer,
  OpenSessionsAnswer,
  UsernameSuggestionsAnswer,
  MovementsPage,
  ConversationsAnswer,
  ConversationAnswer,
  SuggestionsAnswer,
  PasskeysAnswer,
  PasskeyChallengeQuery,
  PasskeyChallengeAnswer,
  PasskeyRegistrationQuery,
  PasskeyCreationOptions,
  VisitorChoice,
} as const
type QuerySchema = keyof typeof QUERY_SCHEMAS

interface Query {
  readonly operationId: string
  readonly summary: string
  readonly parameters: ReadonlyArray<string>
  readonly answer: QuerySchema
  /** For a POST: its body. */
  readonly body?: QuerySchema
  /** Who may ask: `anybody`, with one answer for all; any `browser`, about itself; a `member`. */
  readonly asker: "anybody" | "browser" | "member"
  /** For a member's: what else it is refused with. */
  readonly refusals?: ReadonlyArray<keyof typeof OF_MEMBERS>
}

const OF_MEMBERS = {
  "400": "A part of the question cannot be read.",
  "404": "There is no such thing, or it is another member's.",
} as const

const QUERIES: Readonly<Record<string, Query>> = {
  "/api/performers": {
    operationId: "performers",
    summary: "A page of performers; with a limit of more than 100, all pages so far.",
    parameters: ["category", "filter", "order", "page", "limit", "lang", "ids"],
    answer: "PerformersAnswer",
    asker: "anybody",
  },
  "/api/performers/count": {
    operationId: "performerCount",
    summary: "How many pass a filter; 1,000 stands for that many or more.",
    parameters: ["category", "filter"],
    answer: "PerformerCountAnswer",
    asker: "anybody",
  },
  "/api/performers/autocomplete": {
    operationId: "performersNamed",
    summary: "Performers for at least three typed characters of a name, the best match first.",
    parameters: ["username", "limit", "lang"],
    answer: "PerformersAnswer",
    asker: "anybody",
  },
  "/api/performers/{username}": {
    operationId: "performer",
    summary: "A profile.",
    parameters: ["lang"],
    answer: "PerformerProfile",
    asker: "anybody",
  },
  "/api/categories": {
    operationId: "categories",
    summary: "The categories by their position.",
    parameters: [],
    answer: "CategoriesList",
    asker: "anybody",
  },
  "/api/albums/{performerId}": {
    operationId: "albums",
    summary: "A performer's albums.",
    parameters: ["lang"],
    answer: "AlbumsList",
    asker: "anybody",
  },
  "/api/albums/{performerId}/{albumId}": {
    operationId: "album",
    summary: "An album's photos.",
    parameters: ["lang"],
    answer: "AlbumPhotos",
    asker: "anybody",
  },
  "/api/session": {
    operationId: "session",
    summary: "Who this browser is.",
    parameters: [],
    answer: "SessionAnswer",
    asker: "browser",
  },
  "/api/sessions": {
    operationId: "openSessions",
    summary: "The member's open sessions, this one first.",
    parameters: [],
    answer: "OpenSessionsAnswer",
    asker: "member",
  },
  "/api/username-suggestions": {
    operationId: "usernameSuggestions",
    summary: "Free names like a typed one.",
    parameters: ["username"],
    answer: "UsernameSuggestionsAnswer",
    asker: "member",
  },
  "/api/movements": {
    operationId: "movements",
    summary: "A page of the member's credit movements, newest first.",
    parameters: ["before"],
    answer: "MovementsPage",
    asker: "member",
  },
  "/api/conversations": {
    operationId: "conversations",
    summary: "A page of the member's conversations.",
    parameters: ["filter", "sort", "username", "page", "limit"],
    answer: "ConversationsAnswer",
    asker: "member",
    refusals: ["400"],
  },
  "/api/conversations/{id}": {
    operationId: "conversation",
    summary: "A page of a conversation's messages, the newest on page 0.",
    parameters: ["page", "limit"],
    answer: "ConversationAnswer",
    asker: "member",
    refusals: ["400", "404"],
  },
  "/api/suggestions/{type}": {
    operationId: "suggestions",
    summary: "Performers to write to: favourites, or models who are online.",
    parameters: ["username", "page", "limit"],
    answer: "SuggestionsAnswer",
    asker: "member",
    refusals: ["400", "404"],
  },
  "/api/passkeys": {
    operationId: "passkeys",
    summary: "The member's passkeys, the newest first.",
    parameters: [],
    answer: "PasskeysAnswer",
    asker: "member",
  },
  "/api/passkeys/challenge": {
    operationId: "passkeyChallenge",
    summary: "A challenge to log in with, or as proof in an open session.",
    parameters: [],
    body: "PasskeyChallengeQuery",
    answer: "PasskeyChallengeAnswer",
    asker: "browser",
  },
  "/api/passkeys/registration": {
    operationId: "passkeyRegistration",
    summary: "What to make another passkey with, asked for with proof.",
    parameters: [],
    body: "PasskeyRegistrationQuery",
    answer: "PasskeyCreationOptions",
    asker: "member",
  },
  "/api/choices": {
    operationId: "keepChoice",
    summary: "Writes the cookie of what the visitor just chose.",
    parameters: [],
    body: "VisitorChoice",
    answer: "VisitorChoice",
    asker: "browser",
  },
}

const parameter = (name: string, place: "path" | "query") => ({
  name,
  in: place,
  required: place === "path",
  schema: { type: "string" },
})

const placed = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name)

type Problem = (description: string) => unknown

const OF_POSTS = {
  "400": "The question cannot be read, or is refused for what the label says.",
  "403": "Another site asks.",
  "415": "Not JSON.",
} as const

const refusalsOfPosts = (problem: Problem) =>
  Object.fromEntries(
    Object.entries(OF_POSTS).map(([status, description]) => [status, problem(description)]),
  )

const refusals = (asker: Query["asker"], problem: Problem): Readonly<Record<string, unknown>> => {
  const unavailable = { "503": problem("Nobody could say.") }
  const tooOften = { "429": problem("Too often; Retry-After says when.") }
  switch (asker) {
    case "anybody":
      return {
        "400": problem("A part of the question cannot be read."),
        "404": problem("There is nothing of that name."),
        ...tooOften,
        ...unavailable,
      }
    case "browser":
      return unavailable
    case "member":
      return { "401": problem("Nobody is logged in."), ...tooOften, ...unavailable }
  }
}

const DESCRIPTIONS: Readonly<Record<Query["asker"], string>> = {
  anybody: "The answer, the same for everybody.",
  browser: "The answer, this browser's own.",
  member: "The answer, this member's own.",
}

/** `json` and `problem` make the contents of a response. */
export const queryPaths = (
  json: (name: QuerySchema) => unknown,
  problem: Problem,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(QUERIES).map(
      ([path, { operationId, summary, parameters, body, answer, asker, refusals: more = [] }]) => [
        path,
        {
          [body === undefined ? "get" : "post"]: {
            operationId,
            summary,
            ...(body !== undefined && { requestBody: { required: true, content: json(body) } }),
            parameters: [
              ...placed(path).map((name) => parameter(name, "path")),
              ...parameters.map((name) => parameter(name, "query")),
            ],
            responses: {
              "200": { description: DESCRIPTIONS[asker], content: json(answer) },
              ...(body !== undefined && refusalsOfPosts(problem)),
              ...Object.fromEntries(more.map((status) => [status, problem(OF_MEMBERS[status])])),
              ...refusals(asker, problem),
            },
          },
        },
      ],
    ),
  )
