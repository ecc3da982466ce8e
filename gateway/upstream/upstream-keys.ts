/**
 * Tracks whether the upstreams accept the gateway's own keys. An operator must fix a refused key: it is logged once
 * with the name of its setting, is reported by `/health/ready`, and logs no member out.
 */
import { Context, Effect, Layer } from "effect"

/** Each upstream that uses a key, and the setting that holds it. */
const SETTINGS = {
  "member-api": "MEMBER_API_KEY",
  "messenger-api": "MEMBER_API_KEY",
  "member-socket": "MEMBER_API_KEY",
  "performer-service": "PERFORMER_SERVICE_KEY",
  "chat-socket": "PERFORMER_SERVICE_KEY",
} as const

export type KeyedSource = keyof typeof SETTINGS

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
    const refused = new Set<KeyedSource>()
    return UpstreamKeys.of({
      refused: (source) =>
        Effect.suspend(() => {
          if (refused.has(source)) return Effect.void
          refused.add(source)
          return Effect.logError("an upstream refuses the gateway's key", {
            upstream: source,
            setting: SETTINGS[source],
          })
        }),
      accepted: (source) =>
        Effect.suspend(() =>
          refused.delete(source)
            ? Effect.logInfo("an upstream accepts the gateway's key again", { upstream: source })
            : Effect.void,
        ),
      isRefused: (source) => refused.has(source),
    })
  })
}
