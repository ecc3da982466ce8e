/**
 * Rejects paths that can be no page: a second slash at the beginning would name another host, and control
 * characters are not allowed (docs/protocol.md, "Pages"). Pure.
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

/** The canonical form for the router: it would redirect any other path instead of rendering the 404 page. */
const isWrittenPlainly = (path: string): boolean =>
  isPagePath(path) && !path.includes("//") && (path === "/" || !path.endsWith("/"))

export const renderedPath = (path: string): string =>
  isWrittenPlainly(path)
    ? path
    : localePath(PAGES["not-found"].path, splitLocale(path).prefix ?? DEFAULT_LOCALE)
