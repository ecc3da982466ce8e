/** Somebody to log in as, on a development machine: known, verified, with two minutes of credits. */
import { Clock, Effect, Option, Redacted } from "effect"
import { Database } from "../db/database.ts"
import { Ids } from "../ids.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { move } from "../ledger/ledger.ts"
import { credentialsByEmail, insertMember } from "../members/member-store.ts"
import { Passwords } from "../members/passwords.ts"

export const DEMO_EMAIL = "demo@foldcast.example"
/** No secret: it stands in the README and opens a development database only. */
export const DEMO_PASSWORD = "welcome123"
const DEMO_CREDITS = 120

/** Once: a demo member who changed stays changed. */
export const seedDemoMember = Effect.fn("demo.seed")(function* () {
  const database = yield* Database
  const found = yield* credentialsByEmail(database, DEMO_EMAIL)
  if (Option.isSome(found)) return
  const passwordHash = yield* (yield* Passwords).hash(Redacted.make(DEMO_PASSWORD))
  const id = (yield* Ids).next("m")
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* insertMember(queries, {
        id,
        email: DEMO_EMAIL,
        username: "demo",
        passwordHash,
        verified: true,
        birthday: null,
        lang: "nl",
        at,
      })
      yield* move(queries, {
        key: `demo:${id}`,
        debit: "house:given",
        credit: memberAccount(id),
        amount: DEMO_CREDITS,
        reason: "demo",
      })
    }),
  )
})
