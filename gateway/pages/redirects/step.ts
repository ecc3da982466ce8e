/**
 * Input and output of a step of the redirect chain. A step is pure and knows one rule; chain.ts runs them.
 * Addresses are paths of this site with their query, never whole URLs, so no step can redirect to another site.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { localePath, type PageMatch, pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { trackingOf, trackingQuery } from "@foldcast/rules/tracking-parameters"
import { actionPairs } from "../query-actions.ts"

export interface Address {
  /** Percent-encoded, as a URL's pathname. */
  readonly path: string
  /** What follows the question mark; empty without one. */
  readonly query: string
}

export interface RedirectVisitor {
  readonly isMember: boolean
  /** The page's language: from the prefix, else from cookie and browser. */
  readonly locale: Locale
  readonly brand: Pick<PublicBrand, "disabledRoutes" | "features">
  /** The slugs of the present categories. */
  readonly categories: ReadonlySet<string>
}

/** 302 where the outcome depends on log-in or configuration, else 301 (ROUTE-25). */
export type RedirectStatus = 301 | 302

export type RedirectAnswer =
  | { readonly _tag: "Moved"; readonly status: RedirectStatus; readonly to: Address }
  /** Renders another page under the same address, without a redirect. */
  | { readonly _tag: "Rewritten"; readonly to: Address }
  | { readonly _tag: "Missing" }

/** Null: the rule does not concern this address. */
export type RedirectStep = (address: Address, visitor: RedirectVisitor) => RedirectAnswer | null

export const moved = (status: RedirectStatus, path: string, query: string): RedirectAnswer => ({
  _tag: "Moved",
  status,
  to: { path, query },
})

/** The five tracking parameters that pass their rules, and nothing else (ROUTE-44). */
export const trackingOnly = (query: string): string =>
  trackingQuery(trackingOf(new URLSearchParams(query))).slice(1)

export interface Placed {
  readonly prefix: Locale | null
  /** Without the prefix; begins with a slash. */
  readonly rest: string
  readonly match: PageMatch | null
}

/** The page of an address. A path with an empty segment has no page. */
export const placeOf = (path: string): Placed => {
  const { prefix, rest } = splitLocale(path)
  return { prefix, rest, match: rest.includes("//") ? null : pageOf(rest) }
}

/**
 * A redirect to home in the page's language, for a page that may not be shown now. The action of a mailed link is
 * kept, since the home page serves it too.
 */
export const sentHome = (
  query: string,
  locale: Locale,
  more: ReadonlyArray<string> = [],
): RedirectAnswer => {
  const kept = [trackingOnly(query), ...actionPairs(query), ...more].filter((part) => part !== "")
  return moved(302, localePath("/", locale), kept.join("&"))
}
