/**
 * Parses the query for the router: values stay plain texts, never numbers or JSON, so that an address does not
 * change when it is written again. The router uses the tracking parameters only: the rules check them, and every
 * internal link carries them (ROUTE-44). Pure.
 *
 * The accepted form is contracts' `Tracking`, an Effect Schema that could serve here as Standard Schema; a test
 * proves that both accept the same. The schema stays out of the browser because it adds 30 kB of script (gzip), and
 * the home page has 190 kB for everything.
 */
import type { SearchMiddleware } from "@tanstack/react-router"
import type { Tracking } from "@foldcast/contracts/stream/visit"
import { trackingOf } from "@foldcast/rules/tracking-parameters"

type Query = Readonly<Record<string, unknown>>

export const parseSearch = (text: string): Record<string, string | Array<string>> => {
  const query = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? "") : values]
    }),
  )
}

const toParams = (query: Query): URLSearchParams => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === "string") params.append(name, text)
    }
  }
  return params
}

export const stringifySearch = (query: Query): string => {
  const text = toParams(query).toString()
  return text === "" ? "" : `?${text}`
}

const isOne = ([, value]: readonly [string, unknown]) => typeof value === "string"

/**
 * Returns the tracking parameters only; all others stay in the address unchanged. A parameter that occurs twice
 * also stays unchanged: the router would write the returned value into the address.
 */
export const validateSearch = (query: Query): Tracking =>
  trackingOf(toParams(Object.fromEntries(Object.entries(query).filter(isOne))))

/**
 * Adds the tracking parameters to every internal link and redirect; of two with the same name, the first. The
 * target's own parameters win: the address of the current page never changes.
 */
export const carryTracking: SearchMiddleware<Tracking> = ({ search, next }) => {
  const own = next(search)
  return { ...own, ...trackingOf(toParams(search)), ...own }
}
