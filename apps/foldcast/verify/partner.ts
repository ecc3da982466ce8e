/**
 * Verifies a partner host: its consumer's pact, and by the gateway's own reading what no pact can express: the
 * file's size, readable colours, meaningful names, and an existing logo.
 */
import { Effect } from "effect"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { configurationFaults, unknownNames } from "@foldcast/gateway/brand/configuration-faults"
import { MAX_LOGO_BYTES } from "@foldcast/gateway/brand/partner-copy"
import {
  askConfiguration,
  askLogo,
  CONFIGURATION_PATH,
  PartnerSilent,
} from "@foldcast/gateway/brand/partner-host"
import { type Mismatch, shown } from "@foldcast/verify/matching"
import type { PactFile } from "@foldcast/verify/pact-file"
import type { Verdict } from "@foldcast/verify/verdict"
import { type ProviderUnderTest, verifyHttp } from "@foldcast/verify/verify-http"

type Json = Readonly<Record<string, unknown>>

const json = (text: string): Json => {
  const read = parseJson(text)
  const value = read._tag === "Value" ? read.value : null
  return value !== null && typeof value === "object" ? (value as Json) : {}
}

const at = (document: Json, place: string): unknown =>
  place.split(".").reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document)

/** In the verifier's form: `$.disabledRoutes[2]`. */
const pathOf = (place: string): string =>
  place === "" ? "$" : `$.${place}`.replaceAll(/\.(\d+)/gu, "[$1]")

const heard = <A>(asked: Effect.Effect<A, PartnerSilent>): Promise<A | PartnerSilent> =>
  Effect.runPromise(Effect.catchTag(asked, "PartnerSilent", (silent) => Effect.succeed(silent)))

const logoMismatches = async (url: string, document: Json): Promise<ReadonlyArray<Mismatch>> => {
  const path = document["logo"]
  if (typeof path !== "string") return []
  const logo = await heard(askLogo(url, path))
  const expected = `an image of the type its name says, of at most ${MAX_LOGO_BYTES} bytes, at ${url}${path}`
  return logo instanceof PartnerSilent ? [{ path: "$.logo", expected, actual: logo.reason }] : []
}

/** The values that the site would refuse or ignore. */
const mismatchesOf = async (url: string): Promise<ReadonlyArray<Mismatch>> => {
  const text = await heard(askConfiguration(url))
  if (text instanceof PartnerSilent) {
    return [{ path: "$", expected: "an answer that the site takes", actual: text.reason }]
  }
  const document = json(text)
  const refusals = configurationFaults(text)
  const mismatches = [...refusals, ...unknownNames(text)].map(({ place, expected }) => ({
    path: pathOf(place),
    expected: expected.replace(/^Expected /u, ""),
    actual: place === "" ? shown(text) : shown(at(document, place)),
  }))
  return refusals.length > 0
    ? mismatches
    : [...mismatches, ...(await logoMismatches(url, document))]
}

export const verifyPartner = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const verdict = await verifyHttp(provider, pact)
  const started = performance.now()
  const found = await mismatchesOf(provider.url)
  const told = new Set(
    verdict.interactions.flatMap(({ mismatches }) => mismatches.map(({ path }) => path)),
  )
  const mismatches = found.filter(({ path }) => !told.has(path))
  // The pact's mismatches already report what is wrong with it, so no further verdict is added.
  if (found.length > 0 && mismatches.length === 0) return verdict
  const reading = {
    consumer: pact.consumer.name,
    description: "a configuration and a logo that the site takes as they are",
    states: [],
    statesEntered: true,
    mismatches,
    reproduction: `curl -si '${provider.url}${CONFIGURATION_PATH}'`,
    milliseconds: performance.now() - started,
  }
  return { ...verdict, interactions: [...verdict.interactions, reading] }
}
