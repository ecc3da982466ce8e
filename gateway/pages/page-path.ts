/**
 * Paths that are no page at all: a second slash at the beginning would be another host's address, and
 * control characters have no business in one (docs/protocol.md, "Pages"). Pure.
 */
import { DEFAULT_LOCALE, localePath, PAGES, splitLocale } from "@foldcast/rules/page-routes"

export const isPagePath = (path: string): boolean => {
  if (path.startsWith("//") || path.startsWith("/\\")) return false
  const decoded = (() => {
    try {
      return decodeURIComponent(path)
    } catch {
      return null
    }
  })()
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return decoded !== null && !decoded.startsWith("//") && !/[\u0000-\u001f\u007f]/u.test(decoded)
}

/** As the router writes a path: it would move any other instead of saying that there is no page. */
const isWrittenPlainly = (path: string): boolean =>
  isPagePath(path) && !path.includes("//") && (path === "/" || !path.endsWith("/"))

/** Under which path an address is rendered. */
export const renderedPath = (path: string): string =>
  isWrittenPlainly(path)
    ? path
    : localePath(PAGES["not-found"].path, splitLocale(path).prefix ?? DEFAULT_LOCALE)
