/**
 * Where a bank may send the visitor back to: the brand's own origin and a path of the site, without a query
 * (WALLET-29). Used by the browser that builds it and the gateway that checks it.
 */
import { pageOf, splitLocale } from "./page-routes.ts"
import { parsedUrl } from "./parsed-url.ts"

export type ReturnUrlFault = "malformed" | "foreignOrigin" | "unknownPath"

/** A path as this site writes it, and no other spelling of one. */
const SITE_PATH = /^(?:\/|(?:\/[A-Za-z0-9_-]{1,64})+)$/u

/** The gateway's own surface, which no bank returns to. */
const NOT_PAGES: ReadonlySet<string> = new Set([
  "/api",
  "/health",
  "/metrics",
  "/support",
  "/assets",
])

/** Whether a page of the site has this path (page-routes.ts). A slug is a category's; the router knows which exist. */
export const isSitePath = (path: string): boolean => {
  const { rest } = splitLocale(path === "" ? "/" : path)
  const page = SITE_PATH.test(rest) && !NOT_PAGES.has(rest) ? pageOf(rest)?.page : undefined
  return page !== undefined && page !== "not-found"
}

/** `origin` as `location.origin` gives it: no slash at its end. */
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
  // What the parser changed (dots, backslashes, control characters) was no path of ours.
  if (returnUrl !== origin + url.pathname && returnUrl !== origin) return "malformed"
  return isSitePath(url.pathname) ? null : "unknownPath"
}

/** The page's own address as a return address; home where the page is not one to come back to. */
export const returnUrlOf = (origin: string, path: string): string =>
  isSitePath(path) ? origin + path : `${origin}/`
