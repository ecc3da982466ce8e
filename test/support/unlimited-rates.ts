/**
 * The gateway's rates, the backend's that would be met, and how many rooms are watched at once, so high that no test meets one: for tests whose visitors
 * all have one address, or do more than any visitor would. How often one may try is another test's question.
 */
import { BACKEND_SETTINGS as BACKEND } from "@foldcast/backend/settings"
import { GATEWAY_SETTINGS } from "@foldcast/gateway/settings"
import { settingsOf } from "@foldcast/settings/setting"

const gatewayNames = settingsOf(GATEWAY_SETTINGS.limits.rates).map(([, { name }]) => name)
/** And the one of the backend's that visitors of one address would meet first. */
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
