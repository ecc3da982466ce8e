/**
 * The launcher's settings, as data: what `foldcast start` reads from the environment beside what the
 * gateway and the backend read themselves. The README's table is made from it.
 *
 * Pure. Callers: command.ts, tools/reference/settings-table.ts.
 */
export interface Setting {
  /** The text that stands where it is not set; empty where that means "none". */
  readonly fallback: string
  readonly meaning: string
  /** Production demands it. */
  readonly real: boolean
}

export const SETTINGS = {
  PORT: { fallback: "3000", meaning: "the port of the site", real: false },
  SIMULATORS_PORT: {
    fallback: "3001",
    meaning: "the port of the simulated bank, phone and mailbox; development only",
    real: false,
  },
  SMTP_PORT: {
    fallback: "3002",
    meaning: "where the simulated mailbox takes mails, on this machine; development only",
    real: false,
  },
  DATA_DIR: {
    fallback: ".data",
    meaning: "where everything durable lies; one launcher holds it at a time",
    real: false,
  },
  FOLDCAST_ENV: {
    fallback: "development",
    meaning: "`development`, or `production`, which demands every setting marked so",
    real: false,
  },
  DATABASE_URL: {
    fallback: "",
    meaning: "a PostgreSQL address for the backend; without it PGlite runs inside DATA_DIR",
    real: false,
  },
  BANK_URL: {
    fallback: "",
    meaning: "the bank's address; without it the simulated bank",
    real: true,
  },
  SMTP_URL: {
    fallback: "",
    meaning: "the server that takes our mails ([mails](docs/mails.md)); without it the mailbox",
    real: true,
  },
  SITE_ORIGINS: {
    fallback: "",
    meaning:
      "where each brand's site stands, for the links in mails; without it this machine's two names",
    real: true,
  },
  BANK_SECRET: {
    fallback: "generated",
    meaning: "signs what the bank calls back with",
    real: true,
  },
  TOKEN_SECRET: { fallback: "generated", meaning: "signs the backend's log-in tokens", real: true },
  MEMBER_API_KEY: {
    fallback: "generated",
    meaning: "the key that the gateway shows to the backend",
    real: true,
  },
  SESSION_SECRET: { fallback: "generated", meaning: "seals what a session knows", real: true },
  SUPPORT_TOKEN: {
    fallback: "generated",
    meaning: "opens captures, under the name support",
    real: true,
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof SETTINGS
export const SECRET_NAMES = [
  "BANK_SECRET",
  "TOKEN_SECRET",
  "MEMBER_API_KEY",
  "SESSION_SECRET",
  "SUPPORT_TOKEN",
] as const satisfies ReadonlyArray<SettingName>
export type SecretName = (typeof SECRET_NAMES)[number]

export type Environment = Readonly<Record<string, string | undefined>>

export interface LaunchConfig {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly simulatorsPort: number
  readonly smtpPort: number
  readonly dataDir: string
  /** Null: the launcher starts the simulated bank. */
  readonly bankUrl: string | null
  /** Null: the launcher starts the simulated mailbox. */
  readonly smtpUrl: string | null
}

export type Read =
  | { readonly _tag: "Config"; readonly config: LaunchConfig }
  | { readonly _tag: "Refused"; readonly sentences: ReadonlyArray<string> }

const textOf = (environment: Environment, name: SettingName): string => {
  const given = environment[name]?.trim() ?? ""
  return given === "" ? SETTINGS[name].fallback : given
}

const isGiven = (environment: Environment, name: SettingName) =>
  (environment[name]?.trim() ?? "") !== ""

const givenOrNull = (environment: Environment, name: SettingName): string | null =>
  isGiven(environment, name) ? textOf(environment, name) : null

const isPort = (text: string) => /^\d{1,5}$/u.test(text) && Number(text) <= 65_535

export const readLaunchConfig = (environment: Environment): Read => {
  const sentences: Array<string> = []
  const kind = textOf(environment, "FOLDCAST_ENV")
  const production = kind === "production"
  if (!production && kind !== "development") {
    sentences.push("FOLDCAST_ENV must be development or production.")
  }
  for (const name of ["PORT", "SIMULATORS_PORT", "SMTP_PORT"] as const) {
    if (!isPort(textOf(environment, name))) {
      sentences.push(`${name} must be a whole number from 0 to 65535.`)
    }
  }
  if (production) {
    for (const [name, { real }] of Object.entries(SETTINGS)) {
      if (real && !isGiven(environment, name as SettingName)) {
        sentences.push(`${name} must be set in production.`)
      }
    }
  }
  if (sentences.length > 0) return { _tag: "Refused", sentences }
  return {
    _tag: "Config",
    config: {
      production,
      host: environment["HOST"]?.trim() || "127.0.0.1",
      port: Number(textOf(environment, "PORT")),
      simulatorsPort: Number(textOf(environment, "SIMULATORS_PORT")),
      smtpPort: Number(textOf(environment, "SMTP_PORT")),
      dataDir: textOf(environment, "DATA_DIR"),
      bankUrl: givenOrNull(environment, "BANK_URL"),
      smtpUrl: givenOrNull(environment, "SMTP_URL"),
    },
  }
}
