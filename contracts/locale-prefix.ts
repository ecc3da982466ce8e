/**
 * The language that a path of the site begins with (ROUTE-20). Pure; for whoever looks past it. Imports no
 * schema: every page loads it.
 */
const PREFIX = /^\/(?:nl|en)(?=\/|$)/u

/** `/nl` of `/nl/settings`; empty where the path names no language. */
export const localePrefix = (path: string): string => PREFIX.exec(path)?.[0] ?? ""

/** `/settings` of `/nl/settings`; empty of `/nl`. */
export const withoutLocale = (path: string): string => path.slice(localePrefix(path).length)
