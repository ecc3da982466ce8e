import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MAX_OPEN_PAYMENTS, VisitProjection } from "./visit-projection.ts"

const opened = (index: number) => ({
  event: {
    _tag: "PaymentSessionOpened",
    sessionId: `s${index}`,
    paymentURL: "https://bank.test/",
  } as Event,
})
const sessions = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `s${first + index}`)

describe("a visit's open payments", () => {
  it("are limited to the newest few", () => {
    const visit = VisitProjection.ofNewVisit(false)
    for (let index = 1; index <= MAX_OPEN_PAYMENTS; index++) visit.apply([opened(index)])
    expect([...(visit.openPayments ?? [])]).toEqual(sessions(1, MAX_OPEN_PAYMENTS))
    visit.apply([opened(MAX_OPEN_PAYMENTS + 1)])
    expect([...(visit.openPayments ?? [])]).toEqual(sessions(2, MAX_OPEN_PAYMENTS + 1))
  })
  it("are left out where the log is still to be read for them", () => {
    const visit = VisitProjection.ofRestoredVisit()
    visit.apply([opened(1)])
    expect(visit.openPayments).toBeNull()
    visit.paymentsRead(new Set(["s1", "s2"]))
    visit.apply([{ event: { _tag: "PaymentFailed", sessionId: "s2" } as Event }])
    expect([...(visit.openPayments ?? [])]).toEqual(["s1"])
  })
})

describe("a visit's age check", () => {
  it("is known from the beginning where the visit began so, and once a fact tells it", () => {
    expect(VisitProjection.ofNewVisit(true).isAgeVerified).toBe(true)
    const visit = VisitProjection.ofNewVisit(false)
    visit.apply([opened(1)])
    expect(visit.isAgeVerified).toBe(false)
    visit.apply([{ event: { _tag: "AgeVerified" } }])
    expect(visit.isAgeVerified).toBe(true)
  })
})
