/**
 * Paths that are no page at all: a second slash at the beginning would be another host's address, and
 * control characters have no business in one (stream-protocol, "Pages"). Pure.
 */
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
