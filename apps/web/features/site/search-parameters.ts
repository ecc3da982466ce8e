/**
 * The query as the router sees it: plain texts, never guessed to be numbers or JSON, so that an address
 * comes out as it went in. Of all parameters only the tracking ones have a meaning to the router: they are
 * checked by the rules and carried along in every internal link (ROUTE-44). Pure.
 *
 * The accepted form is contracts' `Tracking`, an Effect Schema that could stand here as Standard Schema; the
 * test proves that what is accepted here is what it accepts. It stays out of the browser because it brings
 * 30 kB of script (gzip), and the home page has 190 kB for everything.
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
 * What of a query is tracking; the rest is nobody's business here and stays in the address. A parameter that
 * is there twice stays as it is too: the router would write what is answered here into the address.
 */
export const validateSearch = (query: Query): Tracking =>
  trackingOf(toParams(Object.fromEntries(Object.entries(query).filter(isOne))))

/**
 * Every internal link and redirect takes the tracking parameters along, of two of a name the first. Those
 * that an address has already stay where they are: the page's own address is never another one.
 */
export const carryTracking: SearchMiddleware<Tracking> = ({ search, next }) => {
  const own = next(search)
  return { ...own, ...trackingOf(toParams(search)), ...own }
}
