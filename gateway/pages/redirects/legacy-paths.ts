/**
 * Old addresses, recognised by their first segment after an optional language prefix, whatever follows (ROUTE-30 to
 * ROUTE-33). A category whose slug only begins like one is not affected.
 */
import { splitLocale } from "@foldcast/rules/page-routes"
import { moved, type RedirectStep, trackingOnly } from "./step.ts"

const TO_HOME: ReadonlySet<string> = new Set([
  "style",
  "archief",
  "respo",
  "islive_ein",
  "filter",
  "categorie",
  "chat",
  "betalen",
  "18jr_65jr",
  "helpdesk",
  "no-cache",
])

const withSplash6 = (query: string): string => {
  const parameters = new URLSearchParams(trackingOnly(query))
  parameters.set("splash6", "true")
  return parameters.toString()
}

export const legacyPaths: RedirectStep = ({ path, query }) => {
  const first = splitLocale(path).rest.split("/", 2)[1] ?? ""
  if (first === "splash6") return moved(301, "/", withSplash6(query))
  if (first.startsWith("splash") || TO_HOME.has(first)) return moved(301, "/", trackingOnly(query))
  if (first === "algemenevoorwaarden") {
    return moved(301, "/terms-conditions", trackingOnly(query))
  }
  return null
}
