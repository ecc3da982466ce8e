/** What every implementation of the index of visits keeps. */
import { forgettingConformance } from "./visit-index-forgetting.conformance.ts"
import { indexTermsConformance } from "./visit-index-terms.conformance.ts"
import { indexTimesConformance } from "./visit-index-times.conformance.ts"
import type { StorageLayer } from "./visit-storage.fixtures.ts"

export const visitIndexConformance = (environment: string, layer: StorageLayer) => {
  indexTermsConformance(environment, layer)
  indexTimesConformance(environment, layer)
  forgettingConformance(environment, layer)
}
