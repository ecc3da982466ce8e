/** The queries about performers as openapi.json tells them. Pure; called by interface-descriptions.ts. */
import {
  AlbumPhotos,
  AlbumsList,
  AutocompleteNamesAnswer,
  CategoriesList,
  PerformerCountAnswer,
  PerformerProfile,
  PerformersAnswer,
} from "../../contracts/queries/performers.ts"

export const QUERY_SCHEMAS = {
  PerformersAnswer,
  PerformerProfile,
  AutocompleteNamesAnswer,
  PerformerCountAnswer,
  CategoriesList,
  AlbumsList,
  AlbumPhotos,
} as const
type QuerySchema = keyof typeof QUERY_SCHEMAS

interface Query {
  readonly operationId: string
  readonly summary: string
  readonly parameters: ReadonlyArray<string>
  readonly answer: QuerySchema
}

const QUERIES: Readonly<Record<string, Query>> = {
  "/api/performers": {
    operationId: "performers",
    summary: "A page of performers; with a limit of more than 100, all pages so far.",
    parameters: ["category", "filter", "order", "page", "limit", "lang", "ids"],
    answer: "PerformersAnswer",
  },
  "/api/performers/count": {
    operationId: "performerCount",
    summary: "How many pass a filter; 1,000 stands for that many or more.",
    parameters: ["category", "filter"],
    answer: "PerformerCountAnswer",
  },
  "/api/performers/autocomplete": {
    operationId: "performerNames",
    summary: "Names for at least three typed characters, at most ten.",
    parameters: ["username"],
    answer: "AutocompleteNamesAnswer",
  },
  "/api/performers/{username}": {
    operationId: "performer",
    summary: "A profile.",
    parameters: ["lang"],
    answer: "PerformerProfile",
  },
  "/api/categories": {
    operationId: "categories",
    summary: "The categories by their position.",
    parameters: [],
    answer: "CategoriesList",
  },
  "/api/albums/{performerId}": {
    operationId: "albums",
    summary: "A performer's albums.",
    parameters: ["lang"],
    answer: "AlbumsList",
  },
  "/api/albums/{performerId}/{albumId}": {
    operationId: "album",
    summary: "An album's photos.",
    parameters: ["lang"],
    answer: "AlbumPhotos",
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

/** `json` and `problem` make the contents of a response. */
export const queryPaths = (
  json: (name: QuerySchema) => unknown,
  problem: (description: string) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(QUERIES).map(([path, { operationId, summary, parameters, answer }]) => [
      path,
      {
        get: {
          operationId,
          summary,
          parameters: [
            ...placed(path).map((name) => parameter(name, "path")),
            ...parameters.map((name) => parameter(name, "query")),
          ],
          responses: {
            "200": { description: "The answer, the same for everybody.", content: json(answer) },
            "400": problem("A part of the question cannot be read."),
            "404": problem("There is nothing of that name."),
            "429": problem("Too often; Retry-After says when."),
            "503": problem("Nobody could say."),
          },
        },
      },
    ]),
  )
