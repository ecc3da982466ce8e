/**
 * An address as the browser reads it; null where it is none. `URL.parse` says the same and is younger than the browsers
 * that the site is made for (docs/browsers.md). Pure.
 */
export const parsedUrl = (address: string, base?: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null
