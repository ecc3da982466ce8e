/** The outside parties' configuration, from the environment. Callers: main.ts, simulators.ts. */
import { join } from "node:path"
import { type Redacted, Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
} from "@foldcast/settings/read-settings"
import { folder, host, port, secret } from "@foldcast/settings/setting"

export interface SimulatorsConfig {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Where the mailbox takes mails, on the loopback; 0 takes a free one. */
  readonly smtpPort: number
  /** What the bank and the site sign with. */
  readonly bankSecret: Redacted.Redacted
  /** The bank's books; null keeps them in memory, for tests. */
  readonly booksFile: string | null
  /** How long the bank waits before it calls back a browser it has sent back first. */
  readonly returnFirstMs: number
}

const MIN_SECRET_LENGTH = 24

const SETTINGS = {
  SIMULATORS_HOST: host("127.0.0.1", "where the outside parties listen"),
  SIMULATORS_PORT: port(3001, "the bank's, the phone's and the mailbox's port"),
  SMTP_PORT: port(3002, "where the mailbox takes mails"),
  BANK_SECRET: secret(
    "development-only-bank-secret",
    MIN_SECRET_LENGTH,
    "what the bank and the site sign with",
  ),
  DATA_DIR: folder(".data", "where the bank's books lie"),
} as const

export const readSimulatorsConfig = (
  environment: Environment,
): Result.Result<SimulatorsConfig, SettingsRefused> =>
  Result.map(readSettings(SETTINGS, environment), (values) => ({
    host: values.SIMULATORS_HOST,
    port: values.SIMULATORS_PORT,
    smtpPort: values.SMTP_PORT,
    bankSecret: values.BANK_SECRET,
    booksFile: join(values.DATA_DIR, "simulators", "bank.db"),
    returnFirstMs: 2_000,
  }))
