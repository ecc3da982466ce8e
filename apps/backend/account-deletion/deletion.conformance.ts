/** The traces of a deleted account, searched in the database itself: every row of every table as text. */
import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Option, Schema } from "effect"
import { expect, it } from "vitest"
import { MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import { deletedAccountsIn } from "@foldcast/rules/deleted-accounts"
import { PASSWORD, testBackend } from "../backend.fixture.ts"
import { SqlDatabase } from "../db/database.ts"
import { type DatabaseChoice, databaseLayer } from "../db/open-database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { addsUp, checkLedger } from "../ledger/ledger-check.ts"
import { balanceOf } from "../ledger/ledger.ts"
import { silentLayer } from "../logging.ts"
import { renderSvg } from "../media/render.ts"
import { memberById } from "../members/member-store.ts"

/** How often the calls race a deletion. */
const ROUNDS = 5

/** What the member and the performer wrote to each other. */
const [WRITTEN, ANSWERED] = ["a very personal question", "an answer to it"] as const
const CREDITS = 1_000
const PHOTOGRAPH = { picture: { owner: "p_1", name: "1", plain: false }, size: "200x150" } as const

const TABLES = statement(
  Schema.Struct({ name: Schema.String }),
  `SELECT table_name AS name FROM information_schema.tables
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
)
const rowsOf = (table: string) =>
  statement(
    Schema.Struct({ row: Schema.String }),
    `SELECT to_jsonb(t)::text AS row FROM "${table}" t`,
  )

const RESTORE = voidStatement(
  `UPDATE members SET deleted = false, verified = true, token_version = token_version - 1,
     email = $2, email_key = $3, username = $2, username_key = $3 WHERE id = $1`,
)

/** Every row, prefixed with its table's name. */
const everything = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const tables = yield* database.query(TABLES)
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(database.query(rowsOf(name)), (found) => found.map(({ row }) => `${name} ${row}`)),
  )
  return rows.flat()
})

export const deletionConformance = (name: string, database: () => DatabaseChoice) => {
  const look = <A, E>(effect: Effect.Effect<A, E, SqlDatabase>) =>
    Effect.runPromise(
      effect.pipe(
        Effect.provide(databaseLayer(database())),
        Effect.provide(Layer.merge(BackendIds.layer, silentLayer)),
      ),
    )

  it(`deleting an account on ${name} leaves nothing that names the person, and leaves the ledger as it was [API-008]`, async () => {
    // No mail is sent, so the test can inspect the queued ones.
    const backend = await testBackend({ database: database() })
    const person = {
      email: "Very.Personal@mail.example",
      username: "very-personal",
      birthday: "1987-06-05",
      password: PASSWORD,
    }
    const agent = { "X-Client-Agent": "A-Browser-Of-Their-Own" }
    const { id } = (await backend.call("POST", "/member", { body: { ...person, meta: {} } })).body
    const { email, password } = person
    const logIn = { body: { email, password }, headers: agent }
    const token = String((await backend.call("POST", "/login", logIn)).body["token"])
    await backend.call("POST", "/forgot-password", { body: { email } })
    const { linkToken } = (await backend.enter("a link of a member", { email })) as Record<
      string,
      string
    >
    await backend.call("POST", "/activate", { body: { key: linkToken } })
    const { performerId } = (await backend.enter("a performer")) as Record<string, string>
    const alert = { token, body: { performerId, isOn: true } }
    expect(await backend.call("PUT", "/live-alert", alert)).toMatchObject({ status: 200 })
    const other = (await backend.enter("a performer")) as Record<string, string>
    const blocked = await backend.call("PUT", `/block/${other["performerId"]}`, { token })
    expect(blocked).toMatchObject({ status: 200 })
    await backend.enter("a logged-in member", { email, credits: CREDITS })
    const attachment = (await renderSvg(PHOTOGRAPH, "jpeg")) as Buffer
    for (const said of [{ message: WRITTEN }, { attachment: attachment.toString("base64") }]) {
      const body = { performerId, key: randomUUID(), ...said }
      const sent = await backend.call("POST", `/inbox/${performerId}`, { token, body })
      expect(sent).toMatchObject({ status: 200 })
    }
    const answered = { memberId: id, performerId, message: ANSWERED }
    await backend.enter("a performer's private message", answered)
    for (const body of [{ day: 1_000, week: 2_000, month: 3_000 }, { pauseDays: 7 }]) {
      const put = await backend.call("PUT", "/wallet/limits", { token, body })
      expect(put).toMatchObject({ status: 200 })
    }
    const deleted = await backend.call("DELETE", "/member", {
      token,
      body: { memberId: id, password: PASSWORD },
    })
    expect(deleted).toMatchObject({ status: 200 })
    await backend.close()

    const { rows, member, credits, sums } = await look(
      Effect.gen(function* () {
        const queries = yield* SqlDatabase
        return {
          rows: yield* everything,
          member: yield* memberById(queries, String(id)),
          credits: yield* balanceOf(queries, String(id)),
          sums: yield* checkLedger(queries),
        }
      }),
    )
    const [goodbye, ...others] = rows.filter((row) => row.startsWith("mail_outbox "))
    expect(goodbye).toContain("AccountDeleted")
    expect(goodbye).not.toContain(String(id))
    expect(others).toEqual([])
    const left = rows.filter((row) => row !== goodbye).join("\n")
    for (const personal of [email, email.toLowerCase(), person.username, person.birthday]) {
      expect(left).not.toContain(personal)
    }
    expect(left).not.toContain("argon2")
    expect(left).not.toContain(WRITTEN)
    expect(left).toContain(ANSWERED)
    const kept = (table: string) => rows.filter((row) => row.startsWith(`${table} `)).length
    expect(kept("private_messages")).toBe(3)
    expect(kept("message_attachments")).toBe(0)
    expect(left).not.toMatch(
      /^(?:link_tokens|member_browsers|outbox|live_alerts|blocks|spending_\w+) /mu,
    )
    expect(Option.getOrThrow(member)).toMatchObject({ deleted: true, end_user_text: null })
    expect(credits).toBe(CREDITS - 2 * MESSAGE_PRICE)
    expect(addsUp(sums)).toBe(true)
  })

  it(`a connection on ${name} that was authenticated before a deletion can write nothing after it`, async () => {
    const backend = await testBackend({ database: database() })
    const { performerId } = (await backend.enter("a performer")) as Record<string, string>
    const meta = {}
    for (let round = 0; round < ROUNDS; round++) {
      const email = `late-${randomUUID()}@mail.example`
      const account = { email, password: PASSWORD }
      const { id } = (await backend.call("POST", "/member", { body: { ...account, meta } })).body
      const token = String((await backend.call("POST", "/login", { body: account })).body["token"])
      const late = (agent: string) => [
        backend.call("POST", "/resend-activation", { token }),
        backend.call("POST", "/favourite", { token, body: { performerId } }),
        backend.call("PUT", "/live-alert", { token, body: { performerId, isOn: true } }),
        backend.call("PUT", `/block/${performerId}`, { token }),
        backend.call("PUT", "/wallet/limits", { token, body: { pauseDays: 7 } }),
        backend.call("POST", "/change-username", { token, body: { username: `late-${round}` } }),
        backend.call("POST", "/forgot-password", { body: { email } }),
        backend.call("POST", "/login", { body: account, headers: { "X-Client-Agent": agent } }),
      ]
      const [deleted] = await Promise.all([
        backend.call("DELETE", "/member", { token, body: { memberId: id, password: PASSWORD } }),
        ...late("One-Browser"),
        ...late("Another-Browser"),
      ])
      expect(deleted).toMatchObject({ status: 200 })
    }
    await backend.close()

    const left = (await look(everything)).filter((row) => !row.includes("AccountDeleted"))
    expect(left.filter((row) => /late-/u.test(row))).toEqual([])
    const kept = left.filter((row) =>
      /^(?:link_tokens|member_browsers|outbox|favourites|live_alerts|blocks|spending_\w+) /u.test(
        row,
      ),
    )
    expect(kept).toEqual([])
  })

  it(`restoring a backup on ${name} does not undo the deletion of an account`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "deleted-accounts-"))
    const deletedAccountsFile = join(folder, "elsewhere", "deleted-accounts.txt")
    const started = () => testBackend({ database: database(), deletedAccountsFile })
    const before = await started()
    const [anna, ben] = [await before.member(), await before.member()]
    const account = { email: anna.email, password: PASSWORD }
    const deleted = await before.call("DELETE", "/member", {
      token: anna.token,
      body: { memberId: anna.id, password: PASSWORD },
    })
    expect(deleted).toMatchObject({ status: 200 })
    expect(readFileSync(deletedAccountsFile, "utf8")).not.toContain(anna.id)
    await before.close()

    // As a backup from before the deletion has them.
    await look(
      Effect.flatMap(SqlDatabase, (queries) =>
        queries.query(RESTORE, [anna.id, anna.email, anna.email.toLowerCase()]),
      ),
    )
    const after = await started()
    expect(await after.call("POST", "/login", { body: account })).toMatchObject({
      status: 400,
      body: { label: "deleted" },
    })
    expect(await after.call("GET", "/basic-info", { token: ben.token })).toMatchObject({
      status: 200,
    })
    await after.call("DELETE", "/member", {
      token: ben.token,
      body: { memberId: ben.id, password: PASSWORD },
    })
    await after.close()
    const left = (await look(everything)).filter((row) => !row.startsWith("mail_outbox "))
    expect(left.join("\n")).not.toContain(anna.email)

    // Simulates a process that ended between its commit and the list.
    rmSync(deletedAccountsFile)
    await (await started()).close()
    expect(deletedAccountsIn(readFileSync(deletedAccountsFile, "utf8"))).not.toEqual([])
    rmSync(folder, { recursive: true })
  })
}
