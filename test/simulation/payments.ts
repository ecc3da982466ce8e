/**
 * Payments under faults drawn from a seed, over the backend's own ledger and an embedded database. The bank's
 * notices arrive several times, in parallel and in any order; transactions end without an answer before or after
 * their commit; members spend meanwhile, and one with a limit opens payments. After each step, every member has what
 * they bought minus what they spent, and was notified once per purchase, and no limit is exceeded.
 *
 * Equal seed and bug: equal notices and faults.
 */
import { Effect, Schema } from "effect"
import { SqlDatabase, type SqlDatabaseShape } from "@foldcast/backend/db/database"
import { DatabaseUnavailable } from "@foldcast/backend/db/errors"
import { statement } from "@foldcast/backend/db/statement"
import type { BackendIds } from "@foldcast/backend/ids"
import { memberAccount } from "@foldcast/backend/ledger/accounts"
import { move } from "@foldcast/backend/ledger/ledger"
import { insertMember } from "@foldcast/backend/members/member-store"
import { newMember } from "@foldcast/backend/members/new-member.fixture"
import type { BankNotice } from "@foldcast/backend/payments/bank-protocol"
import { openPaymentSession } from "@foldcast/backend/payments/open-session"
import { insertSession } from "@foldcast/backend/payments/session-store"
import { settlePayment } from "@foldcast/backend/payments/settle"
import { changeSpendingLimits } from "@foldcast/backend/spending/spending"
import { type SeededRandom, seededRandom } from "@foldcast/backend/seeded-random"

interface Order {
  readonly bundleId: string
  readonly amountCents: number
  readonly credits: number
}
/** What is ordered: a bundle, or a top-up. */
const ORDERS: readonly [Order, ...ReadonlyArray<Order>] = [
  { bundleId: "bundle-600", amountCents: 990, credits: 600 },
  { bundleId: "topup-152", amountCents: 251, credits: 152 },
  { bundleId: "topup-500", amountCents: 825, credits: 500 },
]
const SESSIONS = 4
/** Euro cents: for two or three of the orders. */
const LIMIT = 2_000
/** The share of transactions that ends without an answer, half of them after the commit. */
const UNANSWERED = 0.3

/** Replaces the backend's database, to plant a bug. */
export type PlantedBug = (database: SqlDatabaseShape) => SqlDatabaseShape

/** A grant that bypasses the session's state and the movement's key, which both prevent duplicates. */
export const grantsTwice: PlantedBug = (database) => {
  let grants = 0
  return {
    ...database,
    transaction: (work) =>
      database.transaction((queries) =>
        work({
          query: (asked, values = []) => {
            if (asked.text.includes("ledger_transfer")) {
              const [id = null, key = null, ...rest] = values
              grants += 1
              return queries.query(asked, [id, `${String(key)} ${grants}`, ...rest])
            }
            const rows = queries.query(asked, values)
            if (!asked.text.includes("FOR NO KEY UPDATE")) return rows
            return Effect.map(rows, (found) => found.map((row) => ({ ...row, state: "open" })))
          },
        }),
      ),
  }
}

/** A check of a limit that sees nothing of what is open. */
export const countsNothing: PlantedBug = (database) => ({
  ...database,
  transaction: (work) =>
    database.transaction((queries) =>
      work({
        query: (asked, values = []) => {
          const rows = queries.query(asked, values)
          if (!asked.text.includes("FILTER (WHERE state = 'open'")) return rows
          return Effect.map(rows, (found) =>
            found.map((row) => ({ ...row, day: 0, week: 0, month: 0 })),
          )
        },
      }),
    ),
})

/** Ends transactions without an answer, before or after their commit, as the seed decides. */
const unreliable = (database: SqlDatabaseShape, random: SeededRandom): SqlDatabaseShape => {
  const lost = Effect.fail(new DatabaseUnavailable({ detail: "no answer came" }))
  return {
    ...database,
    transaction: (work) =>
      Effect.suspend(() => {
        if (!random.chance(UNANSWERED)) return database.transaction(work)
        return random.chance(0.5)
          ? database.transaction((queries) => Effect.andThen(work(queries), lost))
          : Effect.andThen(database.transaction(work), lost)
      }),
  }
}

type Services =
  | Effect.Services<ReturnType<typeof settlePayment> | ReturnType<typeof openPaymentSession>>
  | BackendIds

interface Spending {
  readonly key: string
  readonly member: string
  readonly amount: number
}
type Step =
  | { readonly _tag: "Notice"; readonly notice: BankNotice }
  | { readonly _tag: "Spending"; readonly spending: Spending }
  | { readonly _tag: "Opening"; readonly order: Order }

const Holding = Schema.Struct({
  id: Schema.String,
  balance: Schema.Int,
  bought: Schema.Int,
  paid: Schema.Int,
  told: Schema.Int,
  mailed: Schema.Int,
})
const HOLDINGS = statement(
  Holding,
  `SELECT m.id, a.balance, p.bought::int, p.paid::int,
     (SELECT count(*)::int FROM outbox WHERE member_id = m.id AND event = 'bundle-bought') AS told,
     (SELECT count(*)::int FROM mail_outbox WHERE member_id = m.id) AS mailed
   FROM members m JOIN accounts a ON a.member_id = m.id CROSS JOIN LATERAL (
     SELECT coalesce(sum(credits), 0) AS bought, count(*) AS paid FROM payment_sessions
     WHERE member_id = m.id AND state = 'paid') p
   WHERE m.id IN ($1, $2)`,
)
const HELD = statement(
  Schema.Struct({ cents: Schema.Int }),
  `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM payment_sessions
   WHERE member_id = $1 AND state <> 'failed'`,
)
const PAID = statement(
  Schema.Struct({ id: Schema.String, transaction_id: Schema.String }),
  "SELECT id, transaction_id FROM payment_sessions WHERE state = 'paid' AND member_id IN ($1, $2)",
)

const shuffled = <A>(random: SeededRandom, steps: ReadonlyArray<A>): ReadonlyArray<A> =>
  steps
    .map((step) => ({ step, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ step }) => step)

/** The bank's notices for each session: mostly true, each sent one to five times. */
const drawNotices = (
  random: SeededRandom,
  sessions: ReadonlyArray<string>,
  orderOf: (sessionId: string) => Order,
): ReadonlyArray<BankNotice> =>
  sessions.flatMap((sessionId, index) => {
    const { amountCents: right } = orderOf(sessionId)
    const said = { v: 1, sessionId, currency: "EUR", amountCents: right } as const
    const own = `tx_${sessionId}`
    const another = `tx_${sessions[(index + 1) % sessions.length]}`
    const paid = (transactionId: string, amountCents: number = right): BankNotice => ({
      ...said,
      transactionId,
      amountCents,
      status: "paid",
    })
    const failed: BankNotice = { ...said, transactionId: own, status: "failed", reasonCode: 309 }
    const notices = [
      ...(random.chance(0.8) ? [paid(own)] : []),
      ...(random.chance(0.3) ? [failed] : []),
      ...(random.chance(0.2) ? [paid(own, 1)] : []),
      ...(random.chance(0.2) ? [paid(`${own}_again`)] : []),
      ...(random.chance(0.2) ? [paid(another)] : []),
    ]
    return notices.flatMap((notice) => Array.from({ length: random.whole(1, 5) }, () => notice))
  })

/** Null if every guarantee held, else the broken one. */
export const settleUnderFaults = Effect.fn("settleUnderFaults")(function* (
  seed: number,
  bug: PlantedBug,
) {
  const random = seededRandom(`payments ${seed}`)
  const real = yield* SqlDatabase
  const database = unreliable(bug(real), random)
  const members = [`m_${seed}_a`, `m_${seed}_b`] as const
  for (const id of members) {
    yield* insertMember(real, newMember({ id, email: `${id}@mail.example`, username: id }))
  }
  const limited = `m_${seed}_c`
  yield* insertMember(
    real,
    newMember({ id: limited, email: `${limited}@mail.example`, username: limited }),
  )
  yield* changeSpendingLimits(limited, { day: null, week: LIMIT, month: null })
  const orders = new Map(
    Array.from({ length: SESSIONS }, (_, index) => [`ps_${seed}_${index}`, random.pick(ORDERS)]),
  )
  const sessions = [...orders.keys()]
  const orderOf = (sessionId: string) => orders.get(sessionId) ?? ORDERS[0]
  const isRightful = ({ sessionId, status, amountCents }: BankNotice) =>
    status === "paid" && amountCents === orderOf(sessionId).amountCents
  for (const [id, order] of orders) {
    yield* insertSession(real, {
      id,
      memberId: random.pick(members),
      ...order,
      paymentMethod: "10",
      device: "desktop",
      lang: "nl",
      at: new Date(0),
    })
  }
  const notices = drawNotices(random, sessions, orderOf)
  const spendings = Array.from({ length: 4 }, (_, index): Spending => ({
    key: `spending:${seed}:${index}`,
    member: random.pick(members),
    amount: random.whole(1, ORDERS[0].credits),
  }))
  const steps = shuffled<Step>(random, [
    ...notices.map((notice) => ({ _tag: "Notice", notice }) as const),
    ...spendings.map((spending) => ({ _tag: "Spending", spending }) as const),
    ...Array.from({ length: 5 }, () => ({ _tag: "Opening", order: random.pick(ORDERS) }) as const),
  ])

  const spent = new Map<string, number>()
  const spend = Effect.fnUntraced(function* ({ key, member, amount }: Spending) {
    const debit = memberAccount(member)
    const movement = { key, debit, credit: "house:sold", amount, reason: "spent" } as const
    yield* database.transaction((queries) => move(queries, movement))
    spent.set(member, (spent.get(member) ?? 0) + amount)
  })
  const open = ({ bundleId: bundle }: Order) =>
    openPaymentSession(limited, {
      bundle,
      paymentMethod: "10",
      returnUrl: "https://site.example/",
      device: "desktop",
      lang: "nl",
      member: { username: limited, email: `${limited}@mail.example` },
    })
  const once = (step: Step): Effect.Effect<unknown, { readonly _tag: string }, Services> => {
    switch (step._tag) {
      case "Notice":
        return settlePayment(step.notice)
      case "Spending":
        return spend(step.spending)
      case "Opening":
        return open(step.order)
    }
  }
  /** Retries when there is no answer; who has too few credits or reached the limit does nothing. */
  const carryOut = (step: Step) =>
    once(step).pipe(
      Effect.provideService(SqlDatabase, database),
      Effect.retry({ while: ({ _tag }) => _tag === "DatabaseUnavailable" }),
      Effect.catch((error) =>
        error._tag === "InsufficientCredits" || error._tag === "Refused"
          ? Effect.void
          : Effect.die(error),
      ),
    )

  for (let from = 0; from < steps.length;) {
    const atOnce = steps.slice(from, from + random.whole(1, 4))
    from += atOnce.length
    yield* Effect.forEach(atOnce, carryOut, { concurrency: "unbounded" })
    const [held] = yield* real.query(HELD, [limited])
    if (held !== undefined && held.cents > LIMIT) {
      return `${limited} has ${held.cents} cents open and may have ${LIMIT}`
    }
    for (const { id, balance, bought, paid, told, mailed } of yield* real.query(
      HOLDINGS,
      members,
    )) {
      const due = bought - (spent.get(id) ?? 0)
      if (balance !== due) return `${id} has ${balance} credits and should have ${due}`
      if (told !== paid || mailed !== paid) {
        return `${id} bought ${paid} times, was told ${told} times and mailed ${mailed} times`
      }
    }
  }

  const paid = yield* real.query(PAID, members)
  if (new Set(paid.map((one) => one.transaction_id)).size < paid.length) {
    return "one transaction paid two sessions"
  }
  for (const id of sessions) {
    const own = notices.filter((notice) => notice.sessionId === id && isRightful(notice))
    const isAlone = ({ transactionId }: BankNotice) =>
      !notices.some((one) => one.transactionId === transactionId && one.sessionId !== id)
    const isPaid = paid.some((one) => one.id === id)
    if (isPaid && own.length === 0) return `${id} is paid, and nobody paid it`
    if (!isPaid && own.some(isAlone)) return `${id} was paid, and is not`
  }
  return null
})
