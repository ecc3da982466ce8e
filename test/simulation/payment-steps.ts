/**
 * What a seed lets members, their bank and their phone do: purchases of bundles and top-ups, the bank's notices of
 * them, spending and what is given back of it, withdrawals, and calls. A step leads to others once it is carried out.
 * Pure but for the random numbers.
 */
import type { BankNotice } from "@foldcast/backend/payments/bank-protocol"
import type { CallEndReason, CallNotice } from "@foldcast/backend/phone/call-state"
import type { SeededRandom } from "@foldcast/backend/seeded-random"

export interface Order {
  readonly bundleId: string
  readonly amountCents: number
  readonly credits: number
}
const ORDERS: readonly [Order, ...ReadonlyArray<Order>] = [
  { bundleId: "bundle-600", amountCents: 990, credits: 600 },
  { bundleId: "topup-152", amountCents: 251, credits: 152 },
  { bundleId: "topup-500", amountCents: 825, credits: 500 },
]
interface Line {
  readonly country: string
  readonly number: string
  /** Euro cents of a minute. */
  readonly tariffCents: number
}
export const PHONE_NUMBERS = "NL:0906-1234:80,BE:0907-12345:100"
const NUMBERS: readonly [Line, Line] = [
  { country: "NL", number: "0906-1234", tariffCents: 80 },
  { country: "BE", number: "0907-12345", tariffCents: 100 },
]
const MOST_SPENT = 400
const HOUR_MS = 3_600_000
const LONGEST_CALL_SECONDS = 600

/** An opened payment session and the member who opened it. */
export interface OpenedSession extends Order {
  readonly id: string
  readonly member: string
}

export interface PhonedCall extends Line {
  /** The provider's name for it. */
  readonly name: string
  /** What it lasts; 0: nobody types its PIN. */
  readonly seconds: number
  /** Its provider waits for no instruction: it may be connected before its PIN is typed. */
  readonly connectsItself: boolean
}

export type Step =
  | { readonly _tag: "Opening"; readonly member: string; readonly order: Order }
  | { readonly _tag: "Notice"; readonly notice: BankNotice }
  | {
      readonly _tag: "Spending" | "Returning"
      readonly key: string
      readonly member: string
      readonly amount: number
    }
  | { readonly _tag: "Withdrawal"; readonly member: string; readonly session: OpenedSession }
  | { readonly _tag: "Arrival" | "Typing"; readonly call: PhonedCall }
  | { readonly _tag: "Telling"; readonly call: PhonedCall; readonly notice: CallNotice }
  /** The machine's clock is moved. */
  | { readonly _tag: "Jump"; readonly ms: number }

const repeated = (random: SeededRandom, step: Step, most: number): ReadonlyArray<Step> =>
  Array.from({ length: random.whole(1, most) }, () => step)

export interface Population {
  readonly members: readonly [string, ...ReadonlyArray<string>]
  readonly isLimited: (member: string) => boolean
}

export interface PaymentsPlan {
  readonly members: number
  /** Purchases, spendings and calls that are begun. */
  readonly actions: number
  /** Steps that run at once, at most. */
  readonly atOnce: number
  /** Euro cents that a limited member may buy for in a week. */
  readonly limitCents: number
}

/** A purchase, a spending or a call; rarely the clock jumps, there and back. */
export const drawAction = (
  random: SeededRandom,
  { members }: Population,
  name: string,
): ReadonlyArray<Step> => {
  const member = random.pick(members)
  if (random.chance(0.05)) {
    const ms = random.chance(0.5) ? HOUR_MS : -HOUR_MS
    return [
      { _tag: "Jump", ms },
      { _tag: "Jump", ms: -ms },
    ]
  }
  if (random.chance(0.15)) {
    const seconds = random.chance(0.2) ? 0 : random.whole(1, LONGEST_CALL_SECONDS)
    const connectsItself = random.chance(0.5)
    const call = { name: `line ${name}`, ...random.pick(NUMBERS), seconds, connectsItself }
    return repeated(random, { _tag: "Arrival", call }, 2)
  }
  if (random.chance(0.5)) return [{ _tag: "Opening", member, order: random.pick(ORDERS) }]
  const amount = random.whole(1, MOST_SPENT)
  return repeated(random, { _tag: "Spending", key: `spending:${name}`, member, amount }, 3)
}

/** The bank's notices of a session: mostly true, each told one to five times. `others`: what it may mistake it for. */
export const drawNotices = (
  random: SeededRandom,
  session: OpenedSession,
  { isLimited }: Population,
  others: ReadonlyArray<string>,
): ReadonlyArray<Step> => {
  const { id, amountCents: right } = session
  const said = { v: 1, sessionId: id, currency: "EUR", amountCents: right } as const
  const own = `tx_${id}`
  const paid = (transactionId: string, amountCents: number = right): BankNotice => ({
    ...said,
    transactionId,
    amountCents,
    status: "paid",
  })
  const failed: BankNotice = { ...said, transactionId: own, status: "failed", reasonCode: 309 }
  const another = others[random.whole(0, others.length - 1)] ?? id
  const isPaid = random.chance(0.8)
  // A payment that failed and is paid after all may exceed a limit: what was paid is granted.
  const isFailed = random.chance(0.3) && !isLimited(session.member)
  const notices = [
    ...(isPaid ? [paid(own)] : []),
    ...(isFailed ? [failed] : []),
    ...(random.chance(0.2) ? [paid(own, 1)] : []),
    ...(random.chance(0.2) && isPaid ? [paid(`${own}_again`)] : []),
    ...(random.chance(0.2) && another !== id ? [paid(`tx_${another}`)] : []),
    ...(random.chance(0.1) ? [refundOf(session)] : []),
  ]
  return notices.flatMap((notice) => repeated(random, { _tag: "Notice", notice }, 5))
}

const refundOf = ({ id, amountCents }: OpenedSession): BankNotice => ({
  v: 1,
  sessionId: id,
  transactionId: `tx_${id}`,
  currency: "EUR",
  amountCents,
  status: "refunded",
})

/** What a paid session leads to: some are withdrawn from, and now and then by somebody else. */
export const drawWithdrawals = (
  random: SeededRandom,
  { members }: Population,
  session: OpenedSession,
): ReadonlyArray<Step> => {
  if (random.chance(0.5)) return []
  const member = random.chance(0.1) ? random.pick(members) : session.member
  return repeated(random, { _tag: "Withdrawal", member, session }, 3)
}

/** The bank gives the money back, and says so as often as it likes. */
export const drawRefund = (random: SeededRandom, session: OpenedSession): ReadonlyArray<Step> =>
  repeated(random, { _tag: "Notice", notice: refundOf(session) }, 3)

/** Some of what was spent was only held. */
export const drawReturn = (
  random: SeededRandom,
  { key, member, amount }: Extract<Step, { readonly key: string }>,
): ReadonlyArray<Step> =>
  random.chance(0.7)
    ? []
    : repeated(random, { _tag: "Returning", key: `back ${key}`, member, amount }, 3)

const telling = (call: PhonedCall, notice: CallNotice): Step => ({ _tag: "Telling", call, notice })

/** A call that ends, whatever became of it. */
export const drawEnd = (random: SeededRandom, call: PhonedCall): ReadonlyArray<Step> => {
  const reason = random.pick<CallEndReason>(["caller", "line"])
  return repeated(random, telling(call, { kind: "ended", seconds: call.seconds, reason }), 3)
}

const drawConnection = (random: SeededRandom, call: PhonedCall): ReadonlyArray<Step> => {
  const talking = Array.from({ length: 3 }, (): CallNotice => ({
    kind: "talking",
    seconds: random.whole(0, call.seconds),
  }))
  return [{ kind: "connected" } as const, ...talking].flatMap((notice) =>
    repeated(random, telling(call, notice), 3),
  )
}

/** What the provider tells of a call that pays, in whatever order it comes through. */
export const drawTelling = (random: SeededRandom, call: PhonedCall): ReadonlyArray<Step> => [
  ...(call.connectsItself ? [] : drawConnection(random, call)),
  ...drawEnd(random, call),
]

/** After a call has come in: its PIN is typed, or it ends free of charge. */
export const drawAfterArrival = (random: SeededRandom, call: PhonedCall): ReadonlyArray<Step> =>
  call.seconds > 0
    ? [{ _tag: "Typing", call }, ...(call.connectsItself ? drawConnection(random, call) : [])]
    : drawEnd(random, call)
