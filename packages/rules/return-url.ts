/**
 * Where the bank may send a browser back to: a page of the site's own origin, never another's (threat
 * notes, `returnUrl`). It carries no authority: what was paid is asked of the upstream.
 */
export type ReturnUrlFault = "malformed" | "foreignOrigin" | "unknownPath"

/** First segments of pages that exist, after an optional language prefix. */
const PAGES: ReadonlySet<string> = new Set([
  "",
  "cookies",
  "privacy",
  "terms-conditions",
  "settings",
  "favourites",
  "messenger",
  "profile",
])

const isKnownPath = (path: string): boolean => {
  const segments = path.replace(/^\/(?:nl|en)(?=\/|$)/u, "").split("/")
  return PAGES.has(segments[1] ?? "") && !path.startsWith("//")
}

/** Null when the browser may return there. `origin` is the one the browser reached the site under. */
export const returnUrlFault = (text: string, origin: string): ReturnUrlFault | null => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return "malformed"
  if (url.origin !== origin) return "foreignOrigin"
  return isKnownPath(url.pathname) ? null : "unknownPath"
}
