/** Feature flags that a partner leaves unset. Source: SHELL-10; what it does not name is off. */
import type { Features } from "./brand.ts"

export const DEFAULT_FEATURES: Features = {
  messenger: true,
  safe: false,
  christmasMode: false,
  categories: false,
  fullRegistration: false,
  ageCheckForAll: false,
  longPasswords: false,
  phonePayment: true,
}
