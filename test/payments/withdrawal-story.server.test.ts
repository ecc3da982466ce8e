/**
 * A whole withdrawal between backend, simulated bank and mailbox, over their own connections: from the payment to the
 * money that the bank has given back.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Logger, Redacted, Result, Schema } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { BANK_SECRET, testBackend, type TestBackend } from "@foldcast/backend/backend.fixture"
import { readBackendConfig } from "@foldcast/backend/config"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { type DatabaseChoice, openDatabase } from "@foldcast/backend/db/open-database"
import { statement } from "@foldcast/backend/db/statement"
import { silentLayer } from "@foldcast/backend/logging"
import { m } from "@foldcast/messages/messages"
import { testSimulatorsConfig } from "@foldcast/simulators/bank/fake-shop.fixture"
import { type RunningSimulators, startSimulators } from "@foldcast/simulators/simulators"

const folder = mkdtempSync(join(tmpdir(), "foldcast-withdrawal-"))
const database: DatabaseChoice = { _tag: "Embedded", dataDir: join(folder, "backend") }
const bankFile = join(folder, "bank.db")
const { bank, mail } = Result.getOrThrow(readBackendConfig({}))
let outside: RunningSimulators
let backend: TestBackend

beforeAll(async () => {
  await layMigratedDatabase(database.dataDir)
  const bankSecret = Redacted.make(BANK_SECRET)
  outside = await startSimulators(
    { ...testSimulatorsConfig(bankFile), bankSecret },
    Logger.layer([]),
  )
  backend = await testBackend({
    database,
    bank: { ...bank, url: outside.url },
    mail: { ...mail, smtpUrl: Redacted.make(outside.smtpUrl) },
  })
})
afterAll(async () => {
  await outside.close()
  rmSync(folder, { recursive: true, force: true })
})

const REFUNDED = statement(
  Schema.Struct({ id: Schema.String, refunded: Schema.Boolean }),
  "SELECT id, refunded_at IS NOT NULL AS refunded FROM payment_sessions",
)

it("a member who withdraws gets a mail, and the bank gives the money back once and says so [WALLET-59, WALLET-60]", async () => {
  const { token, email } = await backend.member()
  const { body: opened } = await backend.call("POST", "/payment/session", {
    token,
    body: {
      bundle: "bundle-600",
      paymentMethod: "10",
      returnUrl: "https://site.example/nl",
      device: "desktop",
      lang: "nl",
      member: { username: "anna", email },
    },
  })
  const id = String(opened["sessionId"])
  const order = new URL(String(opened["paymentURL"])).searchParams.get("order") ?? ""
  await fetch(`${outside.url}/bank`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ order, choice: "pay", lang: "nl" }),
  })
  const credits = async () => (await backend.call("GET", "/credits", { token })).body["credits"]
  await expect.poll(credits).toBe(600)

  await backend.call("POST", `/payment/session/${id}/withdrawal`, { token })
  const kept = new DatabaseSync(bankFile, { readOnly: true })
  const refunds = () => kept.prepare("SELECT session_id, is_told FROM refunds").all()
  await expect.poll(refunds).toEqual([{ session_id: id, is_told: 1 }])
  kept.close()

  const to = encodeURIComponent(email)
  const mails = async () => {
    const response = await fetch(`${outside.url}/mailbox/messages?to=${to}`)
    return (await response.json()) as ReadonlyArray<{ subject: string; text: string }>
  }
  const subject = m.mail_withdrawal_subject({}, { locale: "nl" })
  const acknowledgements = async () => (await mails()).filter((one) => one.subject === subject)
  await expect.poll(acknowledgements).toHaveLength(1)
  expect((await acknowledgements())[0]?.text).toMatch(/600[\s\S]*9,90/u)

  await backend.close()
  const rows = await Effect.runPromise(
    openDatabase(database).pipe(
      Effect.flatMap((db) => db.query(REFUNDED)),
      Effect.scoped,
      Effect.provide(silentLayer),
    ),
  )
  expect(rows).toEqual([{ id, refunded: true }])
})
