/** Feature flags that a partner leaves unset. Source: product spec, section 6; decisions, 40 and 54. */
import type { Features } from "./brand.ts"

export const DEFAULT_FEATURES: Features = {
  messenger: true,
  safe: false,
  christmasMode: false,
  categories: false,
  fullRegistration: false,
  ageCheckForAll: false,
}
