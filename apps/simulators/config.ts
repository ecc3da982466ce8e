/** The simulators' configuration, read from the environment. */
import { join } from "node:path"
import { type Redacted, Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import {
  DEVELOPMENT_PHONE_NUMBERS,
  type PhoneNumberSetting,
} from "@foldcast/settings/phone-numbers"
import { host, mapped, optionalSecret, optionalUrl, port } from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"

const MIN_PASSWORD_LENGTH = 12

export const SIMULATOR_SETTINGS = {
  production: SHARED_SETTINGS.production,
  host: host("SIMULATORS_HOST", "127.0.0.1", "where the outside parties listen"),
  /** 0 takes a free one. */
  port: port(
    "SIMULATORS_PORT",
    3001,
    "the port of the simulated bank, mailbox and phone, and of the performer's desk; development only",
  ),
  /** On the loopback; 0 takes a free one. */
  smtpPort: port(
    "SMTP_PORT",
    3002,
    "where the simulated mailbox takes mails, on this machine; development only",
  ),
  bankSecret: SHARED_SETTINGS.bankSecret,
  /** Of the databases of bank and phone. */
  folder: mapped(SHARED_SETTINGS.dataDir, (dataDir) => join(dataDir, "simulators")),
  phone: {
    ...SHARED_SETTINGS.phone,
    backendUrl: optionalUrl(
      "PHONE_BACKEND_URL",
      "the backend that the simulated phone's provider tells of calls; without it there is no phone",
    ),
  },
  desk: {
    backendUrl: optionalUrl(
      "DESK_BACKEND_URL",
      "the backend whose performers a person may act for; without it, or without DESK_KEY, there is no desk",
    ),
    key: SHARED_SETTINGS.deskKey,
    password: optionalSecret(
      "DESK_PASSWORD",
      MIN_PASSWORD_LENGTH,
      "opens the performer's desk; without it the desk is open to this machine in development, and there is none in production, nor where SIMULATORS_HOST is not this machine alone",
    ),
    engineUrl: SHARED_SETTINGS.mediaEngine.url,
    whepPath: SHARED_SETTINGS.mediaEngine.whepPath,
    whipPath: SHARED_SETTINGS.mediaEngine.whipPath,
    publicEngineUrl: optionalUrl(
      "MEDIA_PUBLIC_URL",
      "where programs such as OBS reach the media engine; MEDIA_ENGINE_URL when not set",
    ),
  },
} as const

export interface DeskConfig {
  readonly backendUrl: string
  readonly key: Redacted.Redacted
  /** Null: every browser on this machine may use the desk. */
  readonly password: Redacted.Redacted | null
  /** Signs the tokens of known browsers (desk/known-browsers.ts); the same after a restart. */
  readonly browserSecret: Redacted.Redacted
  /** Null: the desk has no camera. */
  readonly engine: EngineConfig | null
}

export interface EngineConfig {
  readonly url: string
  /** Where programs such as OBS reach it. */
  readonly publicUrl: string
  /** Path patterns of WHIP and WHEP there (settings/engine-path.ts). */
  readonly offersAt: { readonly whip: string; readonly whep: string }
}

export interface PhoneConfig {
  /** In service. */
  readonly numbers: ReadonlyArray<PhoneNumberSetting>
  readonly secret: Redacted.Redacted
  readonly backendUrl: string
  /** The provider's database; null keeps it in memory, for tests. */
  readonly file: string | null
}

type Values = SettingValues<typeof SIMULATOR_SETTINGS>

export interface SimulatorsConfig extends Omit<Values, "desk" | "folder" | "phone" | "production"> {
  /** Null: there is none. */
  readonly phone: PhoneConfig | null
  /** Null: there is none. Private lines are read there, so it is never open to everybody on a network. */
  readonly desk: DeskConfig | null
  /** The bank's database; null keeps it in memory, for tests. */
  readonly bankFile: string | null
  /** How long the bank waits with the callback where the browser returns first. */
  readonly returnFirstMs: number
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/u

const deskOf = ({ desk, production: isReal, host: at, bankSecret }: Values): DeskConfig | null => {
  const {
    backendUrl,
    key,
    password,
    engineUrl,
    publicEngineUrl,
    whipPath: whip,
    whepPath: whep,
  } = desk
  const engine =
    engineUrl === null
      ? null
      : { url: engineUrl, publicUrl: publicEngineUrl ?? engineUrl, offersAt: { whip, whep } }
  const isOpen = password === null && (isReal || !LOOPBACK.test(at))
  return backendUrl === null || key === null || isOpen
    ? null
    : { backendUrl, key, password, browserSecret: bankSecret, engine }
}

/** In production the provider is a real one. */
const phoneOf = ({ phone, folder, production: isReal }: Values): PhoneConfig | null => {
  const { numbers, backendUrl, ...own } = phone
  const inService = numbers ?? DEVELOPMENT_PHONE_NUMBERS
  return backendUrl === null || isReal || inService.length === 0
    ? null
    : { ...own, numbers: inService, backendUrl, file: join(folder, "phone.db") }
}

export const readSimulatorsConfig = (
  environment: Environment,
): Result.Result<SimulatorsConfig, SettingsRefused> =>
  Result.map(readSettings(SIMULATOR_SETTINGS, environment), (values) => {
    const { production: _, folder, ...own } = values
    return {
      ...own,
      bankFile: join(folder, "bank.db"),
      desk: deskOf(values),
      phone: phoneOf(values),
      returnFirstMs: 2_000,
    }
  })
