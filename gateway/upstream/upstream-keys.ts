/**
 * Tracks whether the upstreams accept the gateway's own keys. An operator must fix a refused key: it is logged once
 * with the name of its setting, is reported by `/health/ready`, and logs no member out.
 */
import { Context, Effect, Layer } from "effect"

/** Each upstream that uses a key, and the setting that holds it. */
const SETTINGS = {
  "member-api": "MEMBER_API_KEY",
  "member-socket": "MEMBER_API_KEY",
  "performer-service": "PERFORMER_SERVICE_KEY",
  "chat-socket": "PERFORMER_SERVICE_KEY",
} as const

type KeyHolder = keyof typeof SETTINGS
export type KeyedSource = KeyHolder | "messenger-api"

/** The messenger's service is asked at the member API's address and with its key: a refusal is both's. */
const holderOf = (source: KeyedSource): KeyHolder =>
  source === "messenger-api" ? "member-api" : source

export interface UpstreamKeysShape {
  readonly refused: (source: KeyedSource) => Effect.Effect<void>
  /** The upstream gave an answer that requires a valid key. */
  readonly accepted: (source: KeyedSource) => Effect.Effect<void>
  readonly isRefused: (source: KeyedSource) => boolean
}

export class UpstreamKeys extends Context.Service<UpstreamKeys, UpstreamKeysShape>()(
  "gateway/UpstreamKeys",
) {
  static readonly layer = Layer.sync(UpstreamKeys, () => {
    const refused = new Set<KeyHolder>()
    return UpstreamKeys.of({
      refused: (source) =>
        Effect.suspend(() => {
          const holder = holderOf(source)
          if (refused.has(holder)) return Effect.void
          refused.add(holder)
          return Effect.logError("an upstream refuses the gateway's key", {
            upstream: source,
            setting: SETTINGS[holder],
          })
        }),
      accepted: (source) =>
        Effect.suspend(() =>
          refused.delete(holderOf(source))
            ? Effect.logInfo("an upstream accepts the gateway's key again", { upstream: source })
            : Effect.void,
        ),
      isRefused: (source) => refused.has(holderOf(source)),
    })
  })
}
