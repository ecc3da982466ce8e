/** The outside parties' configuration, from the environment. Callers: main.ts, simulators.ts. */
import { join } from "node:path"
import { Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import { folder, host, mapped, port, secret } from "@foldcast/settings/setting"

const MIN_SECRET_LENGTH = 24

export const SETTINGS = {
  host: host("SIMULATORS_HOST", "127.0.0.1", "where the outside parties listen"),
  /** 0 takes a free one. */
  port: port("SIMULATORS_PORT", 3001, "the bank's, the phone's and the mailbox's port"),
  /** On the loopback; 0 takes a free one. */
  smtpPort: port("SMTP_PORT", 3002, "where the mailbox takes mails"),
  bankSecret: secret(
    "BANK_SECRET",
    "development-only-bank-secret",
    MIN_SECRET_LENGTH,
    "what the bank and the site sign with",
  ),
  booksFile: mapped(folder("DATA_DIR", ".data", "where the bank's books lie"), (dataDir) =>
    join(dataDir, "simulators", "bank.db"),
  ),
} as const

export interface SimulatorsConfig extends Omit<SettingValues<typeof SETTINGS>, "booksFile"> {
  /** The bank's books; null keeps them in memory, for tests. */
  readonly booksFile: string | null
  /** How long the bank waits before it calls back a browser it has sent back first. */
  readonly returnFirstMs: number
}

export const readSimulatorsConfig = (
  environment: Environment,
): Result.Result<SimulatorsConfig, SettingsRefused> =>
  Result.map(readSettings(SETTINGS, environment), (values) => ({ ...values, returnFirstMs: 2_000 }))
