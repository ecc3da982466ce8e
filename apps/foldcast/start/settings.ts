/**
 * The launcher's settings, as data: what `foldcast start` reads from the environment. They are the processes' own,
 * but for MEDIA; some the launcher only hands on, draws, or does without. docs/settings.md is made from them. Pure.
 */
import { Result } from "effect"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
  textIn,
} from "@foldcast/settings/read-settings"
import { BACKEND_SETTINGS as BACKEND } from "@foldcast/backend/settings"
import { GATEWAY_SETTINGS as GATEWAY } from "@foldcast/gateway/settings"
import { MEDIA_SETTINGS as MEDIA } from "@foldcast/media/config"
import { optional, words } from "@foldcast/settings/readers"
import { notDemanded, nullable, onOrOff, type Setting } from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"
import { SIMULATOR_SETTINGS as SIMULATORS } from "@foldcast/simulators/config"

/** Drawn once in development; the process that uses it says what it must be. */
export const DRAWN = "generated"
const drawn = <A>(one: Setting<A>): Setting<string> => ({
  ...one,
  fallback: DRAWN,
  read: words,
  must: "a secret",
  real: true,
})

/** Null where it is not set; the process that uses it reads its text. */
const handedOn = <A>(one: Setting<A>): Setting<string | null> => ({
  ...one,
  fallback: "",
  read: optional(words),
})

export const LAUNCHER_SETTINGS = {
  port: GATEWAY.port,
  simulatorsPort: SIMULATORS.port,
  smtpPort: SIMULATORS.smtpPort,
  mediaPort: MEDIA.port,
  /** Whether the launcher starts the media engine. */
  media: onOrOff(
    "MEDIA",
    "on",
    "whether rooms have pictures and sound; without them they show posters",
  ),
  /** Null: the launcher starts the embedded one. */
  mediaEngineUrl: SHARED_SETTINGS.mediaEngine.url,
  host: GATEWAY.host,
  dataDir: SHARED_SETTINGS.dataDir,
  production: SHARED_SETTINGS.production,
  /** Null: the reference backend's. */
  memberApiUrl: notDemanded(nullable(GATEWAY.memberApi.url)),
  /** Null: the reference backend's. */
  performerServiceUrl: GATEWAY.performerService.url,
  performerServiceKey: handedOn(GATEWAY.performerService.key),
  databaseUrl: handedOn(BACKEND.database.url),
  /** Null: the launcher starts the simulated bank. */
  bankUrl: nullable(BACKEND.bank.url),
  /** Null: the launcher starts the simulated mailbox. */
  smtpUrl: handedOn(BACKEND.mail.smtpUrl),
  /** Null: the performer's desk is open to this machine in development, and not there in production. */
  deskPassword: SIMULATORS.desk.password,
  siteOrigins: handedOn(BACKEND.links.origins),
  /** secrets.ts reads them, and draws what was not given. */
  secrets: {
    BANK_SECRET: drawn(BACKEND.bank.secret),
    TOKEN_SECRET: drawn(BACKEND.tokenSecrets),
    MEMBER_API_KEY: drawn(GATEWAY.memberApi.key),
    SESSION_SECRET: drawn(GATEWAY.sessionSecrets),
    SUPPORT_TOKEN: drawn(GATEWAY.supportTokens.one),
  },
} as const

export type SecretName = keyof typeof LAUNCHER_SETTINGS.secrets
export const SECRET_NAMES = Object.keys(LAUNCHER_SETTINGS.secrets) as ReadonlyArray<SecretName>

export type LaunchConfig = Omit<SettingValues<typeof LAUNCHER_SETTINGS>, "secrets">

/** The services that may be somebody else's, and the key of each. */
const SERVICES = [
  ["MEMBER_API_URL", "MEMBER_API_KEY"],
  ["PERFORMER_SERVICE_URL", "PERFORMER_SERVICE_KEY"],
] as const

/** Production demands nothing for a backend that does not run, and for the parties around it. */
const demanded = (environment: Environment): typeof LAUNCHER_SETTINGS => {
  if (SERVICES.some(([url]) => textIn(environment, url) === "")) return LAUNCHER_SETTINGS
  const { bankUrl, smtpUrl, siteOrigins, secrets } = LAUNCHER_SETTINGS
  return {
    ...LAUNCHER_SETTINGS,
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
