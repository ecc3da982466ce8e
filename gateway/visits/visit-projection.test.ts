import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MAX_OPEN_MESSAGES, MAX_OPEN_PAYMENTS, OpenQuestions } from "./open-questions.ts"
import { VisitProjection } from "./visit-projection.ts"

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
    expect([...(visit.open?.payments ?? [])]).toEqual(sessions(1, MAX_OPEN_PAYMENTS))
    visit.apply([opened(MAX_OPEN_PAYMENTS + 1)])
    expect([...(visit.open?.payments ?? [])]).toEqual(sessions(2, MAX_OPEN_PAYMENTS + 1))
  })
  it("are left out where the log is still to be read for them", () => {
    const visit = VisitProjection.ofRestoredVisit()
    visit.apply([opened(1)])
    expect(visit.open).toBeNull()
    const open = new OpenQuestions()
    for (const told of [opened(1), opened(2)]) open.apply(told)
    visit.openRead(open)
    visit.apply([{ event: { _tag: "PaymentFailed", sessionId: "s2" } as Event }])
    expect([...(visit.open?.payments ?? [])]).toEqual(["s1"])
  })
})

describe("messages of a visit whose answer was lost", () => {
  const unknown = { _tag: "PrivateMessageUnknown", performerId: "p1" } as const
  const message = { messageId: "pm1", receiver: "p1", sentAt: 1 }
  const ends = [
    { _tag: "PrivateMessageSent", performerId: "p1", conversationId: "cv1", message },
    { _tag: "PrivateMessageRefused", performerId: "p1", label: "notSent" },
  ] as const

  it.each(ends)("are asked about until a fact of their command ends them: $_tag", (end) => {
    const visit = VisitProjection.ofNewVisit(false)
    visit.apply([
      { event: unknown, cause: "command-1" },
      { event: unknown, cause: "command-2" },
    ])
    visit.apply([{ event: end, cause: "command-2" }, { event: end }])
    expect([...(visit.open?.messages ?? [])]).toEqual([["command-1", "p1"]])
  })
})

describe("a visit whose log is read for its open questions", () => {
  it("keeps what was told meanwhile, by whichever reader comes to the end first", () => {
    const visit = VisitProjection.ofRestoredVisit()
    const read = new OpenQuestions()
    read.apply(opened(1))
    visit.openBeingRead()
    visit.openBeingRead()
    visit.apply([opened(2)])
    visit.openNotRead()
    visit.apply([{ event: { _tag: "PaymentFailed", sessionId: "s1" } as Event }])
    expect([...visit.openRead(read).payments]).toEqual(["s2"])
    visit.apply([opened(3)])
    expect([...(visit.open?.payments ?? [])]).toEqual(["s2", "s3"])
  })

  it("asks about the newest lost messages alone", () => {
    const visit = VisitProjection.ofNewVisit(false)
    const keys = Array.from({ length: MAX_OPEN_MESSAGES + 2 }, (_, index) => `command-${index}`)
    const event = { _tag: "PrivateMessageUnknown", performerId: "p1" } as const
    visit.apply(keys.map((cause) => ({ event, cause })))
    expect([...(visit.open?.messages.keys() ?? [])]).toEqual(keys.slice(2))
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
