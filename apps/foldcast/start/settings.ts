/**
 * The launcher's settings, as data: what `foldcast start` reads from the environment beside what the
 * gateway and the backend read themselves. docs/settings.md is made from it.
 *
 * Pure.
 */
import { Result } from "effect"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
  textIn,
} from "@foldcast/settings/read-settings"
import { httpUrl, optional, secretText, words } from "@foldcast/settings/readers"
import {
  folder,
  host,
  onOrOff,
  optionalUrl,
  port,
  production,
  real,
  type Setting,
  setting,
} from "@foldcast/settings/setting"

/** Drawn once in development; the process that uses it says what it must be. */
export const DRAWN = "generated"
const drawn = (name: string, meaning: string) => real(name, DRAWN, words, "a secret", meaning)

/** The simulators demand it too. */
const MIN_PASSWORD_LENGTH = 12

const realText = (name: string, must: string, meaning: string) =>
  real(name, "", optional(words), must, meaning)

export const SETTINGS = {
  port: port("PORT", 3000, "the port of the site"),
  simulatorsPort: port(
    "SIMULATORS_PORT",
    3001,
    "the port of the simulated bank and mailbox, and of the performer's desk; development only",
  ),
  smtpPort: port(
    "SMTP_PORT",
    3002,
    "where the simulated mailbox takes mails, on this machine; development only",
  ),
  mediaPort: port("MEDIA_PORT", 3005, "where the media engine takes WHIP and WHEP"),
  /** Whether the launcher starts the media engine. */
  media: onOrOff(
    "MEDIA",
    "on",
    "whether rooms have pictures and sound; without them they show posters",
  ),
  /** Null: the launcher starts the embedded one. */
  mediaEngineUrl: optionalUrl(
    "MEDIA_ENGINE_URL",
    "another media engine in place of the embedded one; it is told and asked by `MEDIA_AUTH_KEY` and `MEDIA_ADMIN_KEY`",
  ),
  host: host("HOST", "127.0.0.1", "where the site listens"),
  dataDir: folder(
    "DATA_DIR",
    ".data",
    "where everything durable lies; one launcher holds it at a time",
  ),
  production: production("`development`, or `production`, which demands every setting marked so"),
  /** Null: the reference backend's. */
  memberApiUrl: optionalUrl(
    "MEMBER_API_URL",
    "somebody else's member API in place of the reference backend's; it is shown `MEMBER_API_KEY`",
  ),
  /** Null: the reference backend's. */
  performerServiceUrl: optionalUrl(
    "PERFORMER_SERVICE_URL",
    "somebody else's performer service in place of the reference backend's; it is shown `PERFORMER_SERVICE_KEY`",
  ),
  performerServiceKey: setting(
    "PERFORMER_SERVICE_KEY",
    "",
    optional(words),
    "a secret",
    "the key that the gateway shows to somebody else's performer service",
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    "",
    optional(words),
    "a postgresql:// address",
    "a PostgreSQL address for the backend; without it PGlite runs inside DATA_DIR",
  ),
  /** Null: the launcher starts the simulated bank. */
  bankUrl: real(
    "BANK_URL",
    "",
    optional(httpUrl),
    "an http or https address",
    "the bank's address; without it the simulated bank",
  ),
  /** Null: the launcher starts the simulated mailbox. */
  smtpUrl: realText(
    "SMTP_URL",
    "an smtp:// or smtps:// address",
    "the server that takes our mails; without it the mailbox",
  ),
  /** Null: the performer's desk is open to this machine in development, and not there in production. */
  deskPassword: setting(
    "DESK_PASSWORD",
    "",
    optional(secretText(MIN_PASSWORD_LENGTH)),
    `${MIN_PASSWORD_LENGTH} visible characters or more`,
    "opens the performer's desk; without it the desk is open to this machine in development, and not there in production",
  ),
  siteOrigins: realText(
    "SITE_ORIGINS",
    "brands with their http or https origins, such as foldcast=https://site.example",
    "where each brand's site stands, for the links in mails; without it this machine's two names",
  ),
  /** secrets.ts reads them, and draws what was not given. */
  secrets: {
    BANK_SECRET: drawn("BANK_SECRET", "signs what the bank calls back with"),
    TOKEN_SECRET: drawn(
      "TOKEN_SECRET",
      "signs the backend's tokens; older ones may follow after commas",
    ),
    MEMBER_API_KEY: drawn("MEMBER_API_KEY", "the key that the gateway shows to the member API"),
    SESSION_SECRET: drawn("SESSION_SECRET", "seals what a session knows"),
    SUPPORT_TOKEN: drawn("SUPPORT_TOKEN", "opens captures, under the name support"),
  },
} as const

export type SecretName = keyof typeof SETTINGS.secrets
export const SECRET_NAMES = Object.keys(SETTINGS.secrets) as ReadonlyArray<SecretName>

export type LaunchConfig = Omit<SettingValues<typeof SETTINGS>, "secrets">

/** The services that may be somebody else's, and the key of each. */
const SERVICES = [
  ["MEMBER_API_URL", "MEMBER_API_KEY"],
  ["PERFORMER_SERVICE_URL", "PERFORMER_SERVICE_KEY"],
] as const

const notDemanded = <A>(one: Setting<A>): Setting<A> => ({ ...one, real: false })

/** Production demands nothing for a backend that does not run, and for the parties around it. */
const demanded = (environment: Environment): typeof SETTINGS => {
  if (SERVICES.some(([url]) => textIn(environment, url) === "")) return SETTINGS
  const { bankUrl, smtpUrl, siteOrigins, secrets } = SETTINGS
  return {
    ...SETTINGS,
    bankUrl: notDemanded(bankUrl),
    smtpUrl: notDemanded(smtpUrl),
    siteOrigins: notDemanded(siteOrigins),
    secrets: {
      ...secrets,
      BANK_SECRET: notDemanded(secrets.BANK_SECRET),
      TOKEN_SECRET: notDemanded(secrets.TOKEN_SECRET),
    },
  }
}

export const readLaunchConfig = (
  environment: Environment,
): Result.Result<LaunchConfig, SettingsRefused> => {
  // A key is shown to the host it was given for: one that is drawn here opens nothing elsewhere.
  const sentences = SERVICES.flatMap(([url, key]) =>
    textIn(environment, url) !== "" && textIn(environment, key) === ""
      ? [`${key} must be set where ${url} is.`]
      : [],
  )
  return sentences.length > 0
    ? Result.fail(new SettingsRefused({ sentences }))
    : readSettings(demanded(environment), environment)
}
