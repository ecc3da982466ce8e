/**
 * The launcher's settings, as data: the environment of `foldcast start`. Except for MEDIA they are the
 * processes' own settings; the launcher only passes some on, generates some, or makes some optional.
 * docs/settings.md is generated from them. Pure.
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

/** Generated once in development; the process that uses it checks its form. */
export const DRAWN = "generated"
const drawn = <A>(one: Setting<A>): Setting<string> => ({
  ...one,
  fallback: DRAWN,
  read: words,
  must: "a secret",
  real: true,
})

/** Null when it is not set; the process that uses it parses its text. */
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
  /** Null: the launcher tells the simulated phone's address, where there is one. */
  phoneUrl: BACKEND.phone.url,
  /** Null: the launcher starts the simulated mailbox. */
  smtpUrl: handedOn(BACKEND.mail.smtpUrl),
  /** Null: the performer's desk is open on this machine in development, and absent in production. */
  deskPassword: SIMULATORS.desk.password,
  siteOrigins: handedOn(BACKEND.links.origins),
  /** secrets.ts reads them and generates the missing ones. */
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

/** The services that may be external, and the key of each. */
const SERVICES = [
  ["MEMBER_API_URL", "MEMBER_API_KEY"],
  ["PERFORMER_SERVICE_URL", "PERFORMER_SERVICE_KEY"],
] as const

/** Production requires no settings for a backend that does not run, or for its bank and mails. */
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
  // An external service has its own key, so a generated one would be useless.
  const sentences = SERVICES.flatMap(([url, key]) =>
    textIn(environment, url) !== "" && textIn(environment, key) === ""
      ? [`${key} must be set where ${url} is.`]
      : [],
  )
  return sentences.length > 0
    ? Result.fail(new SettingsRefused({ sentences }))
    : readSettings(demanded(environment), environment)
}
