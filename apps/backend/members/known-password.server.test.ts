/**
 * A hash from before passwords were normalised is accepted once more and then replaced (ADR 0051). On
 * PostgreSQL, whose rows a test can set.
 */
import { hash } from "@node-rs/argon2"
import { Redacted } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { newPassword, testAccounts, type TestAccounts } from "./accounts.fixture.ts"

const COMPOSED = "zoë-één-1".normalize("NFC")
const DECOMPOSED = COMPOSED.normalize("NFD")

await describeOnPostgres((url) => {
  describe("a password whose hash was made of its typed spelling", () => {
    let accounts: TestAccounts
    let rows: Client
    beforeAll(async () => {
      const database = { _tag: "Postgres", url, connections: 4, timeoutMs: 10_000 } as const
      accounts = await testAccounts({ database })
      rows = new Client({ connectionString: Redacted.value(url) })
      await rows.connect()
    })
    afterAll(async () => {
      await rows?.end()
      await accounts?.close()
    })

    const hashOf = async (id: string) => {
      const found = await rows.query("SELECT password_hash FROM members WHERE id = $1", [id])
      return String(found.rows[0]["password_hash"])
    }
    /** A member whose password is `DECOMPOSED`, hashed without normalisation. */
    const memberOfBefore = async () => {
      const member = await accounts.newcomer()
      await rows.query("UPDATE members SET password_hash = $2 WHERE id = $1", [
        member.id,
        await hash(DECOMPOSED),
      ])
      return { ...member, before: await hashOf(member.id) }
    }

    it("logs in from either keyboard, is hashed anew at the first log-in, and logs nobody out", async () => {
      const { id, email, token, before } = await memberOfBefore()
      expect(await accounts.logIn(email, "zoe-een-1")).toMatchObject({ status: 400 })
      expect(await hashOf(id)).toBe(before)
      expect(await accounts.logIn(email, COMPOSED)).toMatchObject({ status: 200 })
      const made = await hashOf(id)
      expect(made).not.toBe(before)
      expect(await accounts.logIn(email, DECOMPOSED)).toMatchObject({ status: 200 })
      expect(await hashOf(id)).toBe(made)
      expect(await accounts.statusWith(token)).toBe(200)
    })

    it("proves its member where the account is changed, and is hashed anew there too", async () => {
      const { id, email, token, before } = await memberOfBefore()
      const moved = await accounts.askForEmail(token, id, `moved-${email}`, DECOMPOSED)
      expect(moved.status).toBe(200)
      expect(await hashOf(id)).not.toBe(before)
      const changed = await accounts.update(token, id, {
        password: COMPOSED,
        ...newPassword("another-2"),
      })
      expect(changed.status).toBe(200)
    })
  })
})
