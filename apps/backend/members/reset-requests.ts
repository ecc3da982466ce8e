/**
 * Requests for reset links, stored until it is looked up whether there is such an account. A request does the same
 * for everybody, so that the time of the answer does not tell who is a member; the mail is written afterwards, and
 * after a crash too.
 *
 * One backend process serves a database.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { keysOf, sameKey, writtenKey } from "@foldcast/rules/names/same-key"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"
import { writePasswordResetMail } from "./account-mails.ts"
import { AttemptLimits } from "./attempt-limits.ts"
import { credentialsByEmail, lockMember, memberByUsername } from "./member-store.ts"

export type ResetSubject = { readonly email: string } | { readonly username: string }

export interface ResetRequestsShape {
  /** Returns when it is durable. */
  readonly ask: (who: ResetSubject) => Effect.Effect<void, ConstraintViolated | DatabaseUnavailable>
}

const Request = Schema.Struct({
  id: Schema.Int,
  email: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String),
})
type Request = typeof Request.Type

const ASK = voidStatement(
  "INSERT INTO reset_requests (email, username, asked_at) VALUES ($1, $2, $3)",
)
const OLDEST = statement(
  Request,
  "SELECT id, email, username FROM reset_requests ORDER BY id LIMIT 1",
)
const DELETE_MEMBER = voidStatement(
  `DELETE FROM reset_requests
   WHERE email IN (SELECT jsonb_array_elements_text($1::jsonb)) OR username = $2`,
)
const REMOVE = voidStatement("DELETE FROM reset_requests WHERE id = $1")

/** Inside the transaction that deletes an account. */
export const deleteResetRequestsOf = (
  queries: SqlQueries,
  { email, username }: { readonly email: string; readonly username: string },
) => queries.query(DELETE_MEMBER, [JSON.stringify(keysOf(email)), sameKey(username)])

const memberOf = (queries: SqlQueries, { email, username }: Request) =>
  email === null ? memberByUsername(queries, username ?? "") : credentialsByEmail(queries, email)

/** The member; none where deleted or mailed too often. */
const mailable = Effect.fnUntraced(function* (queries: SqlQueries, request: Request) {
  const found = yield* memberOf(queries, request)
  if (Option.isNone(found) || found.value.deleted) return null
  const { id } = found.value
  return yield* (yield* AttemptLimits).take({ limit: "passwordResetsPerAccount", name: id }).pipe(
    Effect.as(id),
    Effect.catchTag("Refused", () => Effect.succeed(null)),
  )
})

/** The mail and the removal of the request are one transaction. */
const answerIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  request: Request,
  memberId: string | null,
) {
  yield* queries.query(REMOVE, [request.id])
  if (memberId === null) return
  const member = yield* lockMember(queries, memberId)
  if (Option.isSome(member)) yield* writePasswordResetMail(queries, member.value)
})

const answerAll = Effect.fn("members.answerResetRequests")(function* () {
  const database = yield* SqlDatabase
  const sender = yield* MailSender
  for (;;) {
    const [request] = yield* database.query(OLDEST)
    if (request === undefined) return
    const memberId = yield* mailable(database, request)
    yield* database
      .transaction((queries) => answerIn(queries, request, memberId))
      .pipe(
        // It would fail the next time too, and block the requests behind it.
        Effect.catchTag("ConstraintViolated", ({ constraint }) =>
          Effect.andThen(
            Effect.logError("a reset request was given up", { constraint }),
            database.query(REMOVE, [request.id]),
          ),
        ),
      )
    yield* sender.wake
  }
})

export class ResetRequests extends Context.Service<ResetRequests, ResetRequestsShape>()(
  "backend/ResetRequests",
) {
  static readonly layer = Layer.effect(
    ResetRequests,
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      const loop = yield* makeWakeableLoop("1 second")
      const answered = answerAll().pipe(
        Effect.catch((error) =>
          Effect.logWarning("the reset requests wait", { reason: error.message }),
        ),
        steadyRound("reset requests"),
      )
      // Typed addresses are not left in the database while the backend is off. Runs after the fibre below has
      // ended.
      const context = yield* Effect.context<Effect.Services<typeof answered>>()
      yield* Effect.addFinalizer(() =>
        answered.pipe(Effect.timeoutOption("2 seconds"), Effect.provide(context)),
      )
      yield* Effect.forkScoped(loop.run(answered))
      return ResetRequests.of({
        ask: Effect.fnUntraced(function* (who: ResetSubject) {
          const email = "email" in who ? writtenKey(who.email) : null
          const username = "username" in who ? sameKey(who.username) : null
          const at = new Date(yield* Clock.currentTimeMillis)
          yield* database.query(ASK, [email, username, at])
          yield* loop.wake
        }),
      })
    }),
  )
}
