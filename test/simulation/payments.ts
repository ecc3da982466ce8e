/**
 * Payments under faults drawn from a seed, over the backend's own ledger and a real database. The bank's and the phone's
 * notices arrive several times, in parallel and in any order; transactions end without an answer before or after
 * their commit; members spend, get back and withdraw meanwhile, some with a limit; the clock jumps. After each step,
 * every member has what they bought minus what they spent, and was told once of each purchase, no limit is exceeded,
 * and a connected call whose PIN is typed pays; in the end each second of a call is in one row, and nothing was taken
 * back that was spent.
 *
 * Equal seed and bug: equal notices and faults.
 */
import { Clock, Effect, Layer } from "effect"
import { SqlDatabase } from "@foldcast/backend/db/database"
import type { BackendIds } from "@foldcast/backend/ids"
import { memberAccount } from "@foldcast/backend/ledger/accounts"
import { move } from "@foldcast/backend/ledger/ledger"
import { insertMember, memberById } from "@foldcast/backend/members/member-store"
import { newMember } from "@foldcast/backend/members/new-member.fixture"
import type { BankNotice } from "@foldcast/backend/payments/bank-protocol"
import { openPaymentSession } from "@foldcast/backend/payments/open-session"
import { settlePayment } from "@foldcast/backend/payments/settle"
import { withdrawPurchase } from "@foldcast/backend/payments/withdraw"
import { acceptPin } from "@foldcast/backend/phone/accept-pin"
import { callArrived } from "@foldcast/backend/phone/arrive"
import { openIvrSession } from "@foldcast/backend/phone/ivr-session"
import { PhoneCalls } from "@foldcast/backend/phone/phone-calls"
import { takePhoneNotice } from "@foldcast/backend/phone/take-notice"
import { changeSpendingLimits } from "@foldcast/backend/spending/spending"
import { seededRandom } from "@foldcast/backend/seeded-random"
import {
  callFault,
  connectionFault,
  ledgerFault,
  memberFault,
  settlementFault,
} from "./payment-books.ts"
import { jumpingClock, unreliable } from "./payment-faults.ts"
import {
  drawAction,
  drawAfterArrival,
  drawEnd,
  drawNotices,
  drawRefund,
  drawReturn,
  drawTelling,
  drawWithdrawals,
  type OpenedSession,
  type PaymentsPlan,
  type PhonedCall,
  type Population,
  type Step,
} from "./payment-steps.ts"
import type { PlantedBug } from "./planted-payment-bugs.ts"

const populate = Effect.fnUntraced(function* (prefix: string, plan: PaymentsPlan) {
  const database = yield* SqlDatabase
  const members = Array.from({ length: plan.members }, (_, index) => `${prefix}${index}`)
  const limited = new Set(members.filter((_, index) => index % 3 === 2))
  for (const id of members) {
    yield* insertMember(database, newMember({ id, email: `${id}@mail.example`, username: id }))
    if (limited.has(id)) {
      yield* changeSpendingLimits(id, { day: null, week: plan.limitCents, month: null })
    }
  }
  const [first = "", ...others] = members
  return {
    members: [first, ...others],
    isLimited: (member) => limited.has(member),
  } satisfies Population
})

type Services =
  | Effect.Services<
      ReturnType<
        | typeof openPaymentSession
        | typeof settlePayment
        | typeof withdrawPurchase
        | typeof callArrived
        | typeof openIvrSession
        | typeof acceptPin
        | typeof takePhoneNotice
      >
    >
  | BackendIds

/** What the steps of one simulation have come to. */
class Progress {
  readonly sessions = new Map<string, OpenedSession>()
  readonly said: Array<BankNotice> = []
  readonly calls = new Map<
    string,
    PhonedCall & { readonly pin: string; readonly session: string }
  >()
  /** Calls of whose connection the provider has told. */
  readonly connected = new Set<string>()
  readonly #moved = new Set<string>()
  readonly #spent = new Map<string, number>()

  /** `amount`: negative where it is given back. */
  moved(key: string, member: string, amount: number): boolean {
    if (this.#moved.has(key)) return false
    this.#moved.add(key)
    this.#spent.set(member, this.spentBy(member) + amount)
    return true
  }

  spentBy(member: string): number {
    return this.#spent.get(member) ?? 0
  }
}

export interface Simulated {
  /** The broken guarantee; null: all held. */
  readonly violation: string | null
  /** Steps that were carried out. */
  readonly steps: number
}

export const simulatePayments = Effect.fn("simulatePayments")(function* (
  seed: string,
  bug: PlantedBug,
  plan: PaymentsPlan,
) {
  const random = seededRandom(`payments ${seed}`)
  const real = yield* SqlDatabase
  const database = unreliable(bug(real), seededRandom(`faults ${seed}`))
  const { clock, jump } = jumpingClock(yield* Clock.Clock)
  const calls = yield* Layer.build(Layer.fresh(PhoneCalls.layer)).pipe(
    Effect.provideService(SqlDatabase, database),
  )
  const prefix = `m_${seed}_`
  const callPrefix = `line ${seed}.`
  const people = yield* populate(prefix, plan)
  const progress = new Progress()
  const granted = new Set<string>()

  /** The steps that this one leads to are drawn after those that ran beside it, so that their order is the seed's. */
  type After = () => ReadonlyArray<Step>
  const nothing: After = () => []

  const open = Effect.fnUntraced(function* ({
    member,
    order,
  }: Extract<Step, { readonly _tag: "Opening" }>) {
    const { sessionId: id } = yield* openPaymentSession(member, {
      bundle: order.bundleId,
      paymentMethod: "10",
      returnUrl: "https://site.example/",
      device: "desktop",
      lang: "nl",
      member: { username: member, email: `${member}@mail.example` },
    })
    return () => {
      const session = { ...order, id, member }
      const others = [...progress.sessions.keys()].slice(-10)
      progress.sessions.set(id, session)
      return drawNotices(random, session, people, others)
    }
  })

  const settle = Effect.fnUntraced(function* (notice: BankNotice) {
    progress.said.push(notice)
    yield* settlePayment(notice)
    const session = progress.sessions.get(notice.sessionId)
    const isFirst = notice.status === "paid" && !granted.has(notice.sessionId)
    if (session === undefined || !isFirst || notice.amountCents !== session.amountCents) {
      return nothing
    }
    granted.add(session.id)
    return () => drawWithdrawals(random, people, session)
  })

  const spend = Effect.fnUntraced(function* (step: Extract<Step, { readonly key: string }>) {
    const { key, member, amount } = step
    const isSpent = step._tag === "Spending"
    const own = memberAccount(member)
    yield* database.transaction((queries) =>
      move(queries, {
        key,
        debit: isSpent ? own : "house:sold",
        credit: isSpent ? "house:sold" : own,
        amount,
        reason: isSpent ? "spent" : "paid-time-returned",
      }),
    )
    const isNew = progress.moved(key, member, isSpent ? amount : -amount)
    return isNew && isSpent ? () => drawReturn(random, step) : nothing
  })

  const withdraw = Effect.fnUntraced(function* ({
    member: id,
    session,
  }: Extract<Step, { readonly _tag: "Withdrawal" }>) {
    const member = yield* Effect.flatMap(memberById(real, id), Effect.fromOption)
    yield* withdrawPurchase(member, session.id)
    return () => drawRefund(random, session)
  })

  const arrive = Effect.fnUntraced(function* (call: PhonedCall) {
    const { name, number, tariffCents, country } = call
    const { pin } = yield* callArrived({ v: 1, kind: "arrived", call: name, number, tariffCents })
    const { session } = yield* openIvrSession(country, `address of ${name}`)
    return () => {
      if (progress.calls.has(name)) return []
      progress.calls.set(name, { ...call, pin, session })
      return drawAfterArrival(random, call)
    }
  })

  /** Sent twice, as a page does that got no answer. */
  const type = Effect.fnUntraced(function* (call: PhonedCall) {
    const { pin = "", session = "" } = progress.calls.get(call.name) ?? {}
    const typed = { session, viewer: call.name, username: "anon0000001", pincode: pin }
    const tried = acceptPin(typed, `address of ${call.name}`)
    const isTaken = yield* Effect.andThen(tried, tried).pipe(
      Effect.as(true),
      // The clock has jumped over the end of its session.
      Effect.catchTag("Refused", () => Effect.succeed(false)),
    )
    return () => {
      if (isTaken) return drawTelling(random, call)
      // Nobody instructs its provider to connect; one that did so by itself charges for it.
      const ended = call.connectsItself ? call : { ...call, seconds: 0 }
      progress.calls.set(call.name, { ...ended, pin, session })
      return drawEnd(random, ended)
    }
  })

  const tell = Effect.fnUntraced(function* ({
    call: { name },
    notice,
  }: Extract<Step, { readonly _tag: "Telling" }>) {
    yield* takePhoneNotice({ v: 1, call: name, ...notice })
    progress.connected.add(name)
    return nothing
  })

  const once = (step: Step): Effect.Effect<After, { readonly _tag: string }, Services> => {
    switch (step._tag) {
      case "Opening":
        return open(step)
      case "Notice":
        return settle(step.notice)
      case "Spending":
      case "Returning":
        return spend(step)
      case "Withdrawal":
        return withdraw(step)
      case "Arrival":
        return arrive(step.call)
      case "Typing":
        return type(step.call)
      case "Telling":
        return tell(step)
      case "Jump":
        return Effect.sync(() => {
          jump(step.ms)
          return nothing
        })
    }
  }
  /** Retries when there is no answer; who is refused or has too few credits does nothing. */
  const carryOut = (step: Step) =>
    once(step).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "DatabaseUnavailable" }),
      Effect.catch((error) =>
        error._tag === "InsufficientCredits" || error._tag === "Refused"
          ? Effect.succeed(nothing)
          : Effect.die(error),
      ),
      Effect.provideContext(calls),
      Effect.provideService(SqlDatabase, database),
      Effect.provideService(Clock.Clock, clock),
    )

  const waiting: Array<Step> = []
  for (let action = 0; action < plan.actions; action += 1) {
    waiting.push(...drawAction(random, people, `${seed}.${action}`))
  }
  const next = (): Step => {
    const at = random.whole(0, waiting.length - 1)
    const last = waiting.pop()
    const step = waiting[at]
    if (last === undefined) throw new Error("nothing is waiting")
    if (step === undefined) return last
    waiting[at] = last
    return step
  }
  const books = {
    spentBy: (member: string) => progress.spentBy(member),
    limitOf: (member: string) => (people.isLimited(member) ? plan.limitCents : null),
  }
  let steps = 0
  const ended = (violation: string | null): Simulated => ({ violation, steps })

  while (waiting.length > 0) {
    const count = Math.min(random.whole(1, plan.atOnce), waiting.length)
    const atOnce = Array.from({ length: count }, next)
    const afters = yield* Effect.forEach(atOnce, carryOut, { concurrency: "unbounded" })
    steps += count
    for (const after of afters) waiting.push(...after())
    const fault =
      (yield* memberFault(real, prefix, books)) ??
      (yield* connectionFault(real, callPrefix, progress.connected))
    if (fault !== null) return ended(fault)
  }

  return ended(
    (yield* settlementFault(real, prefix, progress.sessions.values(), progress.said)) ??
      (yield* ledgerFault(real, prefix)) ??
      (yield* callFault(real, callPrefix, [...progress.calls.values()])),
  )
}, Effect.scoped)
