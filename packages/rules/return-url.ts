/**
 * Where a bank may send the visitor back to: the brand's own origin and a path of the site, without a query
 * (WALLET-29). Used by the browser that builds it and the gateway that checks it.
 */
import { withoutLocale } from "@foldcast/contracts/locale-prefix"

export type ReturnUrlFault = "malformed" | "foreignOrigin" | "unknownPath"

/** The site's routes below the language prefix. A slug is a category's; the router knows which exist. */
const ROUTES: ReadonlyArray<RegExp> = [
  /^\/?$/u,
  /^\/profile(?:\/[A-Za-z0-9_-]{1,64})?$/u,
  /^\/messenger(?:\/[A-Za-z0-9_-]{1,64})?$/u,
  /^\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u,
]

/** The gateway's own surface, which no bank returns to. */
const NOT_PAGES: ReadonlySet<string> = new Set([
  "/api",
  "/health",
  "/metrics",
  "/support",
  "/assets",
])

export const isSitePath = (path: string): boolean => {
  const route = withoutLocale(path)
  return !NOT_PAGES.has(route) && ROUTES.some((pattern) => pattern.test(route))
}

/** `origin` as `location.origin` gives it: no slash at its end. */
export const returnUrlFault = (returnUrl: string, origin: string): ReturnUrlFault | null => {
  if (!URL.canParse(returnUrl)) return "malformed"
  const url = new URL(returnUrl)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
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
