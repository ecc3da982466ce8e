/** What the gateway needs of the member API for whom a member keeps away. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MEMBER_TOKEN, memberApiAnswer, memberApiRefusal } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const idFromState = "performerId"

describe("the gateway reads whom a member blocked", () => {
  it("as a list of performers", async () => {
    const outcome = await memberApiAnswer({
      description: "the blocks of a member",
      given: [{ state: "a logged-in member", params: { block: "7" } }],
      request: { ...asMember, call: "GET /block" },
      example: { blocks: [{ performerId: 7 }] },
    })
    expect(outcome).toMatchObject({ body: { blocks: [{ performerId: 7 }] } })
  })
})

describe("the gateway changes whom a member keeps away", () => {
  it.each([
    ["a performer who is blocked", "PUT /block/{id}"],
    ["a block that is taken back", "DELETE /block/{id}"],
  ] as const)("by %s", async (description, call) => {
    const outcome = await memberApiAnswer({
      description,
      given: [{ state: "a performer" }, { state: "a logged-in member" }],
      request: { ...asMember, call, id: "p_1" },
      idFromState,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a performer who does not exist", async () => {
    const outcome = await memberApiRefusal({
      description: "a block of nobody",
      given: [{ state: "a logged-in member" }],
      request: { ...asMember, call: "PUT /block/{id}", id: "no-such-performer" },
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404, label: "notFound" })
  })

  it("for members alone", async () => {
    const outcome = await memberApiRefusal({
      description: "a block of a guest",
      given: [{ state: "a performer" }],
      request: { call: "PUT /block/{id}", id: "p_1", lang: "nl", noNude: false },
      idFromState,
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})
