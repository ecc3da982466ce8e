/**
 * The actions that a page's query can ask for: log-in, password reset, verification, registration
 * (ROUTE-38, ROUTE-41 to ROUTE-43; ADR 0011). The browser reads them and posts; here they are only taken
 * out of the address before a page is rendered, so that no token is ever in HTML. Pure.
 */
export const QUERY_ACTIONS = ["login", "resetpassword", "validate", "register"] as const
/** Those that do something by their token. */
const ACTING: ReadonlySet<string> = new Set(["login", "resetpassword", "validate"])
/** Names the page that a log-in leads on to (redirects/protected-pages.ts). */
export const NEXT_PARAMETER = "next"
const ACTION_PARAMETERS: ReadonlySet<string> = new Set([
  "action",
  "token",
  "password",
  NEXT_PARAMETER,
])

const pairsOf = (query: string): ReadonlyArray<string> =>
  query.split("&").filter((pair) => pair !== "")

/** The pair's name as the browser reads it. */
const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? ""

const isActionPair = (pair: string): boolean => ACTION_PARAMETERS.has(nameOf(pair))

const hasQueryAction = (query: string): boolean =>
  new URLSearchParams(query)
    .getAll("action")
    .some((action) => (QUERY_ACTIONS as ReadonlyArray<string>).includes(action))

/** Whether the browser takes something out of this address: a token is one beside any action or none. */
export const carriesAction = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => ACTION_PARAMETERS.has(name))

/** The pairs of an action, as they were written; none where nothing of ours is asked. */
export const actionPairs = (query: string): ReadonlyArray<string> =>
  hasQueryAction(query) ? pairsOf(query).filter(isActionPair) : []

/**
 * The token of a link that acts, as the browser reads it; null where the address holds none. The gateway reads
 * of it whose it says it is, and nothing else (ADR 0048).
 */
export const actingToken = (query: string): string | null => {
  const parameters = new URLSearchParams(query)
  const token = parameters.get("token") ?? ""
  return ACTING.has(parameters.get("action") ?? "") && token !== "" ? token : null
}

/** The query without what the browser takes out; every other parameter stays as it was written. */
export const withoutAction = (query: string): string =>
  carriesAction(query)
    ? pairsOf(query)
        .filter((pair) => !isActionPair(pair))
        .join("&")
    : query
