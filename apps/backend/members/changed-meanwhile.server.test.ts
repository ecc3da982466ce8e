/**
 * A proof by password or passkey becomes void after a password reset, even if the reset comes between the proof
 * and its use. On PostgreSQL, where a test can hold two transactions against each other.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { Client } from "pg"
import { PASSWORD, type CallAnswer } from "../backend.fixture.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { createSoftwarePasskey, usePasskey } from "../provider-states/software-authenticator.ts"
import { testAccounts, type TestAccounts } from "./accounts.fixture.ts"

const PLACE = { origin: "https://site.example", session: "session-1" }

await describeOnPostgres((url) => {
  describe("a password reset while a request is proven with the old password", () => {
    let accounts: TestAccounts
    let held: Client
    beforeAll(async () => {
      const database = { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 } as const
      accounts = await testAccounts({ database })
      held = new Client({ connectionString: Redacted.value(url) })
      await held.connect()
    })
    afterAll(async () => {
      await held?.end()
      await accounts?.close()
    })

    const waiting = async () => {
      const { rows } = await held.query("SELECT 1 FROM pg_locks WHERE NOT granted")
      return rows.length
    }

    /** The answer to a request whose proof precedes the reset and whose change follows it. */
    const acrossReset = async (memberId: string, ask: () => Promise<CallAnswer>) => {
      await held.query("BEGIN")
      await held.query("SELECT id FROM members WHERE id = $1 FOR UPDATE", [memberId])
      const asked = ask()
      await expect.poll(waiting).toBeGreaterThan(0)
      await held.query("UPDATE members SET token_version = token_version + 1 WHERE id = $1", [
        memberId,
      ])
      await held.query("DELETE FROM passkeys WHERE member_id = $1", [memberId])
      await held.query("COMMIT")
      return asked
    }

    const owner = async () => {
      const member = await accounts.newcomer()
      const { token } = member
      const asked = await accounts.call("POST", "/passkeys/registration", {
        token,
        body: { ...PLACE, name: "Example", password: PASSWORD },
      })
      const user = asked.body["user"] as { readonly id: string }
      const { passkey, attestation } = createSoftwarePasskey(
        { challenge: String(asked.body["challenge"]), userHandle: user.id },
        PLACE,
      )
      const body = { ...PLACE, name: "Laptop", credential: attestation }
      await accounts.call("POST", "/passkeys", { token, body })
      return { ...member, passkey }
    }

    it("logs nobody in by a passkey that it has ended [PASSKEY-04]", async () => {
      const { id, passkey } = await owner()
      const { body } = await accounts.call("POST", "/passkeys/challenge", {
        body: { ...PLACE, purpose: "logIn" },
      })
      const credential = usePasskey(passkey, String(body["challenge"]), PLACE)
      const answer = await acrossReset(id, () =>
        accounts.call("POST", "/login", {
          body: { passkey: { ...PLACE, credential } },
          headers: { "X-Client-Address": randomUUID() },
        }),
      )
      expect(answer).toMatchObject({ status: 400, body: { label: "passkeyUnknown" } })
    })

    it("stops the move of the account to another address by the old password", async () => {
      const { id, token } = await owner()
      const answer = await acrossReset(id, () =>
        accounts.askForEmail(token, id, `${randomUUID()}@mail.example`),
      )
      expect(answer.status).toBe(401)
      const { rows } = await held.query("SELECT pending_email FROM members WHERE id = $1", [id])
      expect(rows).toEqual([{ pending_email: null }])
    })

    it("stops the deletion of the account by the old password", async () => {
      const { id, token } = await owner()
      const answer = await acrossReset(id, () =>
        accounts.call("DELETE", "/member", { token, body: { memberId: id, password: PASSWORD } }),
      )
      expect(answer.status).toBe(401)
      const { rows } = await held.query("SELECT deleted FROM members WHERE id = $1", [id])
      expect(rows).toEqual([{ deleted: false }])
    })
  })
})
