/**
 * The guarantees of replacing TOKEN_SECRET (ADR 0044): consecutive backends on one database, each with its own
 * secrets.
 */
import { createHmac, randomUUID } from "node:crypto"
import { Clock, Effect, Redacted, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { PASSWORD, testBackend, type TestBackend } from "../backend.fixture.ts"
import { readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { type DatabaseChoice, openDatabase } from "../db/open-database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { silentLayer } from "../logging.ts"
import {
  type MadePasskey,
  createSoftwarePasskey,
  usePasskey,
} from "../provider-states/software-authenticator.ts"

const OLD = "a-token-secret-of-last-year-1"
const NEW = "a-token-secret-of-this-year-2"
const THIRD = "a-token-secret-of-next-year-3"
const PLACE = { origin: "https://site.example", session: "session-1" }

const secretsIn = (setting: string) =>
  Result.getOrThrow(readBackendConfig({ TOKEN_SECRET: setting })).tokenSecrets

const NOTICES = statement(
  Schema.Struct({ agent: Schema.NullOr(Schema.String) }),
  "SELECT content->>'agent' AS agent FROM mail_outbox WHERE content->>'_tag' = 'NewLogIn' AND content->>'to' = $1",
)
const DELETE_KEYS = voidStatement("DELETE FROM hash_keys")
const REMEMBER = voidStatement(
  "INSERT INTO deleted_addresses (address_hash, deleted_at) VALUES ($1, $2)",
)
const SEALED = statement(Schema.Struct({ sealed: Schema.String }), "SELECT sealed FROM hash_keys")

const onDatabase = (choice: () => DatabaseChoice) => {
  /** Consecutive backends on the same database: each ends before the next begins. */
  const withSecrets = async <A>(setting: string, work: (backend: TestBackend) => Promise<A>) => {
    const backend = await testBackend({ database: choice(), tokenSecrets: secretsIn(setting) })
    try {
      return await work(backend)
    } finally {
      await backend.close()
    }
  }
  const inDatabase = <A, E>(work: Effect.Effect<A, E, SqlDatabase>) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(openDatabase(choice()), (database) =>
          Effect.provideService(work, SqlDatabase, database),
        ),
      ).pipe(Effect.provide(silentLayer)),
    )

  const logIn = async (backend: TestBackend, email: string, agent = "Desktop") => {
    const { body } = await backend.call("POST", "/login", {
      body: { email, password: PASSWORD },
      headers: { "X-Client-Agent": agent },
    })
    return body
  }
  const newcomer = async (backend: TestBackend) => {
    const email = `${randomUUID()}@mail.example`
    const body = { email, password: PASSWORD, meta: {} }
    const { id } = (await backend.call("POST", "/member", { body })).body
    const token = String((await logIn(backend, email))["token"])
    const link = (await backend.enter("a link of a member", { email })) as Record<string, string>
    return { id: String(id), email, token, link: String(link["linkToken"]) }
  }
  const statusWith = async (backend: TestBackend, token: string) =>
    (await backend.call("GET", "/credits", { token })).status
  return { withSecrets, inDatabase, logIn, newcomer, statusWith }
}

/** On every database. */
export const tokenRotationConformance = (name: string, choice: () => DatabaseChoice) => {
  const { withSecrets, newcomer, statusWith } = onDatabase(choice)

  describe(`a rotated token secret on ${name}`, () => {
    it("keeps log-ins and links valid while the old one is listed behind it, and only then", async () => {
      const anna = await withSecrets(OLD, newcomer)
      const fresh = await withSecrets(`${NEW},${OLD}`, async (backend) => {
        expect(await statusWith(backend, anna.token)).toBe(200)
        expect((await backend.call("POST", "/activate", { body: { key: anna.link } })).status).toBe(
          200,
        )
        return newcomer(backend)
      })
      await withSecrets(NEW, async (backend) => {
        expect(await statusWith(backend, fresh.token)).toBe(200)
        expect(
          (await backend.call("POST", "/activate", { body: { key: fresh.link } })).status,
        ).toBe(200)
        expect(await statusWith(backend, anna.token)).toBe(401)
      })
      await withSecrets(`${OLD},${NEW}`, async (backend) => {
        expect(await statusWith(backend, anna.token)).toBe(200)
      })
    })
  })
}

/** What was made with the old secret, on one database. */
export const tokenRotationOfOldRows = (name: string, choice: () => DatabaseChoice) => {
  const { withSecrets, inDatabase, logIn, newcomer } = onDatabase(choice)

  describe(`what an old token secret made, on ${name}`, () => {
    it("accepts answers to passkey challenges that the old one made, each once, and only then [PASSKEY-01]", async () => {
      const challenge = async (backend: TestBackend) => {
        const body = { ...PLACE, purpose: "logIn" }
        const answer = await backend.call("POST", "/passkeys/challenge", { body })
        return String(answer.body["challenge"])
      }
      const answering = (backend: TestBackend, passkey: MadePasskey, asked: string) => {
        const credential = usePasskey(passkey, asked, PLACE)
        return backend.call("POST", "/login", { body: { passkey: { ...PLACE, credential } } })
      }
      const expired = { status: 400, body: { label: "passkeyExpired" } }
      const { passkey, asked } = await withSecrets(OLD, async (backend) => {
        const { token } = await newcomer(backend)
        const options = await backend.call("POST", "/passkeys/registration", {
          token,
          body: { ...PLACE, name: "Example", password: PASSWORD },
        })
        const user = options.body["user"] as { readonly id: string }
        const { passkey, attestation } = createSoftwarePasskey(
          { challenge: String(options.body["challenge"]), userHandle: user.id },
          PLACE,
        )
        const body = { ...PLACE, name: "Laptop", credential: attestation }
        expect(await backend.call("POST", "/passkeys", { token, body })).toMatchObject({
          status: 200,
        })
        return { passkey, asked: await challenge(backend) }
      })
      await withSecrets(NEW, async (backend) => {
        expect(await answering(backend, passkey, asked)).toMatchObject(expired)
      })
      const askedLater = await withSecrets(`${NEW},${OLD}`, async (backend) => {
        expect(await answering(backend, passkey, asked)).toMatchObject({ status: 200 })
        expect(await answering(backend, passkey, asked)).toMatchObject(expired)
        return challenge(backend)
      })
      await withSecrets(NEW, async (backend) => {
        expect(await answering(backend, passkey, askedLater)).toMatchObject({ status: 200 })
      })
      await withSecrets(`${OLD},${NEW}`, () => Promise.resolve())
    })

    it("finds what was hashed with the old one, also once that one is removed", async () => {
      const { known, gone } = await withSecrets(OLD, async (backend) => {
        const gone = await newcomer(backend)
        const body = { memberId: gone.id, password: PASSWORD }
        await backend.call("DELETE", "/member", { token: gone.token, body })
        return { known: await newcomer(backend), gone }
      })
      const before = await inDatabase(
        Effect.flatMap(SqlDatabase, (queries) => queries.query(SEALED)),
      )
      for (const setting of [`${NEW},${OLD}`, NEW, `${THIRD},${NEW}`, THIRD]) {
        await withSecrets(setting, async (backend) => {
          expect(await logIn(backend, gone.email)).toMatchObject({ label: "deleted" })
          await logIn(backend, known.email)
        })
      }
      await withSecrets(THIRD, (backend) => logIn(backend, known.email, "Telephone"))
      const { notices, after } = await inDatabase(
        Effect.gen(function* () {
          const queries = yield* SqlDatabase
          return {
            notices: yield* queries.query(NOTICES, [known.email]),
            after: yield* queries.query(SEALED),
          }
        }),
      )
      // Only one browser was new: the change of secrets made none unknown.
      expect(notices).toEqual([{ agent: "Telephone" }])
      expect(after).toHaveLength(before.length)
      expect(after).not.toEqual(before)
    })

    it("finds what a backend hashed with the secret itself, before there was a key for it", async () => {
      const email = `${randomUUID()}@mail.example`
      const key = createHmac("sha256", OLD).update("deleted addresses").digest()
      const hash = createHmac("sha256", key).update(email).digest("base64url")
      await inDatabase(
        Effect.gen(function* () {
          const queries = yield* SqlDatabase
          yield* queries.query(DELETE_KEYS)
          yield* queries.query(REMEMBER, [hash, new Date(yield* Clock.currentTimeMillis)])
        }),
      )
      for (const setting of [`${NEW},${OLD}`, NEW]) {
        const answer = await withSecrets(setting, (backend) => logIn(backend, email))
        expect(answer).toMatchObject({ label: "deleted" })
      }
    })

    it("lets the backend run where no secret opens the key, and finds everything again with the one that does", async () => {
      const gone = await withSecrets(NEW, async (backend) => {
        const one = await newcomer(backend)
        const body = { memberId: one.id, password: PASSWORD }
        await backend.call("DELETE", "/member", { token: one.token, body })
        return one
      })
      await withSecrets(THIRD, async (backend) => {
        expect(await logIn(backend, gone.email)).toMatchObject({ label: "notExists" })
        await newcomer(backend)
      })
      // With the old secret beside the new one it is found too, and from then on by the new one alone.
      for (const setting of [NEW, `${THIRD},${NEW}`, THIRD]) {
        await withSecrets(setting, async (backend) => {
          expect(await logIn(backend, gone.email)).toMatchObject({ label: "deleted" })
        })
      }
    })

    it("cannot be read from the database", async () => {
      const rows = await inDatabase(Effect.flatMap(SqlDatabase, (queries) => queries.query(SEALED)))
      expect(rows.length).toBeGreaterThan(0)
      for (const { sealed } of rows) {
        const text = Buffer.from(sealed, "base64url").toString("latin1")
        for (const secret of secretsIn(`${OLD},${NEW},${THIRD}`)) {
          expect(text).not.toContain(Redacted.value(secret))
        }
      }
    })
  })
}
