/** What the gateway needs of the member API for a member's favourites. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { FavouriteRequest } from "@foldcast/contracts/upstream/member-api"
import { memberApiAnswer, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const body = { performerId: "p_1" }
const bodyFromState = { performerId: "performerId" }

describe("the gateway changes a member's favourites", () => {
  it("by adding one [PROFILE-11]", async () => {
    const outcome = await memberApiAnswer({
      description: "a kept favourite",
      given: [{ state: "a performer" }, { state: "a logged-in member" }],
      request: { ...asMember, call: "POST /favourite", body },
      bodySchema: FavouriteRequest,
      bodyFromState,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("by removing one [PROFILE-11]", async () => {
    const outcome = await memberApiAnswer({
      description: "a favourite let go of",
      given: [{ state: "a favourite" }],
      request: { ...asMember, call: "DELETE /favourite", body },
      bodySchema: FavouriteRequest,
      bodyFromState,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a performer who does not exist [PROFILE-11]", async () => {
    const outcome = await memberApiRefusal({
      description: "a favourite who is nobody",
      given: [{ state: "a logged-in member" }],
      request: { ...asMember, call: "POST /favourite", body: { performerId: "no-such-performer" } },
      bodySchema: FavouriteRequest,
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404, label: "notFound" })
  })

  it("for members alone [PROFILE-11]", async () => {
    const outcome = await memberApiRefusal({
      description: "a favourite of a guest",
      given: [{ state: "a performer" }],
      request: { call: "POST /favourite", lang: "nl", noNude: false, body },
      bodySchema: FavouriteRequest,
      bodyFromState,
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})
