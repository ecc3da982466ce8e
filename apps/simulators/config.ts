/**
 * The outside parties' configuration, from the environment: one sentence per fault, never with the text
 * that was found there.
 */
import { join } from "node:path"
import { Redacted, Result, Schema } from "effect"

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

export class SimulatorsConfigRefused extends Schema.TaggedError<SimulatorsConfigRefused>()(
  "SimulatorsConfigRefused",
  { sentences: Schema.Array(Schema.String) },
) {
  override get message() {
    return this.sentences.join("\n")
  }
}

const DEVELOPMENT_SECRET = "development-only-bank-secret"
const MIN_SECRET_LENGTH = 24
const MAX_PORT = 65_535

const portFaults = (name: string, text: string): ReadonlyArray<string> =>
  /^\d{1,5}$/u.test(text) && Number(text) <= MAX_PORT
    ? []
    : [`${name} must be a whole number from 0 to ${MAX_PORT}.`]

export const readSimulatorsConfig = (
  environment: Readonly<Record<string, string | undefined>>,
): Result.Result<SimulatorsConfig, SimulatorsConfigRefused> => {
  const read = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const port = read("SIMULATORS_PORT", "3001")
  const smtpPort = read("SMTP_PORT", "3002")
  const secret = read("BANK_SECRET", DEVELOPMENT_SECRET)
  const sentences = [
    ...portFaults("SIMULATORS_PORT", port),
    ...portFaults("SMTP_PORT", smtpPort),
    ...(secret.length >= MIN_SECRET_LENGTH
      ? []
      : [`BANK_SECRET must be ${MIN_SECRET_LENGTH} visible characters or more.`]),
  ]
  return sentences.length > 0
    ? Result.fail(new SimulatorsConfigRefused({ sentences }))
    : Result.succeed({
        host: read("SIMULATORS_HOST", "127.0.0.1"),
        port: Number(port),
        smtpPort: Number(smtpPort),
        bankSecret: Redacted.make(secret),
        booksFile: join(read("DATA_DIR", ".data"), "simulators", "bank.db"),
        returnFirstMs: 2_000,
      })
}
