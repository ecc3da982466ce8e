/**
 * The actions that a page's query can ask for: log-in, password reset, verification, registration (ROUTE-38,
 * ROUTE-41 to ROUTE-43; ADR 0011). The browser reads them and posts; the gateway only removes them from the address
 * before a page is rendered, so that no token is ever in HTML. Pure.
 */
export const QUERY_ACTIONS = ["login", "resetpassword", "validate", "register"] as const
/** The actions that take effect by their token. */
const ACTING: ReadonlySet<string> = new Set(["login", "resetpassword", "validate"])
/** Names the page to open after log-in (redirects/protected-pages.ts). */
export const NEXT_PARAMETER = "next"
const ACTION_PARAMETERS: ReadonlySet<string> = new Set([
  "action",
  "token",
  "password",
  NEXT_PARAMETER,
])

const pairsOf = (query: string): ReadonlyArray<string> =>
  query.split("&").filter((pair) => pair !== "")

/** The parameter's name, decoded as the browser decodes it. */
const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? ""

const isActionPair = (pair: string): boolean => ACTION_PARAMETERS.has(nameOf(pair))

const hasQueryAction = (query: string): boolean =>
  new URLSearchParams(query)
    .getAll("action")
    .some((action) => (QUERY_ACTIONS as ReadonlyArray<string>).includes(action))

/** Whether the browser removes a parameter from this address. A token counts with any action or none. */
export const carriesAction = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => ACTION_PARAMETERS.has(name))

/** The pairs of a known action, unchanged; empty where the query asks for no known action. */
export const actionPairs = (query: string): ReadonlyArray<string> =>
  hasQueryAction(query) ? pairsOf(query).filter(isActionPair) : []

/**
 * The token of a link that acts, decoded as the browser decodes it; null where the address has none. The gateway
 * reads only the member that the token names (ADR 0048).
 */
export const actingToken = (query: string): string | null => {
  const parameters = new URLSearchParams(query)
  const token = parameters.get("token") ?? ""
  return ACTING.has(parameters.get("action") ?? "") && token !== "" ? token : null
}

/** The query without the parameters that the browser removes; the others stay unchanged. */
export const withoutAction = (query: string): string =>
  carriesAction(query)
    ? pairsOf(query)
        .filter((pair) => !isActionPair(pair))
        .join("&")
    : query
