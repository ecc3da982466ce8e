import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { MEMBER_EVENT_NAMES } from "@foldcast/contracts/upstream/member-socket"
import { answerReader, readMemberFrame, shapeOf } from "./decode-frame.ts"
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"

const about = { visit: null, owner: null, member: null }
const socket = (call: string, payload: unknown) =>
  readMemberFrame({ source: "member-socket", call, payload, about })

describe("decoding a frame", () => {
  it("accepts what keeps the contract and ignores excess fields [API-094]", () => {
    expect(socket("updated-credits", { credits: 120, more: true })).toEqual({
      _tag: "Read",
      value: { source: "member-socket", call: "updated-credits", payload: { credits: 120 } },
    })
  })
  it("refuses credits that are no whole number, with the path [WALLET-05]", () => {
    expect(socket("setCredits", { credits: 1.5 })).toMatchObject({
      _tag: "Unreadable",
      report: { call: "setCredits", path: "credits", shape: { credits: "number" } },
    })
  })
  it("reports an unreadable frame by its shape, never by its values", () => {
    const read = socket("bundle-bought", { sessionId: 7, email: "canary@example.test" })
    expect(JSON.stringify(read)).not.toContain("canary")
    expect(read).toMatchObject({ report: { shape: { sessionId: "number", email: "string" } } })
  })
  it("reports an event whose name is in no contract as unknown", () => {
    expect(socket("constructor", {})).toMatchObject({ _tag: "Unreadable" })
  })
  it.effect.prop(
    "never throws, whatever the payload of an event",
    [Schema.Literals([...MEMBER_EVENT_NAMES, "unknown"]), Schema.Json],
    ([name, payload]) =>
      Effect.sync(() => expect(["Read", "Unreadable"]).toContain(socket(name, payload)._tag)),
  )
  it("survives a payload nested 100,000 deep and reports little of it", () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) deep = { credits: deep }
    expect(JSON.stringify(shapeOf(deep)).length).toBeLessThan(200)
    expect(socket("setCredits", deep)).toMatchObject({ report: { path: "credits" } })
  })
})

describe("decoding an answer", () => {
  const readAnswer = answerReader("member-api", MEMBER_API_ANSWERS)
  it("takes an unreadable answer to a reading call as none", () => {
    expect(readAnswer("GET /credits", { _tag: "Answered", body: {} })).toMatchObject({
      outcome: { _tag: "Unavailable" },
      report: { path: "credits" },
    })
  })
  it("takes credits that are no whole number as none [WALLET-05]", () => {
    for (const credits of [1.5, "120", null]) {
      expect(readAnswer("GET /credits", { _tag: "Answered", body: { credits } })).toMatchObject({
        outcome: { _tag: "Unavailable" },
        report: { path: "credits" },
      })
    }
    expect(readAnswer("GET /credits", { _tag: "Answered", body: { credits: 120 } })).toMatchObject({
      outcome: { _tag: "Answered", body: { credits: 120 } },
    })
  })
  it("takes the outcome of a change as unknown where the answer is unreadable", () => {
    expect(readAnswer("POST /payment/session", { _tag: "Answered", body: {} })).toMatchObject({
      outcome: { _tag: "Unknown" },
    })
  })
})
