/**
 * Every setting that several processes read, declared once, so a name has the same meaning in all of them. A
 * process declares its own settings itself. Pure.
 */
import { enginePath } from "./engine-path.ts"
import { phoneNumbers } from "./phone-numbers.ts"
import * as Readers from "./readers.ts"
import {
  choice,
  folder,
  mapped,
  notDemanded,
  number,
  optionalSecret,
  optionalUrl,
  rate,
  secretSetting,
  setting,
} from "./setting.ts"

const DAY_MS = 86_400_000
const MIB = 1_048_576
/** The minimum length of a secret that two processes share, in characters. */
const MIN_SECRET_LENGTH = 24
/** Refused in production where anybody can pay by phone. */
export const DEVELOPMENT_PHONE_SECRET = "development-only-phone-secret"

const offersAt = (name: string, fallback: string, meaning: string) =>
  setting(
    name,
    fallback,
    enginePath,
    `a path that names {path} once, such as ${fallback}`,
    `${meaning}; {path} is what the chat service names, such as live/42`,
  )

export const SHARED_SETTINGS = {
  /** Whether `real` settings are required. */
  production: mapped(
    choice(
      "FOLDCAST_ENV",
      "development",
      ["development", "production"],
      "`production` demands every setting marked so, sets Secure cookies and HSTS, and has no demo, and no desk without a password",
    ),
    (kind) => kind === "production",
  ),
  dataDir: folder(
    "DATA_DIR",
    ".data",
    "where everything durable lies; `npm start` gives each process a folder of it, and one launcher holds it at a time",
  ),
  /** Null: in DATA_DIR. */
  deletedAccountsFile: setting(
    "DELETED_ACCOUNTS_FILE",
    "",
    Readers.optional(Readers.words),
    "a file",
    "the list of deleted accounts, which no backup is restored over; deleted-accounts.txt in DATA_DIR when not set",
  ),
  minFreeBytes: number(
    "MIN_FREE_BYTES",
    256 * MIB,
    0,
    1_024 * 1_024 * MIB,
    "bytes of the disk of DATA_DIR that are to stay free: with less the gateway refuses guests, and a backend with the embedded database registrations; with a quarter of it nothing is stored for members either",
  ),
  memberApi: {
    /** An external service may have a shorter key than the reference backend requires. */
    key: (minLength: number) =>
      secretSetting(
        "MEMBER_API_KEY",
        "development-member-api-key",
        minLength,
        "the key that the gateway shows to the member API",
      ),
  },
  /** Milliseconds. */
  sessionMs: mapped(
    number(
      "SESSION_DAYS",
      90,
      1,
      365,
      "days after a log-in that its session ends, however much it is used; without use it ends after 30",
    ),
    (days) => days * DAY_MS,
  ),
  paymentProvider: choice(
    "PAYMENT_PROVIDER",
    "paynl",
    ["paynl", "dialxs"],
    "whose payment methods are offered, in its order and with its default",
  ),
  bankSecret: secretSetting(
    "BANK_SECRET",
    "development-only-bank-secret",
    MIN_SECRET_LENGTH,
    "signs what passes between us and the bank",
  ),
  phone: {
    /** Null: not set. */
    numbers: setting(
      "PHONE_NUMBERS",
      "",
      Readers.optional(phoneNumbers),
      "premium numbers such as NL:0906-1234:80, or none",
      "the numbers by which a visitor pays with a phone call: country, number, euro cents of a minute, and, where one is charged, of the start, with commas between them; each must fit what its country allows (packages/rules/phone-numbers.ts). `none`: nobody pays by phone, as in production where it is not set; in development three numbers of the simulated provider",
    ),
    /** Demanded where there are numbers (apps/backend/config.ts). */
    secret: notDemanded(
      secretSetting(
        "PHONE_SECRET",
        DEVELOPMENT_PHONE_SECRET,
        MIN_SECRET_LENGTH,
        "signs what passes between us and the phone's provider; production demands it with PHONE_NUMBERS",
      ),
    ),
  },
  /** Null: there is no desk. */
  deskKey: optionalSecret(
    "DESK_KEY",
    MIN_SECRET_LENGTH,
    "the key that the performer's desk shows; without it there is no desk",
  ),
  mediaEngine: {
    /** Null: rooms have no pictures. */
    url: optionalUrl(
      "MEDIA_ENGINE_URL",
      "the media engine, at which rooms are published and watched: it is told and asked by MEDIA_AUTH_KEY and MEDIA_ADMIN_KEY; `npm start` runs one where it is not set, and a process by itself has no pictures without it",
    ),
    whepPath: offersAt(
      "MEDIA_WHEP_PATH",
      "/{path}/whep",
      "where at the engine an offer to watch is posted",
    ),
    whipPath: offersAt(
      "MEDIA_WHIP_PATH",
      "/{path}/whip",
      "where at the engine an offer to publish is posted, of a viewer's own camera, of the desk or of a program such as OBS",
    ),
    authKey: secretSetting(
      "MEDIA_AUTH_KEY",
      "development-only-media-auth-key",
      MIN_SECRET_LENGTH,
      "the key that the media engine shows to MEDIA_AUTH_URL and MEDIA_EVENTS_URL; a backend without it allows nobody a picture",
    ),
    adminKey: secretSetting(
      "MEDIA_ADMIN_KEY",
      "development-only-media-admin-key",
      MIN_SECRET_LENGTH,
      "the key that is shown to the media engine to cut a session, and to be told which there are",
    ),
  },
  /** The gateway and the member API count them separately. */
  rates: {
    failedLogInsPerAccount: rate(
      "RATE_FAILED_LOG_INS_PER_ACCOUNT",
      "20/15m",
      "failed log-ins of one account",
    ),
    failedLogInsPerAddress: rate(
      "RATE_FAILED_LOG_INS_PER_ADDRESS",
      "100/15m",
      "failed log-ins from one address",
    ),
    refusedLinksPerAddress: rate(
      "RATE_REFUSED_LINKS_PER_ADDRESS",
      "100/15m",
      "links of mails that are of no use, followed from one address",
    ),
    ivrSessionsPerAddress: rate(
      "RATE_IVR_SESSIONS_PER_ADDRESS",
      "240/1h",
      "times a number to pay by phone is shown at one address",
    ),
    wrongPinsPerAddress: rate(
      "RATE_WRONG_PINS_PER_ADDRESS",
      "30/1h",
      "wrong PINs of phone calls typed at one address, whatever number was shown",
    ),
    registrationsPerAddress: rate(
      "RATE_REGISTRATIONS_PER_ADDRESS",
      "60/1h",
      "registrations from one address",
    ),
  },
} as const
