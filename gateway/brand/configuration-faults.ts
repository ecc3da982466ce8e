/**
 * Lists what is wrong with a brand's configuration, place by place: invalid JSON, a wrong shape, unreadable
 * colours. Names what is expected and never repeats what was found. Pure.
 */
import { Cause, Exit, Option, Result, Schema, SchemaIssue } from "effect"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { brandColoursFaults, MEASURED_THEMES } from "@foldcast/colours/brand-colours"
import { PAGE_NAMES, routeName } from "@foldcast/rules/page-routes"

export interface ConfigurationFault {
  /** `company.email`; empty for the whole configuration. */
  readonly place: string
  readonly expected: string
}

/** More faults than these usually have one cause. */
const MAX_NAMED = 8

export const inWords = (faults: ReadonlyArray<ConfigurationFault>): string => {
  const named = faults
    .slice(0, MAX_NAMED)
    .map(({ place, expected }) => `${place === "" ? "the configuration" : place}: ${expected}`)
  const more = faults.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

type Issues = ReturnType<typeof formatIssues>["issues"]
const placeOf = (path: Issues[number]["path"] = []): string =>
  path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")

export const shapeFaults = (
  cause: Cause.Cause<Schema.SchemaError>,
): ReadonlyArray<ConfigurationFault> => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error === undefined) return [{ place: "", expected: "A configuration of the agreed shape" }]
  return formatIssues(error.issue).issues.map(({ path, message }) => ({
    place: placeOf(path),
    expected: message,
  }))
}

export const colourFaults = ({
  colours,
}: Pick<PartnerConfiguration, "colours">): ReadonlyArray<ConfigurationFault> =>
  MEASURED_THEMES.flatMap((theme) => {
    const texts = brandColoursFaults(colours, theme)
    return texts.length === 0
      ? []
      : [{ place: `colours.${theme}`, expected: `Expected readable colours: ${texts.join(", ")}` }]
  })

const PARSED_NOT: ReadonlyArray<ConfigurationFault> = [{ place: "", expected: "Expected JSON" }]

export const parsedJson = (
  text: string,
): Result.Result<unknown, ReadonlyArray<ConfigurationFault>> => {
  const read = parseJson(text)
  return read._tag === "Value" ? Result.succeed(read.value) : Result.fail(PARSED_NOT)
}

export const configurationFaults = (text: string): ReadonlyArray<ConfigurationFault> => {
  const parsed = parsedJson(text)
  if (Result.isFailure(parsed)) return parsed.failure
  const exit = Schema.decodeUnknownExit(PartnerConfiguration)(parsed.success, { errors: "all" })
  return Exit.isFailure(exit) ? shapeFaults(exit.cause) : colourFaults(exit.value)
}

const ROUTES = new Set(
  PAGE_NAMES.flatMap((page) => [page, routeName(page, "nl"), routeName(page, "en")]),
)

/**
 * Names that this gateway does not know. They are ignored and not refused, since another version may know them; but
 * often the cause is a typing error, and a page that should be off stays on.
 */
export const unknownNames = (text: string): ReadonlyArray<ConfigurationFault> => {
  const parsed = parsedJson(text)
  if (Result.isFailure(parsed)) return []
  const { features, disabledRoutes } = parsed.success as Readonly<Record<string, unknown>>
  const ofFeatures = Object.keys(features ?? {})
    .filter((name) => !Object.hasOwn(DEFAULT_FEATURES, name))
    .map((name) => ({
      place: `features.${name}`,
      expected: `Expected one of ${Object.keys(DEFAULT_FEATURES).join(", ")}`,
    }))
  const routes: ReadonlyArray<unknown> = Array.isArray(disabledRoutes) ? disabledRoutes : []
  const ofRoutes = routes.flatMap((name, index) =>
    typeof name === "string" && !ROUTES.has(name)
      ? [
          {
            place: `disabledRoutes.${index}`,
            expected: `Expected one of ${PAGE_NAMES.join(", ")}, perhaps with -nl or -en`,
          },
        ]
      : [],
  )
  return [...ofFeatures, ...ofRoutes]
}
