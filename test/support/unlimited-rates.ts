/**
 * Rate limits of the gateway, the relevant one of the backend, and the number of rooms watched at once, set so high
 * that no test reaches them: for tests whose visitors all have one address, or do more than any visitor would.
 * Other tests cover the limits.
 */
import { BACKEND_SETTINGS as BACKEND } from "@foldcast/backend/settings"
import { GATEWAY_SETTINGS } from "@foldcast/gateway/settings"
import { settingsOf } from "@foldcast/settings/setting"

const gatewayNames = settingsOf(GATEWAY_SETTINGS.limits.rates).map(([, { name }]) => name)
/** Also the backend's limit that visitors of one address would reach first. */
const names = [...gatewayNames, BACKEND.limits.takenAddressAnswersPerAddress.name]

const unlimited = (some: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(some.map((name) => [name, "99999999/1s"]))

const MANY_SESSIONS = "1000000"

export const UNLIMITED_PER_ADDRESS = {
  ...unlimited(names.filter((name) => name.endsWith("PER_ADDRESS"))),
  MAX_MEDIA_SESSIONS_PER_ADDRESS: MANY_SESSIONS,
}
export const UNLIMITED_RATES = {
  ...unlimited(names),
  ...UNLIMITED_PER_ADDRESS,
  MAX_MEDIA_SESSIONS_PER_OWNER: MANY_SESSIONS,
}
