/**
 * Home and favourites begin without filters (product spec, section 2): what an address says of them is
 * left out of the page, and the browser is not sent elsewhere for it.
 */
import { placeOf, type Step } from "./step.ts"

const FILTER_PARAMETERS: ReadonlyArray<string> = ["filter", "order"]

export const filterReset: Step = ({ path, query }) => {
  const { match } = placeOf(path)
  if (match?.page !== "home" && match?.page !== "favourites") return null
  const parameters = new URLSearchParams(query)
  if (!FILTER_PARAMETERS.some((name) => parameters.has(name))) return null
  for (const name of FILTER_PARAMETERS) parameters.delete(name)
  return { _tag: "Rewritten", to: { path, query: parameters.toString() } }
}
