/**
 * Every setting of the backend, once: its name, default, bounds and meaning, in the shape of the configuration that
 * is made of it.
 */
import { CREDITS_PER_MINUTE, MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import { KEEP_ALIVE_MS } from "@foldcast/contracts/upstream/chat-socket"
import * as Readers from "@foldcast/settings/readers"
import {
  host,
  mapped,
  number,
  notDemanded,
  nullable,
  onOrOff,
  optionalSecret,
  optionalUrl,
  port,
  rate,
  real,
  renamed,
  setting,
} from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"
import * as Values from "./setting-values.ts"

/** Characters of a secret, at least. */
const MIN_SECRET_LENGTH = 24
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const minutes = (name: string, fallback: number, maximum: number, meaning: string) =>
  mapped(number(name, fallback, 1, maximum, meaning), (value) => value * MINUTE_MS)
const seconds = (name: string, fallback: number, maximum: number, meaning: string) =>
  mapped(number(name, fallback, 1, maximum, meaning), (value) => value * 1_000)
const hours = (name: string, fallback: number, maximum: number, meaning: string) =>
  mapped(number(name, fallback, 1, maximum, meaning), (value) => value * HOUR_MS)

const kickPath: Readers.Reader<string> = (text) =>
  text.startsWith("/") && text.includes("{id}") ? text : undefined

export const BACKEND_SETTINGS = {
  production: SHARED_SETTINGS.production,
  host: host("BACKEND_HOST", "127.0.0.1", "where the backend listens"),
  port: port("BACKEND_PORT", 3100, "the backend's port; 0 takes a free one"),
  dataDir: SHARED_SETTINGS.dataDir,
  deletedAccountsFile: SHARED_SETTINGS.deletedAccountsFile,
  database: {
    url: setting(
      "DATABASE_URL",
      "",
      Readers.optional(Values.postgresUrl),
      "a postgresql:// address",
      "PostgreSQL in place of the embedded database, PGlite inside DATA_DIR",
    ),
    connections: number("DATABASE_CONNECTIONS", 10, 1, 500, "connections to PostgreSQL"),
    timeoutMs: number(
      "DATABASE_TIMEOUT_MS",
      5_000,
      100,
      60_000,
      "milliseconds after which a statement or a connection to PostgreSQL is given up",
    ),
  },
  minFreeBytes: SHARED_SETTINGS.minFreeBytes,
  memberApiKey: SHARED_SETTINGS.memberApi.key(MIN_SECRET_LENGTH),
  /** The first signs; all open. Never empty. */
  tokenSecrets: real(
    "TOKEN_SECRET",
    "development-only-token-secret",
    Readers.someOf(Readers.secretText(MIN_SECRET_LENGTH)),
    `${MIN_SECRET_LENGTH} visible characters or more; older ones may follow after commas`,
    "signs the tokens of log-ins, links and pictures; the first signs, all open",
  ),
  tokenTtlMs: hours("TOKEN_HOURS", 720, 8_760, "hours a login token is good for"),
  sessionMs: SHARED_SETTINGS.sessionMs,
  links: {
    verifyMs: hours("LINK_VERIFY_HOURS", 72, 720, "hours a verification link is good for"),
    resetMs: minutes("LINK_RESET_MINUTES", 60, 1_440, "minutes a password-reset link is good for"),
    loginMs: minutes("LINK_LOGIN_MINUTES", 10, 10, "minutes a log-in link is good for"),
    /** By brand; the first is the house's. */
    origins: real(
      "SITE_ORIGINS",
      "foldcast=http://localhost:3000,lumio=http://partner.localhost:3000",
      Values.origins,
      "brands with their http or https origins, such as foldcast=https://site.example",
      "where the links of mails lead, by brand, the first for any other; `npm start` knows this machine's two names",
    ),
  },
  limits: {
    ...SHARED_SETTINGS.rates,
    wrongPinsPerNumber: rate(
      "RATE_WRONG_PINS_PER_NUMBER",
      "200/1h",
      "wrong PINs typed for one number to pay by phone, from everywhere; beyond it the log says so, and right ones go on being taken",
    ),
    takenAddressAnswersPerAddress: rate(
      "RATE_TAKEN_ADDRESS_ANSWERS_PER_ADDRESS",
      "5/1h",
      "times one client address is told that an e-mail address is in use; then every registration and change of address from there is refused alike",
    ),
    addressUsedMailsPerAccount: rate(
      "RATE_ADDRESS_USED_MAILS_PER_ACCOUNT",
      "1/24h",
      "mails to one account that somebody registered with its address, or wanted it",
    ),
    passwordResetsPerAccount: renamed(
      rate("RATE_PASSWORD_RESET_MAILS_PER_ACCOUNT", "5/1h", "password-reset mails to one account"),
      "RATE_PASSWORD_RESETS_PER_ACCOUNT",
    ),
    passwordResetsPerAddress: renamed(
      rate(
        "RATE_PASSWORD_RESET_CALLS_PER_ADDRESS",
        "30/1h",
        "password resets that the member API is asked for from one address",
      ),
      "RATE_PASSWORD_RESETS_PER_ADDRESS",
    ),
    reportsPerAddress: renamed(
      rate("RATE_REPORT_CALLS_PER_ADDRESS", "60/1h", "reports taken from one client address"),
      "RATE_REPORTS_PER_ADDRESS",
    ),
    reportsPerReader: rate(
      "RATE_REPORTS_PER_READER",
      "10/24h",
      "reports of one member, or with one address for their mails",
    ),
    verificationMailsPerAccount: rate(
      "RATE_VERIFICATION_MAILS_PER_ACCOUNT",
      "5/1h",
      "verification mails one account asks for",
    ),
  },
  hashConcurrency: number("HASH_CONCURRENCY", 2, 1, 64, "passwords hashed at once, 19 MiB each"),
  bank: {
    secret: SHARED_SETTINGS.bankSecret,
    url: real(
      "BANK_URL",
      "http://127.0.0.1:3001",
      Readers.httpUrl,
      "an http or https address",
      "where browsers reach the bank; `npm start` runs a simulated one where it is not set",
    ),
    callbackBase: optionalUrl(
      "BACKEND_URL",
      "where the bank reaches the backend; its own address when not set",
    ),
    callbackMaxAgeMs: hours(
      "BANK_CALLBACK_HOURS",
      168,
      8_760,
      "hours after which a bank's signature is too old",
    ),
  },
  phone: {
    ...SHARED_SETTINGS.phone,
    /** Null: the provider takes no instructions. */
    url: optionalUrl(
      "PHONE_URL",
      "where the phone's provider takes instructions, such as hanging up; demanded in production where there are PHONE_NUMBERS; without it, in tests, a call ends when the caller hangs up; `npm start` knows the simulated one's",
    ),
    maxMinutes: number(
      "PHONE_MAX_MINUTES",
      60,
      1,
      600,
      "minutes after which a call that pays is ended; a shorter limit of the number's country wins",
    ),
    hangUpMs: seconds(
      "PHONE_HANG_UP_SECONDS",
      60,
      3_600,
      "seconds after which a call is ended whose caller watches nobody; before that the caller hears why",
    ),
  },
  payments: {
    provider: SHARED_SETTINGS.paymentProvider,
    merchant: setting(
      "MERCHANT_NAME",
      "Foldcast",
      Readers.words,
      "a name",
      "who the bank says is paid",
    ),
    sessionMs: minutes("PAYMENT_MINUTES", 60, 1_440, "minutes a payment session can be paid"),
  },
  mail: {
    smtpUrl: real(
      "SMTP_URL",
      "smtp://127.0.0.1:3002",
      Values.smtpUrl,
      "an smtp:// or smtps:// address",
      "the server that takes our mails; smtp:// elsewhere than on this machine demands STARTTLS; `npm start` runs a mailbox where it is not set",
    ),
    /** Null for the e-mail address of the brand's company. */
    from: setting(
      "MAIL_FROM",
      "",
      Readers.optional(Values.mailAddressSetting),
      "an e-mail address",
      "who mails come from; the brand's company when not set",
    ),
  },
  ledgerCheckMs: number(
    "LEDGER_CHECK_MS",
    10_000,
    100,
    3_600_000,
    "milliseconds between checks of the ledger",
  ),
  chat: {
    keepAliveMs: seconds(
      "CHAT_KEEP_ALIVE_SECONDS",
      KEEP_ALIVE_MS / 1_000,
      60,
      "seconds between keep-alives of the chat socket",
    ),
    silentAfterMs: seconds(
      "CHAT_SILENT_SECONDS",
      15,
      300,
      "seconds without an answer after which a paid session ends",
    ),
    intervalMs: seconds("CHAT_INTERVAL_SECONDS", 10, 60, "seconds that are paid ahead"),
    creditsPerMinute: {
      chat: number(
        "CHAT_CREDITS",
        CREDITS_PER_MINUTE.chat,
        6,
        6_000,
        "credits of a minute of private chat",
      ),
      vip: number("VIP_CREDITS", CREDITS_PER_MINUTE.vip, 6, 6_000, "credits of a minute of VIP"),
    },
    messagePrice: number(
      "MESSAGE_PRICE",
      MESSAGE_PRICE,
      0,
      6_000,
      "credits that a member must have to write in a room; nothing is charged for it",
    ),
    vipRequestMs: seconds(
      "VIP_REQUEST_SECONDS",
      60,
      600,
      "seconds that a request for VIP waits for its answer",
    ),
    vipJoinMs: seconds(
      "VIP_JOIN_SECONDS",
      15,
      120,
      "seconds in which VIP that was accepted is joined; who lets it go loses its first interval",
    ),
    longPauseMs: seconds(
      "CHAT_LONG_PAUSE_SECONDS",
      60,
      3_600,
      "seconds of a performer's pause, or without a picture, after which paid sessions end",
    ),
    guestFreeMs: minutes(
      "GUEST_FREE_MINUTES",
      10,
      1_440,
      "minutes a guest watches free a day and browser",
    ),
    guestFreeAddressMs: minutes(
      "GUEST_FREE_ADDRESS_MINUTES",
      600,
      14_400,
      "minutes all guests of one address watch free a day; an IPv6 /64 is one",
    ),
    toySecondsPerLevel: number(
      "TOY_SECONDS_PER_LEVEL",
      1,
      1,
      60,
      "seconds a toy moves for each level",
    ),
    mutedWords: setting(
      "MUTED_WORDS",
      "",
      Readers.listOf(Readers.words),
      "words or phrases, separated by commas",
      "words that are not shown in rooms",
    ),
  },
  pictures: {
    maxBytes: mapped(
      number(
        "PICTURES_CACHE_MB",
        256,
        0,
        100_000,
        "megabytes of rendered pictures kept in DATA_DIR",
      ),
      (megabytes) => megabytes * 1_000_000,
    ),
    atOnce: number("PICTURES_AT_ONCE", 2, 1, 64, "pictures rendered at once"),
  },
  demo: onOrOff("DEMO", "on", "a demo member and a world of performers, in development only"),
  demoSeed: setting(
    "DEMO_SEED",
    "foldcast",
    Readers.words,
    "a word",
    "another one makes another demo world",
  ),
  /** Milliseconds since 1970; null: it lives. */
  demoAt: setting(
    "DEMO_AT",
    "",
    Readers.optional(Values.momentSetting),
    "a moment such as 2026-11-20T20:00:00Z",
    "holds the demo's performers as they are at that moment; they come and go when not set",
  ),
  demoCheckCode: onOrOff(
    "DEMO_CHECK_CODE",
    "off",
    "squares in the corner of the demo performers' loops and stills, by which tests know whom and what they see",
  ),
  /** Null: there is none. */
  deskKey: SHARED_SETTINGS.deskKey,
  /** Null: nobody reads them. */
  reportsKey: optionalSecret(
    "REPORTS_KEY",
    MIN_SECRET_LENGTH,
    "the key that whoever decides on reports shows; without it they can only be received",
  ),
  media: {
    /** Null: there are no pictures. */
    engineUrl: SHARED_SETTINGS.mediaEngine.url,
    kickPath: setting(
      "MEDIA_KICK_PATH",
      "/v3/webrtcsessions/kick/{id}",
      kickPath,
      "a path with {id} in it",
      "where a session is cut at the media engine; {id} stands for it",
    ),
    sessionsPath: setting(
      "MEDIA_SESSIONS_PATH",
      "/v3/webrtcsessions/list",
      (text) => (text.startsWith("/") ? text : undefined),
      "a path",
      "where the media engine says which sessions it has, so that those of an earlier start are cut",
    ),
    adminKey: notDemanded(nullable(SHARED_SETTINGS.mediaEngine.adminKey)),
    /** Null: nobody may ask. */
    authKey: notDemanded(nullable(SHARED_SETTINGS.mediaEngine.authKey)),
  },
  deskAwayMs: seconds(
    "DESK_AWAY_SECONDS",
    60,
    3_600,
    "seconds after which a desk that has gone away gives its performer back",
  ),
  providerStates: onOrOff(
    "PROVIDER_STATES",
    "off",
    "the hook of contract verification, never in production",
  ),
} as const
