/** The gateway's adapter as a pact has it: towards one provider, asked once. */
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

/** What the adapters need of the gateway. */
export const SURROUNDINGS = Layer.merge(GatewayMetrics.layer, UpstreamKeys.layer)
