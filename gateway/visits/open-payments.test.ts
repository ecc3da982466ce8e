import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import { trackPayments, MAX_OPEN_PAYMENTS } from "./open-payments.ts"
import { VisitTable } from "./registry.ts"

const opened = (index: number) => ({
  event: {
    _tag: "PaymentSessionOpened",
    sessionId: `s${index}`,
    paymentURL: "https://bank.test/",
  } as Event,
})
const visit = () => new VisitTable().begin(visitHeader("a"), 1, 0)
const sessions = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `s${first + index}`)

describe("a visit's open payments", () => {
  it("are the newest so many, and the oldest leaves first", () => {
    const live = visit()
    for (let index = 1; index <= MAX_OPEN_PAYMENTS; index++) trackPayments(live, [opened(index)])
    expect([...(live.openPayments ?? [])]).toEqual(sessions(1, MAX_OPEN_PAYMENTS))
    trackPayments(live, [opened(MAX_OPEN_PAYMENTS + 1)])
    expect([...(live.openPayments ?? [])]).toEqual(sessions(2, MAX_OPEN_PAYMENTS + 1))
  })
  it("are left to the reading of the log where that is still to come", () => {
    const live = visit()
    live.openPayments = null
    trackPayments(live, [opened(1)])
    expect(live.openPayments).toBeNull()
  })
})
