/** The gateway's adapter in a pact: for one provider, called once. */
import { Duration, Layer, Redacted } from "effect"
import { GatewayMetrics } from "@foldcast/gateway/telemetry/metrics"
import type { UpstreamConfig } from "@foldcast/gateway/upstream/exchange"
import { UpstreamKeys } from "@foldcast/gateway/upstream/upstream-keys"

export const providerAt = (baseUrl: string, key: string): UpstreamConfig => ({
  baseUrl,
  key: Redacted.make(key),
  readTimeout: Duration.seconds(10),
  writeTimeout: Duration.seconds(10),
  retries: 0,
  maxCalls: 10,
  longestPause: Duration.seconds(5),
})

/** The gateway services that the adapters need. */
export const SURROUNDINGS = Layer.merge(GatewayMetrics.layer, UpstreamKeys.layer)
