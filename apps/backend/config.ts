/**
 * The backend's configuration: one total record, read once from the environment, as settings.ts declares it. A faulty
 * environment is refused as a whole, with one sentence per setting that never repeats the value.
 */
import { join } from "node:path"
import { Context, type Redacted, Result } from "effect"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import type { DatabaseChoice } from "./db/open-database.ts"
import type { PicturesConfig } from "./media/picture-renderer.ts"
import { BACKEND_SETTINGS } from "./settings.ts"

type Values = SettingValues<typeof BACKEND_SETTINGS>

export type Limits = Values["limits"]

const togetherFaults = ({ production, providerStates }: Values): ReadonlyArray<string> =>
  production && providerStates
    ? ["PROVIDER_STATES must be off in production: it makes members and payments out of nothing."]
    : []

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
