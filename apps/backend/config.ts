/**
 * The backend's configuration: one total record, read once from the environment (settings.ts says what
 * can be set). A faulty environment is refused as a whole, with one sentence per setting and never with
 * the text that was found there.
 */
import { join } from "node:path"
import { Context, type Redacted, Result } from "effect"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import type { Rate } from "@foldcast/settings/readers"
import type { DatabaseChoice } from "./db/open-database.ts"
import type { PicturesConfig } from "./media/pictures.ts"
import { SETTINGS } from "./settings.ts"

export interface Limits {
  readonly failedLogInsPerAccount: Rate
  readonly failedLogInsPerAddress: Rate
  readonly registrationsPerAddress: Rate
  readonly passwordResetsPerAccount: Rate
  readonly passwordResetsPerAddress: Rate
  readonly verificationMailsPerAccount: Rate
}

export interface BackendConfigShape {
  readonly production: boolean
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly database: DatabaseChoice
  readonly memberApiKey: Redacted.Redacted
  readonly tokenSecret: Redacted.Redacted
  readonly tokenTtlMs: number
  readonly links: {
    /** How long each kind is good for. */
    readonly verifyMs: number
    readonly resetMs: number
    readonly loginMs: number
    /** Where they lead, by brand; the first is the house's. */
    readonly origins: ReadonlyMap<string, string>
  }
  readonly accountDisclosure: "specific" | "generic"
  readonly limits: Limits
  readonly hashConcurrency: number
  readonly bank: {
    readonly secret: Redacted.Redacted
    /** Where browsers reach it. */
    readonly url: string
    /** Where it reaches us; null for the address this server listens on. */
    readonly callbackBase: string | null
    readonly callbackMaxAgeMs: number
  }
  readonly payments: {
    readonly provider: "paynl" | "dialxs"
    readonly merchant: string
    /** How long a session can be paid. */
    readonly sessionMs: number
  }
  readonly mail: {
    /** Null sends nothing: mails stay in the outbox. For tests. */
    readonly smtpUrl: Redacted.Redacted | null
    /** Null for the e-mail address of the brand's company. */
    readonly from: string | null
  }
  readonly ledgerCheckMs: number
  readonly pictures: PicturesConfig
  readonly demo: boolean
  /** Makes the demo world what it is. */
  readonly demoSeed: string
  /** Milliseconds since 1970: the moment that the demo world is held at; null: it lives. */
  readonly demoAt: number | null
  readonly providerStates: boolean
}

export class BackendConfig extends Context.Service<BackendConfig, BackendConfigShape>()(
  "backend/BackendConfig",
) {}

type Values = SettingValues<typeof SETTINGS>

const togetherFaults = (values: Values): ReadonlyArray<string> =>
  values.FOLDCAST_ENV === "production" && values.PROVIDER_STATES
    ? ["PROVIDER_STATES must be off in production: it makes members and payments out of nothing."]
    : []

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const configOf = (values: Values): BackendConfigShape => ({
  production: values.FOLDCAST_ENV === "production",
  host: values.BACKEND_HOST,
  port: values.BACKEND_PORT,
  database:
    values.DATABASE_URL === null
      ? { _tag: "Embedded", dataDir: values.DATA_DIR }
      : {
          _tag: "Postgres",
          url: values.DATABASE_URL,
          connections: values.DATABASE_CONNECTIONS,
        },
  memberApiKey: values.MEMBER_API_KEY,
  tokenSecret: values.TOKEN_SECRET,
  tokenTtlMs: values.TOKEN_HOURS * HOUR_MS,
  links: {
    verifyMs: values.LINK_VERIFY_HOURS * HOUR_MS,
    resetMs: values.LINK_RESET_MINUTES * MINUTE_MS,
    loginMs: values.LINK_LOGIN_MINUTES * MINUTE_MS,
    origins: values.SITE_ORIGINS,
  },
  accountDisclosure: values.ACCOUNT_DISCLOSURE,
  limits: {
    failedLogInsPerAccount: values.RATE_FAILED_LOG_INS_PER_ACCOUNT,
    failedLogInsPerAddress: values.RATE_FAILED_LOG_INS_PER_ADDRESS,
    registrationsPerAddress: values.RATE_REGISTRATIONS_PER_ADDRESS,
    passwordResetsPerAccount: values.RATE_PASSWORD_RESETS_PER_ACCOUNT,
    passwordResetsPerAddress: values.RATE_PASSWORD_RESETS_PER_ADDRESS,
    verificationMailsPerAccount: values.RATE_VERIFICATION_MAILS_PER_ACCOUNT,
  },
  hashConcurrency: values.HASH_CONCURRENCY,
  bank: {
    secret: values.BANK_SECRET,
    url: values.BANK_URL,
    callbackBase: values.BACKEND_URL,
    callbackMaxAgeMs: values.BANK_CALLBACK_HOURS * HOUR_MS,
  },
  payments: {
    provider: values.PAYMENT_PROVIDER,
    merchant: values.MERCHANT_NAME,
    sessionMs: values.PAYMENT_MINUTES * MINUTE_MS,
  },
  mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
  ledgerCheckMs: values.LEDGER_CHECK_MS,
  pictures: {
    directory: join(values.DATA_DIR, "pictures"),
    maxBytes: values.PICTURES_CACHE_MB * 1_000_000,
    atOnce: values.PICTURES_AT_ONCE,
  },
  demo: values.DEMO && values.FOLDCAST_ENV === "development",
  demoSeed: values.DEMO_SEED,
  demoAt: values.DEMO_AT,
  providerStates: values.PROVIDER_STATES,
})

export const readConfig = (
  environment: Environment,
): Result.Result<BackendConfigShape, SettingsRefused> =>
  Result.flatMap(readSettings(SETTINGS, environment), (values) => {
    const sentences = togetherFaults(values)
    return sentences.length > 0
      ? Result.fail(new SettingsRefused({ sentences }))
      : Result.succeed(configOf(values))
  })
