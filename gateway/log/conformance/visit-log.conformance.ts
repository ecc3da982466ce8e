/** What every implementation of the visits' logs keeps. */
import { erasureConformance } from "./erasure.conformance.ts"
import { appendsConformance } from "./visit-log-appends.conformance.ts"
import { clientFactsConformance } from "./visit-log-facts.conformance.ts"
import { logModelConformance } from "./visit-log-model.conformance.ts"
import { appendOrderConformance } from "./visit-log-order.conformance.ts"
import type { StorageLayer } from "./visit-storage.fixtures.ts"

export const visitLogConformance = (environment: string, layer: StorageLayer) => {
  appendsConformance(environment, layer)
  appendOrderConformance(environment, layer)
  clientFactsConformance(environment, layer)
  erasureConformance(environment, layer)
  logModelConformance(environment, layer)
}
