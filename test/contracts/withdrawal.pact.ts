/** What the gateway needs of the member API for withdrawing from a purchase (our extension). */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MEMBER_TOKEN, memberApiAnswer, memberApiRefusal } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const withdrawal = {
  request: {
    ...asMember,
    call: "POST /payment/session/{id}/withdrawal",
    id: "ps_contract",
  },
  idFromState: "sessionId",
} as const

describe("the gateway withdraws from a purchase", () => {
  it("of which nothing is spent, and is told what comes back and when it was received [WALLET-59]", async () => {
    const outcome = await memberApiAnswer({
      ...withdrawal,
      description: "a withdrawal from a purchase",
      given: [{ state: "a paid payment session" }],
      example: { sessionId: "ps_contract", credits: 600, amount: 990, at: 1_790_000_000_000 },
    })
    expect(outcome).toMatchObject({ body: { credits: 600, amount: 990 } })
  })

  it("and from none that was not paid", async () => {
    const outcome = await memberApiRefusal({
      ...withdrawal,
      description: "a withdrawal from a payment that is open",
      given: [{ state: "an open payment session" }],
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404 })
  })
})
