/**
 * Combinations of query parameters that stand for a page (ROUTE-29), one row each. A value that cannot be a path
 * segment leaves the address unchanged.
 */
import { DEFAULT_LOCALE, localePath, splitLocale } from "@foldcast/rules/page-routes"
import { isPagePath } from "../page-path.ts"
import { moved, type RedirectStep, trackingOnly } from "./step.ts"

interface Combination {
  readonly name: string
  readonly value: string
  /** The parameter whose value becomes the last path segment. */
  readonly completedBy: string
  readonly path: string
}

const COMBINATIONS: ReadonlyArray<Combination> = [
  { name: "sect", value: "profile", completedBy: "m", path: "/profile/" },
]

const MAX_SEGMENT = 64

/** The value as an encoded path segment; null where it cannot be one. */
const segmentOf = (value: string | null): string | null => {
  if (value === null || value.length > MAX_SEGMENT) return null
  if (value === "" || value === "." || value === ".." || !value.isWellFormed()) return null
  const segment = encodeURIComponent(value)
  return isPagePath(`/${segment}`) ? segment : null
}

export const parameterCombinations: RedirectStep = ({ path, query }) => {
  const parameters = new URLSearchParams(query)
  for (const { name, value, completedBy, path: base } of COMBINATIONS) {
    if (parameters.get(name) !== value) continue
    const segment = segmentOf(parameters.get(completedBy))
    if (segment === null) continue
    const locale = splitLocale(path).prefix ?? DEFAULT_LOCALE
    return moved(301, localePath(base + segment, locale), trackingOnly(query))
  }
  return null
}
