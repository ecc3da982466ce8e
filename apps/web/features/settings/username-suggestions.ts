/** Free names similar to the typed one: the request, and which of them show. Pure. */
import { usernameFault, type UsernameLimits } from "@foldcast/rules/username"
import { SUGGESTIONS_SHOWN } from "@foldcast/rules/username-suggestions"
import type { Resource } from "../../runtime/queries.ts"
import { isJson } from "../../runtime/json.ts"

const PATH = "/api/username-suggestions"

const readSuggestions = (body: unknown): ReadonlyArray<string> | null => {
  const suggestions = isJson(body) ? body["suggestions"] : null
  if (!Array.isArray(suggestions)) return null
  return suggestions.filter((name: unknown): name is string => typeof name === "string")
}

/** The log gets a fixed key, never the typed name. */
export const suggestionsFor = (stem: string): Resource<ReadonlyArray<string>> => ({
  path: `${PATH}?username=${encodeURIComponent(stem)}`,
  read: readSuggestions,
  key: PATH,
})

/** The first three that the field itself accepts. */
export const shownSuggestions = (
  suggestions: ReadonlyArray<string>,
  limits: UsernameLimits,
): ReadonlyArray<string> =>
  [...new Set(suggestions)]
    .filter((name) => usernameFault(name, limits) === null)
    .slice(0, SUGGESTIONS_SHOWN)
