/**
 * In which country an address is, asked of a third party, and only after consent (ADR 0012). Of what it says the
 * country alone is read. Without an answer in time nobody knows, and nothing else depends on it.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { utf8Text } from "@foldcast/contracts/upstream/parse-json"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"

const PATIENCE_MS = 1_000
const MAX_ANSWER_BYTES = 16_384

const decode = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ country_code: Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/u)) }),
  ),
)

export interface GeoShape {
  /** Two capital letters, or null. */
  readonly countryOf: (address: string) => Effect.Effect<string | null>
}

const ask = (pattern: string, address: string) =>
  Effect.tryPromise(async (signal) => {
    const url = pattern.replace("{ip}", () => encodeURIComponent(address))
    const response = await fetch(url, { signal, redirect: "error" })
    if (!response.ok) {
      await response.body?.cancel()
      return null
    }
    const bytes = await boundedBytes(response, MAX_ANSWER_BYTES)
    return bytes && utf8Text(bytes)
  }).pipe(
    Effect.timeoutOption(PATIENCE_MS),
    Effect.map(Option.flatMap(decode)),
    Effect.map(
      Option.match({ onNone: () => null, onSome: (told) => told.country_code.toUpperCase() }),
    ),
    Effect.orElseSucceed(() => null),
  )

export class Geo extends Context.Service<Geo, GeoShape>()("gateway/Geo") {
  /** `pattern` names `{ip}` once; null: nobody is asked. */
  static readonly layer = (pattern: string | null) =>
    Layer.succeed(
      Geo,
      Geo.of({
        countryOf: (address) => (pattern === null ? Effect.succeed(null) : ask(pattern, address)),
      }),
    )
}
