import { Context, Effect, Exit, Layer, Result, Schema, Scope } from "effect"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase, type SqlDatabaseShape } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { silentLayer } from "../logging.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { AttemptLimits } from "./attempt-limits.ts"
import { forgotPassword } from "./forgot-password.ts"
import { KeyedHashes } from "./keyed-hashes.ts"
import { LinkTokens } from "./link-tokens.ts"
import { insertMember } from "./member-store.ts"
import { newMember } from "./new-member.fixture.ts"
import { ResetRequests } from "./reset-requests.ts"

const config = Result.getOrThrow(readBackendConfig({}))
const EMAIL = "anna@mail.example"

const WAITING = statement(
  Schema.Struct({ count: Schema.Int }),
  "SELECT count(*) AS count FROM reset_requests",
)
const MAILS = statement(
  Schema.Struct({ to: Schema.String }),
  "SELECT content->>'to' AS to FROM mail_outbox",
)

/** Records its requests, but never returns them, like a backend that ends before it reads them. */
const recording = (database: SqlDatabaseShape) => {
  const asked: Array<string> = []
  const query: SqlDatabaseShape["query"] = (one, values) => {
    if (one.text.includes("FROM reset_requests")) return Effect.never
    asked.push(one.text)
    return database.query(one, values)
  }
  const shape: SqlDatabaseShape = {
    ...database,
    query,
    transaction: (work) =>
      database.transaction((queries) =>
        work({
          query: (one, values) => {
            asked.push(one.text)
            return queries.query(one, values)
          },
        }),
      ),
  }
  return { asked, shape }
}

const servicesOn = (database: SqlDatabaseShape) =>
  ResetRequests.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(AttemptLimits.layer, LinkTokens.layer(config))),
    Layer.provideMerge(KeyedHashes.layer(config)),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(SqlDatabase, database),
        Layer.succeed(BackendConfig, config),
        MailSender.silent,
        BackendIds.layer,
        silentLayer,
      ),
    ),
  )

it("a forgotten password asks the database the same for a member and for nobody before it answers, and is mailed after a restart", async () => {
  const scope = Scope.makeUnsafe()
  const database = await Effect.runPromise(
    Scope.provide(Effect.flatMap(migratedDatabase, openDatabase), scope).pipe(
      Effect.provide(silentLayer),
    ),
  )
  await Effect.runPromise(insertMember(database, newMember({ email: EMAIL, username: "anna" })))
  const recorded = recording(database)
  const asks = (email: string) =>
    Effect.gen(function* () {
      const before = recorded.asked.length
      yield* forgotPassword({ email, address: "192.0.2.1" })
      return recorded.asked.slice(before)
    })
  const [member, nobody] = await Effect.runPromise(
    Effect.all([asks(EMAIL), asks("nobody@mail.example")]).pipe(
      Effect.provide(servicesOn(recorded.shape)),
    ),
  )
  expect(member).toEqual(nobody)
  expect(member.join("\n")).not.toContain("members")
  const count = async () => (await Effect.runPromise(database.query(WAITING)))[0]?.count
  expect(await count()).toBe(2)

  const next = Scope.makeUnsafe()
  const context = await Effect.runPromise(Layer.buildWithScope(servicesOn(database), next))
  expect(Context.get(context, SqlDatabase)).toBe(database)
  await expect.poll(count).toBe(0)
  expect(await Effect.runPromise(database.query(MAILS))).toEqual([{ to: EMAIL }])
  await Effect.runPromise(Scope.close(next, Exit.void))
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
