/** What the gateway needs of the member API for paying by a phone call. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { DialInRequest } from "@foldcast/contracts/upstream/dial-in"
import { memberApiAnswer, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const asGuest = { lang: "nl", noNude: false } as const
const asCaller = { ...asGuest, token: Redacted.make(MEMBER_TOKEN) } as const
const aCall = { state: "a call in call" } as const

const pinOf = (description: string, pincode: string) => ({
  description,
  request: {
    ...asGuest,
    // Whose wrong PINs are counted.
    clientAddress: "192.0.2.1",
    call: "POST /payment/dial-in" as const,
    body: {
      username: "anon1234567",
      provider: "paynl",
      pincode,
      session: "ivr_contract",
      viewer: "contract-viewer",
      meta: {},
    },
  },
  bodySchema: DialInRequest,
})

describe("the gateway asks where to call", () => {
  it("and is told a number by country, with its tariff [API-024, API-027, DIALIN-08]", async () => {
    const outcome = await memberApiAnswer({
      description: "the numbers to call",
      given: [{ state: "a guest" }],
      request: { ...asGuest, call: "GET /payment/dial-in", query: { provider: "paynl" } },
      example: [
        {
          id: "nl",
          options: [{ number: "0906-1234", tariff: "0.80", maximum: 4_800 }],
        },
      ],
    })
    expect(outcome).toMatchObject({ _tag: "Answered" })
  })

  it("and is told a session of one of them [API-025]", async () => {
    const outcome = await memberApiAnswer({
      description: "a number to call",
      given: [{ state: "a guest" }],
      request: { ...asGuest, call: "GET /payment/ivr", query: { country: "NL" } },
      example: {
        session: "ivr_1",
        callednumber: "09061234",
        displaynumber: "0906-1234",
        tariff: "0.80",
        ttl: 60,
        flag: "nl",
        maximum: 4_800,
      },
    })
    expect(outcome).toMatchObject({ body: { session: "ivr_1", ttl: 60 } })
  })
})

describe("the gateway tells the PIN that a caller heard", () => {
  it("and is told the caller's name and token [API-023]", async () => {
    const outcome = await memberApiAnswer({
      ...pinOf("a PIN that was heard", "4711"),
      given: [{ state: "a call that waits" }],
      bodyFromState: { session: "session", pincode: "pin" },
      example: { username: "anon1234567", token: "a.call.token" },
    })
    expect(outcome).toMatchObject({ body: { username: "anon1234567" } })
  })

  it("and is refused a wrong one [API-023, DIALIN-27]", async () => {
    const outcome = await memberApiRefusal({
      ...pinOf("a wrong PIN", "no PIN"),
      given: [{ state: "an IVR session" }],
      bodyFromState: { session: "session" },
      status: 400,
      refusal: { label: "badRequest.pincode" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.pincode" })
  })

  it("and is refused one for a number that nobody was shown [ERR-15]", async () => {
    const outcome = await memberApiRefusal({
      ...pinOf("a PIN without a session", "4711"),
      given: [{ state: "a guest" }],
      status: 404,
      refusal: { label: "notFound.session" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "notFound.session" })
  })
})

describe("the gateway follows a call by its token", () => {
  it("and is told its state [API-026]", async () => {
    const outcome = await memberApiAnswer({
      description: "the state of a call",
      given: [aCall],
      request: { ...asCaller, call: "GET /verify/dial-in", query: { session: "ivr_contract" } },
      queryFromState: { session: "session" },
      example: { state: "in_call" },
    })
    expect(outcome).toMatchObject({ body: { state: "in_call" } })
  })

  it("and hangs up", async () => {
    const outcome = await memberApiAnswer({
      description: "a call that is hung up",
      given: [aCall],
      request: { ...asCaller, call: "DELETE /payment/dial-in" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("which opens nothing of a member, and ends no session by that", async () => {
    const outcome = await memberApiRefusal({
      description: "the credits of a caller",
      given: [aCall],
      request: { ...asCaller, call: "GET /credits" },
      status: 400,
      refusal: { label: "badRequest.membersOnly" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.membersOnly" })
  })
})
