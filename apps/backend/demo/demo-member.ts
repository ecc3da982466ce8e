/**
 * Members to log in as on a development machine: one verified with two minutes of credits, and one who has yet to
 * choose a username and to verify the address.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { BackendIds } from "../ids.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { move } from "../ledger/ledger.ts"
import { credentialsByEmail, insertMember } from "../members/member-store.ts"
import { Passwords } from "../members/passwords.ts"
import { BRANDS } from "../brands/brands.ts"

export const DEMO_EMAIL = "demo@foldcast.example"
/** Public: it stands in the README and opens a development database only. */
export const DEMO_PASSWORD = "welcome123"
/** Unverified, with the e-mail address as username and the same password. */
export const DEMO_NEWCOMER_EMAIL = "newcomer@foldcast.example"

interface DemoMember {
  readonly email: string
  readonly username: string
  readonly verified: boolean
  readonly credits: number
}

const DEMO_MEMBERS: ReadonlyArray<DemoMember> = [
  { email: DEMO_EMAIL, username: "demo", verified: true, credits: 120 },
  { email: DEMO_NEWCOMER_EMAIL, username: DEMO_NEWCOMER_EMAIL, verified: false, credits: 0 },
]

/** Inserts only where absent: a demo member keeps later changes. */
const seed = Effect.fnUntraced(function* ({ email, username, verified, credits }: DemoMember) {
  const database = yield* SqlDatabase
  const found = yield* credentialsByEmail(database, email)
  if (Option.isSome(found)) return
  const passwordHash = yield* (yield* Passwords).hash(Redacted.make(DEMO_PASSWORD))
  const id = (yield* BackendIds).next("m")
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* insertMember(queries, {
        id,
        email,
        username,
        passwordHash,
        verified,
        birthday: null,
        lang: "nl",
        brand: BRANDS[0].id,
        at,
      })
      if (credits === 0) return
      yield* move(queries, {
        key: `demo:${id}`,
        debit: "house:given",
        credit: memberAccount(id),
        amount: credits,
        reason: "demo",
      })
    }),
  )
})

export const seedDemoMembers = Effect.fn("demo.seed")(function* () {
  yield* Effect.forEach(DEMO_MEMBERS, seed, { discard: true })
})
