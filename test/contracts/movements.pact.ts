/** What the gateway needs of the member API for a member's history of credits. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { memberApiAnswer, type Given, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const call = "GET /wallet/movements"

const withCredits: Given = { state: "a logged-in member", params: { credits: 500 } }

describe("the gateway reads a member's movements", () => {
  it("newest first, each with the balance that it left", async () => {
    const outcome = await memberApiAnswer({
      description: "a page of movements",
      given: [withCredits],
      request: { ...asMember, call, query: { limit: "200" } },
      example: {
        movements: [
          { id: "tr_1", at: 1_763_000_000_000, amount: 500, balance: 500, reason: "demo" },
        ],
        next: null,
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { next: null } })
  })

  it("with the bank's transaction of what was bought, and what was paid for it", async () => {
    const outcome = await memberApiAnswer({
      description: "the movement of a bought bundle",
      given: [{ state: "a paid payment session" }],
      request: { ...asMember, call, query: { limit: "1" } },
      example: {
        movements: [
          {
            id: "tr_2",
            at: 1_763_000_000_000,
            amount: 1_800,
            balance: 1_800,
            reason: "bundle",
            transactionId: "tx_1",
            paid: 2_375,
          },
        ],
        next: null,
      },
    })
    expect(outcome).toMatchObject({ body: { movements: [{ transactionId: "tx_1", paid: 2_375 }] } })
  })

  it("from a position on that it was given, and no other", async () => {
    const outcome = await memberApiRefusal({
      description: "movements from a place that is none",
      given: [withCredits],
      request: { ...asMember, call, query: { limit: "200", before: "~made.up~" } },
      status: 400,
      refusal: { label: "badRequest.before" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 400 })
  })

  it("for members alone", async () => {
    const outcome = await memberApiRefusal({
      description: "movements of a guest",
      given: [{ state: "a guest" }],
      request: { call, lang: "nl", noNude: false, query: { limit: "200" } },
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})
