/** Every setting of the backend, as data. Callers: config.ts, tools/reference/settings-table.ts. */
import * as Readers from "@foldcast/settings/readers"
import {
  choice,
  environmentKind,
  folder,
  host,
  number,
  onOrOff,
  port,
  rate,
  real,
  secret,
  setting,
} from "@foldcast/settings/setting"
import * as Values from "./setting-values.ts"

/** Characters of a secret, at least. */
const MIN_SECRET_LENGTH = 24

export const SETTINGS = {
  FOLDCAST_ENV: environmentKind("production demands real secrets and addresses"),
  BACKEND_HOST: host("127.0.0.1", "where the backend listens"),
  BACKEND_PORT: port(3100, "the backend's port; 0 takes a free one"),
  BACKEND_URL: setting(
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "where the bank reaches the backend; its own address when not set",
  ),
  BANK_URL: real(
    "http://127.0.0.1:3001",
    Readers.httpUrl,
    "an http or https address",
    "where browsers reach the bank",
  ),
  DATA_DIR: folder(".data", "where the embedded database and rendered pictures lie"),
  DATABASE_URL: setting(
    "",
    Readers.optional(Values.postgresUrl),
    "a postgresql:// address",
    "PostgreSQL instead of the embedded database",
  ),
  DATABASE_CONNECTIONS: number(10, 1, 500, "connections to PostgreSQL"),
  MEMBER_API_KEY: secret(
    "development-member-api-key",
    MIN_SECRET_LENGTH,
    "the key the gateway shows",
  ),
  TOKEN_SECRET: secret("development-only-token-secret", MIN_SECRET_LENGTH, "signs login tokens"),
  BANK_SECRET: secret(
    "development-only-bank-secret",
    MIN_SECRET_LENGTH,
    "signs what passes between us and the bank",
  ),
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
  ACCOUNT_DISCLOSURE: choice(
    "specific",
    ["specific", "generic"],
    "generic answers every refused log-in with one label",
  ),
  RATE_FAILED_LOG_INS_PER_ACCOUNT: rate("20/15m", "failed log-ins of one account"),
  RATE_FAILED_LOG_INS_PER_ADDRESS: rate("100/15m", "failed log-ins from one address"),
  RATE_REGISTRATIONS_PER_ADDRESS: rate("60/1h", "registrations from one address"),
  RATE_PASSWORD_RESETS_PER_ACCOUNT: rate("5/1h", "password-reset mails to one account"),
  RATE_PASSWORD_RESETS_PER_ADDRESS: rate("30/1h", "password resets asked for from one address"),
  RATE_VERIFICATION_MAILS_PER_ACCOUNT: rate("5/1h", "verification mails one account asks for"),
  HASH_CONCURRENCY: number(2, 1, 64, "passwords hashed at once, 19 MiB each"),
  PAYMENT_PROVIDER: choice("paynl", ["paynl", "dialxs"], "whose payment methods are offered"),
  PAYMENT_MINUTES: number(60, 1, 1_440, "minutes a payment session can be paid"),
  BANK_CALLBACK_HOURS: number(168, 1, 8_760, "hours after which a bank's signature is too old"),
  LEDGER_CHECK_MS: number(10_000, 100, 3_600_000, "milliseconds between checks of the ledger"),
  MERCHANT_NAME: setting("Foldcast", Readers.words, "a name", "who the bank says is paid"),
  SMTP_URL: real(
    "smtp://127.0.0.1:3002",
    Values.smtpUrl,
    "an smtp:// or smtps:// address",
    "the server that takes our mails; smtp:// elsewhere than on this machine demands STARTTLS",
  ),
  MAIL_FROM: setting(
    "",
    Readers.optional(Values.mailAddress),
    "an e-mail address",
    "who mails come from; the brand's company when not set",
  ),
  PICTURES_CACHE_MB: number(256, 0, 100_000, "megabytes of rendered pictures kept in DATA_DIR"),
  PICTURES_AT_ONCE: number(2, 1, 64, "pictures rendered at once"),
  DEMO: onOrOff("on", "a demo member and a world of performers, in development only"),
  DEMO_SEED: setting("foldcast", Readers.words, "a word", "another one makes another demo world"),
  DEMO_AT: setting(
    "",
    Readers.optional(Values.moment),
    "a moment such as 2026-11-20T20:00:00Z",
    "holds the demo's performers as they are at that moment; they come and go when not set",
  ),
  PROVIDER_STATES: onOrOff("off", "the hook of contract verification, never in production"),
} as const
