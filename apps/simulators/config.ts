/** The outside parties' configuration, from the environment. */
import { join } from "node:path"
import { type Redacted, Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import { whepPath, whipPath } from "@foldcast/settings/engine-path"
import {
  folder,
  host,
  mapped,
  optionalSecret,
  optionalUrl,
  port,
  production,
  secretSetting,
} from "@foldcast/settings/setting"

const MIN_SECRET_LENGTH = 24
const MIN_PASSWORD_LENGTH = 12

export const SETTINGS = {
  production: production("`production` has no desk without a password"),
  host: host("SIMULATORS_HOST", "127.0.0.1", "where the outside parties listen"),
  /** 0 takes a free one. */
  port: port("SIMULATORS_PORT", 3001, "the bank's, the mailbox's and the desk's port"),
  /** On the loopback; 0 takes a free one. */
  smtpPort: port("SMTP_PORT", 3002, "where the mailbox takes mails"),
  bankSecret: secretSetting(
    "BANK_SECRET",
    "development-only-bank-secret",
    MIN_SECRET_LENGTH,
    "what the bank and the site sign with",
  ),
  booksFile: mapped(folder("DATA_DIR", ".data", "where the bank's books lie"), (dataDir) =>
    join(dataDir, "simulators", "bank.db"),
  ),
  desk: {
    backendUrl: optionalUrl(
      "DESK_BACKEND_URL",
      "the backend whose performers a person may act for; without it, or without DESK_KEY, there is no desk",
    ),
    key: optionalSecret("DESK_KEY", MIN_SECRET_LENGTH, "the key that the performer's desk shows"),
    password: optionalSecret(
      "DESK_PASSWORD",
      MIN_PASSWORD_LENGTH,
      "opens the performer's desk; without it there is none in production, nor where SIMULATORS_HOST is not this machine alone",
    ),
    engineUrl: optionalUrl(
      "MEDIA_ENGINE_URL",
      "the media engine that the desk publishes at; without it the desk has no camera",
    ),
    whepPath: whepPath("where at the engine the desk asks for what viewers see"),
    whipPath: whipPath("where at the engine the desk, and a program such as OBS, publish"),
    publicEngineUrl: optionalUrl(
      "MEDIA_PUBLIC_URL",
      "where programs such as OBS reach the media engine; MEDIA_ENGINE_URL when not set",
    ),
  },
} as const

export interface DeskConfig {
  readonly backendUrl: string
  readonly key: Redacted.Redacted
  /** Null: whoever is at this machine may. */
  readonly password: Redacted.Redacted | null
  /** What the words of known browsers are signed with: one that stays the same when the process starts anew. */
  readonly browserSecret: Redacted.Redacted
  /** Null: nothing is published here. */
  readonly engine: EngineConfig | null
}

export interface EngineConfig {
  readonly url: string
  /** Where programs reach it. */
  readonly publicUrl: string
  /** Where offers are posted there (settings/engine-path.ts). */
  readonly offersAt: { readonly whip: string; readonly whep: string }
}

type Values = SettingValues<typeof SETTINGS>

export interface SimulatorsConfig extends Omit<Values, "booksFile" | "desk" | "production"> {
  /** Private lines are read there: null where that is not for whoever comes by. */
  readonly desk: DeskConfig | null
  /** The bank's books; null keeps them in memory, for tests. */
  readonly booksFile: string | null
  /** How long the bank waits before it calls back a browser it has sent back first. */
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

export const readSimulatorsConfig = (
  environment: Environment,
): Result.Result<SimulatorsConfig, SettingsRefused> =>
  Result.map(readSettings(SETTINGS, environment), (values) => {
    const { production: _, ...own } = values
    return { ...own, desk: deskOf(values), returnFirstMs: 2_000 }
  })
