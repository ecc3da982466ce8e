/**
 * Every setting of the backend, as data: its name in the environment, what stands where nobody set it,
 * how its text is read, and what it means. The README's table is checked against this one.
 *
 * Callers: config.ts. Invariant: a `real` setting has a fallback for development only; production
 * refuses to start without it.
 */
import * as Values from "./setting-values.ts"
import type { Reader } from "./setting-values.ts"

export interface Setting<A> {
  /** The text that stands where the setting is not set; empty where that means "none". */
  readonly fallback: string
  readonly read: Reader<A>
  /** What its text must be: the end of the sentence "BACKEND_PORT must be …". */
  readonly must: string
  readonly meaning: string
  /** Production demands it, and refuses the text that development falls back to. */
  readonly real: boolean
}

const setting = <A>(
  fallback: string,
  read: Reader<A>,
  must: string,
  meaning: string,
): Setting<A> => ({ fallback, read, must, meaning, real: false })

const real = <A>(fallback: string, read: Reader<A>, must: string, meaning: string): Setting<A> => ({
  fallback,
  read,
  must,
  meaning,
  real: true,
})

const number = (fallback: number, minimum: number, maximum: number, meaning: string) =>
  setting(
    String(fallback),
    Values.wholeNumber(minimum, maximum),
    `a whole number from ${minimum} to ${maximum}`,
    meaning,
  )

const rate = (fallback: string, meaning: string) =>
  setting(fallback, Values.rate, "a rate such as 20/15m (units s, m, h)", meaning)

const secret = (fallback: string, meaning: string) =>
  real(fallback, Values.secret, `${Values.MIN_SECRET_LENGTH} visible characters or more`, meaning)

const onOrOff = (fallback: "on" | "off", meaning: string) =>
  setting(fallback, Values.onOrOff, "on or off", meaning)

export const SETTINGS = {
  FOLDCAST_ENV: setting(
    "development",
    Values.oneOf(["development", "production"]),
    "development or production",
    "production demands real secrets and addresses",
  ),
  BACKEND_HOST: setting(
    "127.0.0.1",
    Values.words,
    "an address or a host name",
    "where the backend listens",
  ),
  BACKEND_PORT: number(3100, 0, 65_535, "the backend's port; 0 takes a free one"),
  BACKEND_URL: setting(
    "",
    Values.optional(Values.httpUrl),
    "an http or https address",
    "where the bank reaches the backend; its own address when not set",
  ),
  BANK_URL: real(
    "http://127.0.0.1:3001",
    Values.httpUrl,
    "an http or https address",
    "where browsers reach the bank",
  ),
  DATA_DIR: setting(".data", Values.words, "a folder", "where the embedded database lies"),
  DATABASE_URL: setting(
    "",
    Values.optional(Values.postgresUrl),
    "a postgresql:// address",
    "PostgreSQL instead of the embedded database",
  ),
  DATABASE_CONNECTIONS: number(10, 1, 500, "connections to PostgreSQL"),
  MEMBER_API_KEY: secret("development-member-api-key", "the key the gateway shows"),
  TOKEN_SECRET: secret("development-only-token-secret", "signs login tokens"),
  BANK_SECRET: secret("development-only-bank-secret", "signs what passes between us and the bank"),
  TOKEN_HOURS: number(720, 1, 8_760, "hours a login token is good for"),
  LINK_VERIFY_HOURS: number(72, 1, 720, "hours a verification link is good for"),
  LINK_RESET_MINUTES: number(60, 1, 1_440, "minutes a password-reset link is good for"),
  LINK_LOGIN_MINUTES: number(10, 1, 10, "minutes a log-in link is good for"),
  SITE_ORIGINS: real(
    "foldcast=http://localhost:3000,lumio=http://partner.localhost:3000",
    Values.origins,
    "brands with their http or https origins, such as foldcast=https://site.example",
    "where the links of mails lead, by brand; the first for any other",
  ),
  ACCOUNT_DISCLOSURE: setting(
    "specific",
    Values.oneOf(["specific", "generic"]),
    "specific or generic",
    "generic answers every refused log-in with one label",
  ),
  RATE_FAILED_LOG_INS_PER_ACCOUNT: rate("20/15m", "failed log-ins of one account"),
  RATE_FAILED_LOG_INS_PER_ADDRESS: rate("100/15m", "failed log-ins from one address"),
  RATE_REGISTRATIONS_PER_ADDRESS: rate("60/1h", "registrations from one address"),
  RATE_PASSWORD_RESETS_PER_ACCOUNT: rate("5/1h", "password-reset mails to one account"),
  RATE_PASSWORD_RESETS_PER_ADDRESS: rate("30/1h", "password resets asked for from one address"),
  RATE_VERIFICATION_MAILS_PER_ACCOUNT: rate("5/1h", "verification mails one account asks for"),
  HASH_CONCURRENCY: number(2, 1, 64, "passwords hashed at once, 19 MiB each"),
  PAYMENT_PROVIDER: setting(
    "paynl",
    Values.oneOf(["paynl", "dialxs"]),
    "paynl or dialxs",
    "whose payment methods are offered",
  ),
  PAYMENT_MINUTES: number(60, 1, 1_440, "minutes a payment session can be paid"),
  BANK_CALLBACK_HOURS: number(168, 1, 8_760, "hours after which a bank's signature is too old"),
  LEDGER_CHECK_MS: number(10_000, 100, 3_600_000, "milliseconds between checks of the ledger"),
  MERCHANT_NAME: setting("Foldcast", Values.words, "a name", "who the bank says is paid"),
  SMTP_URL: real(
    "smtp://127.0.0.1:3002",
    Values.smtpUrl,
    "an smtp:// or smtps:// address",
    "the server that takes our mails; smtp:// elsewhere than on this machine demands STARTTLS",
  ),
  MAIL_FROM: setting(
    "",
    Values.optional(Values.mailAddress),
    "an e-mail address",
    "who mails come from; the brand's company when not set",
  ),
  DEMO: onOrOff("on", "a demo member, in development only"),
  PROVIDER_STATES: onOrOff("off", "the hook of contract verification, never in production"),
} as const

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as ReadonlyArray<SettingName>

type Read<S> = S extends Setting<infer A> ? A : never
/** Every setting, read. */
export type SettingValues = { readonly [Name in SettingName]: Read<(typeof SETTINGS)[Name]> }
