/**
 * The address to which a bank sends the visitor back: the brand's own origin and a path of the site, without a
 * query (WALLET-29). The browser builds it and the gateway checks it.
 */
import { pageOf, splitLocale } from "./page-routes.ts"
import { parsedUrl } from "./parsed-url.ts"

export type ReturnUrlFault = "malformed" | "foreignOrigin" | "unknownPath"

/** A path in this site's only spelling. */
const SITE_PATH = /^(?:\/|(?:\/[A-Za-z0-9_-]{1,64})+)$/u

/** The gateway's own paths, which are no return addresses. */
const NOT_PAGES: ReadonlySet<string> = new Set([
  "/api",
  "/health",
  "/metrics",
  "/support",
  "/assets",
])

/**
 * Whether a page of the site has this path (page-routes.ts). Any slug counts as a category; the router knows
 * which exist.
 */
export const isSitePath = (path: string): boolean => {
  const { rest } = splitLocale(path === "" ? "/" : path)
  const page = SITE_PATH.test(rest) && !NOT_PAGES.has(rest) ? pageOf(rest)?.page : undefined
  return page !== undefined && page !== "not-found"
}

/** `origin` as `location.origin` gives it: without a trailing slash. */
export const returnUrlFault = (returnUrl: string, origin: string): ReturnUrlFault | null => {
  const url = parsedUrl(returnUrl)
  if (
    url === null ||
    url.username !== "" ||
    url.password !== "" ||
    url.search !== "" ||
    url.hash !== ""
  ) {
    return "malformed"
  }
  if (url.origin !== origin) return "foreignOrigin"
  // If the parser changed the path (dots, backslashes, control characters), it is not a path of this site.
  if (returnUrl !== origin + url.pathname && returnUrl !== origin) return "malformed"
  return isSitePath(url.pathname) ? null : "unknownPath"
}

/** The page's own address as a return address; home when the page cannot be returned to. */
export const returnUrlOf = (origin: string, path: string): string =>
  isSitePath(path) ? origin + path : `${origin}/`
