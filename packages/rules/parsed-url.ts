/**
 * Parses an address as the browser does; null when it is invalid. Replaces `URL.parse`, which some supported
 * browsers do not have (docs/browsers.md). Pure.
 */
export const parsedUrl = (address: string, base?: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null
