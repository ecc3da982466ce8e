/**
 * Fetches the configuration and the logo from a partner host. Fixed hosts (a setting) and fixed paths, no redirect
 * is followed, and reading stops at the limit, so a partner cannot make the gateway call other hosts.
 */
import { Duration, Effect, Schema } from "effect"
import { MAX_CONFIGURATION_BYTES } from "@foldcast/contracts/upstream/partner"
import { utf8Text } from "@foldcast/contracts/upstream/parse-json"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { type Logo, logoTypeOf, MAX_LOGO_BYTES } from "./partner-copy.ts"

/** Source: the contract's own call (API-065). */
export const CONFIGURATION_PATH = "/common/configuration.json"
const TIMEOUT = Duration.seconds(5)

/** The host did not deliver; the reason is for the log. */
export class PartnerSilent extends Schema.TaggedError<PartnerSilent>()("PartnerSilent", {
  reason: Schema.String,
}) {
  override get message() {
    return this.reason
  }
}

const silent = (reason: string) => new PartnerSilent({ reason })

const asked = (url: string, accept: string, max: number) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        headers: { Accept: accept },
        redirect: "manual",
        signal,
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        throw silent(`it answered ${response.status}`)
      }
      const bytes = await boundedBytes(response, max)
      if (bytes === null) throw silent(`it answered more than ${max} bytes`)
      return { bytes, type: (response.headers.get("content-type") ?? "").split(";")[0]?.trim() }
    },
    catch: (error) => (error instanceof PartnerSilent ? error : silent("it cannot be reached")),
  }).pipe(
    Effect.timeoutOrElse({
      duration: TIMEOUT,
      orElse: () =>
        Effect.fail(silent(`it did not answer within ${Duration.toMillis(TIMEOUT)} ms`)),
    }),
  )

export const askConfiguration = (base: string): Effect.Effect<string, PartnerSilent> =>
  asked(base + CONFIGURATION_PATH, "application/json", MAX_CONFIGURATION_BYTES).pipe(
    Effect.flatMap(({ bytes }) => {
      const text = utf8Text(bytes)
      return text === null ? Effect.fail(silent("it answered no UTF-8")) : Effect.succeed(text)
    }),
  )

/** `path` comes from the configuration, which allows only a plain name under /common/. */
export const askLogo = (base: string, path: string): Effect.Effect<Logo, PartnerSilent> =>
  Effect.gen(function* () {
    const type = logoTypeOf(path)
    if (type === undefined) return yield* silent("the logo is of no known type")
    const answer = yield* asked(base + path, type, MAX_LOGO_BYTES)
    if (answer.type !== type) return yield* silent("the logo is not what its name says")
    return { path, type, base64: answer.bytes.toString("base64") }
  })
