/** One mailbox is one account in every spelling of its domain, also for accounts from before that rule. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { PASSWORD, testBackend, type TestBackend } from "../backend.fixture.ts"
import { SqlDatabase } from "../db/database.ts"
import { type DatabaseChoice, openDatabase } from "../db/open-database.ts"
import { voidStatement } from "../db/statement.ts"
import { silentLayer } from "../logging.ts"

const LAY_KEY = voidStatement(
  "UPDATE members SET email = $2, email_key = $2, username = $2, username_key = $2 WHERE id = $1",
)

const spellings = () => {
  const name = `anna-${randomUUID()}`
  return { typed: `${name}@bücher.example`, ascii: `${name}@xn--bcher-kva.example` } as const
}

const onDatabase = (choice: () => DatabaseChoice) => {
  const running = async <A>(work: (backend: TestBackend) => Promise<A>) => {
    const backend = await testBackend({ database: choice() })
    try {
      return await work(backend)
    } finally {
      await backend.close()
    }
  }
  const register = (backend: TestBackend, email: string) =>
    backend.call("POST", "/member", { body: { email, password: PASSWORD, meta: {} } })
  const logIn = (backend: TestBackend, email: string) =>
    backend.call("POST", "/login", { body: { email, password: PASSWORD } })
  const whoseToken = async (backend: TestBackend, email: string) => {
    const token = String((await logIn(backend, email)).body["token"])
    return (await backend.call("GET", "/basic-info", { token })).body["email"]
  }
  /** The key from when the two spellings of a domain were distinct. */
  const layKey = (id: string, email: string) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(openDatabase(choice()), (database) =>
          Effect.provideService(
            Effect.flatMap(SqlDatabase, ({ query }) => query(LAY_KEY, [id, email])),
            SqlDatabase,
            database,
          ),
        ),
      ).pipe(Effect.provide(silentLayer)),
    )

  return { running, register, whoseToken, layKey }
}

/** On every database. */
export const sameMailboxConformance = (name: string, choice: () => DatabaseChoice) => {
  const { running, register, whoseToken } = onDatabase(choice)

  describe(`a mailbox on ${name}`, () => {
    it("is one account in both spellings of its domain [TEXT-07]", async () => {
      const { typed, ascii } = spellings()
      await running(async (backend) => {
        expect(await register(backend, typed)).toMatchObject({ status: 200 })
        for (const email of [ascii, typed, ascii.toUpperCase(), typed.toUpperCase()]) {
          expect(await register(backend, email)).toMatchObject({
            status: 409,
            body: { label: "emailExists" },
          })
          expect(await whoseToken(backend, email)).toBe(typed)
        }
      })
    })
  })
}

/** What a backend makes of accounts from before that rule, on one database. */
export const sameMailboxOfOldRows = (name: string, choice: () => DatabaseChoice) => {
  const { running, register, whoseToken, layKey } = onDatabase(choice)

  describe(`a mailbox of an older account on ${name}`, () => {
    it("is one account in both spellings from the next start on [TEXT-07]", async () => {
      const { typed, ascii } = spellings()
      await running(async (backend) => {
        const { body } = await register(backend, `${randomUUID()}@mail.example`)
        return String(body["id"])
      }).then((id) => layKey(id, typed))
      await running(async (backend) => {
        expect(await register(backend, ascii)).toMatchObject({ status: 409 })
        expect(await whoseToken(backend, ascii)).toBe(typed)
        expect(await whoseToken(backend, typed)).toBe(typed)
      })
    })

    it("that already has two accounts keeps both, each under its own spelling [TEXT-07]", async () => {
      const { typed, ascii } = spellings()
      await running(async (backend) => {
        expect(await register(backend, ascii)).toMatchObject({ status: 200 })
        const { body } = await register(backend, `${randomUUID()}@mail.example`)
        return String(body["id"])
      }).then((id) => layKey(id, typed))
      await running(async (backend) => {
        expect(await register(backend, typed)).toMatchObject({ status: 409 })
        expect(await whoseToken(backend, typed)).toBe(typed)
        expect(await whoseToken(backend, ascii)).toBe(ascii)
      })
    })
  })
}
