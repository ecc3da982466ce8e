/**
 * The backend's configuration: one total record, read once from the environment, as settings.ts declares it. A faulty
 * environment is refused as a whole, with one sentence per setting that never repeats the value.
 */
import { join } from "node:path"
import { Context, Redacted, Result } from "effect"
import {
  DEVELOPMENT_PHONE_NUMBERS,
  type PhoneNumberSetting,
} from "@foldcast/settings/phone-numbers"
import { DEVELOPMENT_PHONE_SECRET } from "@foldcast/settings/shared-settings"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import type { DatabaseChoice } from "./db/open-database.ts"
import type { PicturesConfig } from "./media/picture-renderer.ts"
import { phoneLines, phoneNumberSentences } from "./phone-lines.ts"
import { BACKEND_SETTINGS } from "./settings.ts"

type Values = SettingValues<typeof BACKEND_SETTINGS>

export type Limits = Values["limits"]

/** In production nobody pays by phone where no numbers are set. */
const numbersOf = ({ production, phone }: Values): ReadonlyArray<PhoneNumberSetting> =>
  phone.numbers ?? (production ? [] : DEVELOPMENT_PHONE_NUMBERS)

const togetherFaults = (values: Values): ReadonlyArray<string> => {
  const { production, providerStates, phone } = values
  const numbers = numbersOf(values)
  const isKnownSecret = Redacted.value(phone.secret) === DEVELOPMENT_PHONE_SECRET
  const takesCalls = production && numbers.length > 0
  return [
    ...(production && providerStates
      ? ["PROVIDER_STATES must be off in production: it makes members and payments out of nothing."]
      : []),
    ...phoneNumberSentences(numbers),
    ...(takesCalls && isKnownSecret
      ? ["PHONE_SECRET must be set in production where PHONE_NUMBERS is."]
      : []),
    ...(takesCalls && phone.url === null
      ? [
          "PHONE_URL must be set in production where PHONE_NUMBERS is: nobody else can hang up a call that no one watches.",
        ]
      : []),
  ]
}

/** Without lines nobody pays by phone. */
const phoneOf = (values: Values) => {
  const { numbers: _, maxMinutes, ...phone } = values.phone
  return { ...phone, lines: phoneLines(numbersOf(values), maxMinutes) }
}

const databaseOf = ({ dataDir, database: { url, ...options } }: Values): DatabaseChoice =>
  url === null ? { _tag: "Embedded", dataDir } : { _tag: "Postgres", url, ...options }

interface MailConfig {
  /** Null sends nothing: mails stay in the outbox. For tests. */
  readonly smtpUrl: Redacted.Redacted | null
  readonly from: string | null
}

const mailOf = ({ mail }: Values): MailConfig => mail

const picturesOf = ({ dataDir, pictures }: Values): PicturesConfig => ({
  ...pictures,
  directory: join(dataDir, "pictures"),
})

/** Null keeps no list. For tests. */
const deletedAccountsIn = ({ dataDir, deletedAccountsFile }: Values): string | null =>
  deletedAccountsFile ?? join(dataDir, "deleted-accounts.txt")

const configOf = (values: Values) => ({
  ...values,
  database: databaseOf(values),
  mail: mailOf(values),
  phone: phoneOf(values),
  pictures: picturesOf(values),
  deletedAccountsFile: deletedAccountsIn(values),
  demo: values.demo && !values.production,
})

export interface BackendConfigShape extends Readonly<ReturnType<typeof configOf>> {}

export class BackendConfig extends Context.Service<BackendConfig, BackendConfigShape>()(
  "backend/BackendConfig",
) {}

export const readBackendConfig = (
  environment: Environment,
): Result.Result<BackendConfigShape, SettingsRefused> =>
  Result.flatMap(readSettings(BACKEND_SETTINGS, environment), (values) => {
    const sentences = togetherFaults(values)
    return sentences.length > 0
      ? Result.fail(new SettingsRefused({ sentences }))
      : Result.succeed(configOf(values))
  })
