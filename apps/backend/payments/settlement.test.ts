import { describe, expect, it } from "vitest"
import type { BankNotice } from "./bank-protocol.ts"
import {
  type SettlementDecision,
  decideSettlement,
  type ExpectedPayment,
  type SessionState,
} from "./settlement.ts"

const AMOUNT = 2_375
const ORDER: ExpectedPayment = { amountCents: AMOUNT, paidElsewhere: false }
const about = { v: 1, sessionId: "ps_1", amountCents: AMOUNT, currency: "EUR" } as const
const paid = (transactionId: string, amountCents = AMOUNT): BankNotice => ({
  ...about,
  status: "paid",
  transactionId,
  amountCents,
})
const failed = (reasonCode: number): BankNotice => ({
  ...about,
  status: "failed",
  transactionId: "tx_1",
  reasonCode,
})

const after = (
  state: SessionState,
  notice: BankNotice,
  decision: SettlementDecision,
): SessionState => {
  if (decision === "grant")
    return { state: "paid", transactionId: notice.transactionId, isWithdrawn: false }
  return decision === "fail" && notice.status === "failed"
    ? { state: "failed", reasonCode: notice.reasonCode }
    : state
}

/** Every order of the notices, each sent up to twice. */
const orders = (notices: ReadonlyArray<BankNotice>, length: number): Array<Array<BankNotice>> =>
  length === 0
    ? [[]]
    : orders(notices, length - 1).flatMap((begun) => notices.map((notice) => [...begun, notice]))

describe("settlement", () => {
  it("grants an open session when the bank reports that it was paid", () => {
    expect(decideSettlement({ state: "open" }, ORDER, paid("tx_1"))).toBe("grant")
  })

  it("lets a payment win over an earlier failure, and never a failure over a payment", () => {
    expect(decideSettlement({ state: "failed", reasonCode: 309 }, ORDER, paid("tx_1"))).toBe(
      "grant",
    )
    const granted: SessionState = { state: "paid", transactionId: "tx_1", isWithdrawn: false }
    expect(decideSettlement(granted, ORDER, failed(309))).toBe("ignore")
  })

  it("takes a refund for the one that was asked for, and leaves every other to a person", () => {
    const refunded = (transactionId = "tx_1", amountCents = AMOUNT): BankNotice => ({
      ...about,
      status: "refunded",
      transactionId,
      amountCents,
    })
    const withdrawn: SessionState = { state: "paid", transactionId: "tx_1", isWithdrawn: true }
    expect(decideSettlement(withdrawn, ORDER, refunded())).toBe("refund")
    for (const [state, notice] of [
      [{ ...withdrawn, isWithdrawn: false }, refunded()],
      [withdrawn, refunded("tx_2")],
      [withdrawn, refunded("tx_1", AMOUNT - 1)],
      [{ state: "open" }, refunded()],
      [{ state: "failed", reasonCode: 309 }, refunded()],
    ] as const) {
      expect(decideSettlement(state, ORDER, notice)).toBe("unasked-refund")
    }
    expect(decideSettlement(withdrawn, ORDER, paid("tx_1"))).toBe("ignore")
  })

  it("grants nothing for another amount, a second transaction, or one that paid another session", () => {
    const granted: SessionState = { state: "paid", transactionId: "tx_1", isWithdrawn: false }
    const elsewhere: ExpectedPayment = { ...ORDER, paidElsewhere: true }
    for (const amount of [1, AMOUNT - 1, AMOUNT + 1]) {
      expect(decideSettlement({ state: "open" }, ORDER, paid("tx_1", amount))).toBe("wrong-amount")
    }
    expect(decideSettlement(granted, ORDER, paid("tx_1", 1))).toBe("wrong-amount")
    expect(decideSettlement(granted, ORDER, paid("tx_2"))).toBe("paid-twice")
    for (const state of [
      granted,
      { state: "open" },
      { state: "failed", reasonCode: 308 },
    ] as const) {
      expect(decideSettlement(state, elsewhere, paid("tx_2"))).toBe("other-session")
    }
  })

  it("ignores a repeated notice, and a failure of a settled session", () => {
    const granted: SessionState = { state: "paid", transactionId: "tx_1", isWithdrawn: false }
    expect(decideSettlement(granted, ORDER, paid("tx_1"))).toBe("ignore")
    expect(decideSettlement({ state: "failed", reasonCode: 308 }, ORDER, failed(309))).toBe(
      "ignore",
    )
    expect(decideSettlement({ state: "open" }, ORDER, failed(309))).toBe("fail")
  })

  it("grants at most once and exactly when a right payment is among the notices, in every order", () => {
    const notices = [paid("tx_1"), paid("tx_2"), paid("tx_3", 1), failed(309), failed(308)]
    for (const order of orders(notices, 5)) {
      let session: SessionState = { state: "open" }
      let grants = 0
      for (const notice of order) {
        const decision = decideSettlement(session, ORDER, notice)
        if (decision === "grant") grants++
        session = after(session, notice, decision)
      }
      const wasPaid = order.some((one) => one.status === "paid" && one.amountCents === AMOUNT)
      expect(grants).toBe(wasPaid ? 1 : 0)
      expect(session.state === "paid").toBe(wasPaid)
    }
  })
})
