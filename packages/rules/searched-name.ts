/** The name in the query of the page of results. Pure; apart from the search itself, which no first page loads. */

export const SEARCHED_NAME = "name"

/** The first of several; empty where there is none. */
export const searchedName = (query: URLSearchParams): string =>
  (query.get(SEARCHED_NAME) ?? "").trim()
