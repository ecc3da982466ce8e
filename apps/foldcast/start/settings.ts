/**
 * The launcher's settings, as data: what `foldcast start` reads from the environment beside what the
 * gateway and the backend read themselves. The README's table is made from it.
 *
 * Pure. Callers: launch.ts, secrets.ts, tools/reference/settings-table.ts.
 */
import { Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
} from "@foldcast/settings/read-settings"
import { httpUrl, optional, words } from "@foldcast/settings/readers"
import { environmentKind, folder, host, port, real, setting } from "@foldcast/settings/setting"

/** Development draws it once; the process that uses it says what it must be. */
const drawn = (meaning: string) => real("generated", words, "a secret", meaning)

export const SETTINGS = {
  PORT: port(3000, "the port of the site"),
  SIMULATORS_PORT: port(
    3001,
    "the port of the simulated bank, phone and mailbox; development only",
  ),
  SMTP_PORT: port(
    3002,
    "where the simulated mailbox takes mails, on this machine; development only",
  ),
  HOST: host("127.0.0.1", "where the site listens"),
  DATA_DIR: folder(".data", "where everything durable lies; one launcher holds it at a time"),
  FOLDCAST_ENV: environmentKind(
    "`development`, or `production`, which demands every setting marked so",
  ),
  DATABASE_URL: setting(
    "",
    optional(words),
    "a postgresql:// address",
    "a PostgreSQL address for the backend; without it PGlite runs inside DATA_DIR",
  ),
  BANK_URL: real(
    "",
    optional(httpUrl),
    "an http or https address",
    "the bank's address; without it the simulated bank",
  ),
  SMTP_URL: real(
    "",
    optional(words),
    "an smtp:// or smtps:// address",
    "the server that takes our mails ([mails](docs/mails.md)); without it the mailbox",
  ),
  SITE_ORIGINS: real(
    "",
    optional(words),
    "brands with their http or https origins, such as foldcast=https://site.example",
    "where each brand's site stands, for the links in mails; without it this machine's two names",
  ),
  BANK_SECRET: drawn("signs what the bank calls back with"),
  TOKEN_SECRET: drawn("signs the backend's log-in tokens"),
  MEMBER_API_KEY: drawn("the key that the gateway shows to the backend"),
  SESSION_SECRET: drawn("seals what a session knows"),
  SUPPORT_TOKEN: drawn("opens captures, under the name support"),
} as const

export const SECRET_NAMES = [
  "BANK_SECRET",
  "TOKEN_SECRET",
  "MEMBER_API_KEY",
  "SESSION_SECRET",
  "SUPPORT_TOKEN",
] as const satisfies ReadonlyArray<keyof typeof SETTINGS>
export type SecretName = (typeof SECRET_NAMES)[number]

export interface LaunchConfig {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly simulatorsPort: number
  readonly smtpPort: number
  readonly dataDir: string
  /** Null: the launcher starts the simulated bank. */
  readonly bankUrl: string | null
  /** Null: the launcher starts the simulated mailbox. */
  readonly smtpUrl: string | null
}

export const readLaunchConfig = (
  environment: Environment,
): Result.Result<LaunchConfig, SettingsRefused> =>
  Result.map(readSettings(SETTINGS, environment), (values) => ({
    production: values.FOLDCAST_ENV === "production",
    host: values.HOST,
    port: values.PORT,
    simulatorsPort: values.SIMULATORS_PORT,
    smtpPort: values.SMTP_PORT,
    dataDir: values.DATA_DIR,
    bankUrl: values.BANK_URL,
    smtpUrl: values.SMTP_URL,
  }))
