/** What the gateway needs of the member API for limits on buying and for the pause (our extension). */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { SpendingLimitsRequest } from "@foldcast/contracts/upstream/spending"
import { MEMBER_TOKEN, memberApiAnswer, memberApiRefusal } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const aMember = { state: "a logged-in member" } as const

const none = { limit: null, bought: 0 }

describe("the gateway reads a member's limits on buying", () => {
  it("with what was bought, and no pause", async () => {
    const outcome = await memberApiAnswer({
      description: "the limits on buying of a member",
      given: [aMember],
      request: { ...asMember, call: "GET /wallet/limits" },
      example: { day: none, week: none, month: none, pausedUntil: null },
    })
    expect(outcome).toMatchObject({ body: { day: { limit: null } } })
  })
})

describe("the gateway changes them", () => {
  it("to amounts in euro cents, and is told what holds then", async () => {
    const outcome = await memberApiAnswer({
      description: "limits on buying that are set",
      given: [aMember],
      request: {
        ...asMember,
        call: "PUT /wallet/limits",
        body: { day: 2_500, week: 5_000, month: null },
      },
      bodySchema: SpendingLimitsRequest,
      example: {
        day: { limit: 2_500, bought: 0 },
        week: { limit: 5_000, bought: 0 },
        month: none,
        pausedUntil: null,
      },
    })
    expect(outcome).toMatchObject({ body: { week: { limit: 5_000 } } })
  })

  it("by a pause, and is told until when", async () => {
    const outcome = await memberApiAnswer({
      description: "a pause that is begun",
      given: [aMember],
      request: { ...asMember, call: "PUT /wallet/limits", body: { pauseDays: 7 } },
      bodySchema: SpendingLimitsRequest,
      example: { day: none, week: none, month: none, pausedUntil: 1_790_000_000_000 },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("for members alone", async () => {
    const outcome = await memberApiRefusal({
      description: "limits on buying of a guest",
      given: [],
      request: {
        call: "PUT /wallet/limits",
        lang: "nl",
        noNude: false,
        body: { pauseDays: 7 },
      },
      bodySchema: SpendingLimitsRequest,
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})
