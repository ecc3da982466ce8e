/** What the gateway needs of the member API for whom a member wants to be told of. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { LiveAlertRequest } from "@foldcast/contracts/upstream/member-api"
import { MEMBER_TOKEN, memberApiAnswer, memberApiRefusal } from "./member-api-call.ts"

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const bodyFromState = { performerId: "performerId" }

describe("the gateway changes whom a member wants to be told of", () => {
  it.each([
    ["a live alert turned on", true],
    ["a live alert turned off", false],
  ] as const)("by %s", async (description, isOn) => {
    const outcome = await memberApiAnswer({
      description,
      given: [{ state: "a performer" }, { state: "a logged-in member" }],
      request: { ...asMember, call: "PUT /live-alert", body: { performerId: "p_1", isOn } },
      bodySchema: LiveAlertRequest,
      bodyFromState,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a performer who does not exist", async () => {
    const outcome = await memberApiRefusal({
      description: "a live alert for nobody",
      given: [{ state: "a logged-in member" }],
      request: {
        ...asMember,
        call: "PUT /live-alert",
        body: { performerId: "no-such-performer", isOn: true },
      },
      bodySchema: LiveAlertRequest,
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404, label: "notFound" })
  })

  it("for members alone", async () => {
    const outcome = await memberApiRefusal({
      description: "a live alert of a guest",
      given: [{ state: "a performer" }],
      request: {
        call: "PUT /live-alert",
        lang: "nl",
        noNude: false,
        body: { performerId: "p_1", isOn: true },
      },
      bodySchema: LiveAlertRequest,
      bodyFromState,
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})
