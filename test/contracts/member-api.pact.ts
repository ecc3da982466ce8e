/**
 * What the gateway needs of the member API, call by call. Written through the gateway's own adapter and
 * decoders; verified by `npx foldcast verify member-api` (docs/verifying.md).
 */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  LoginRequest,
  PaymentSessionRequest,
  RegisterRequest,
} from "@foldcast/contracts/upstream/member-api"
import { memberApiAnswer, type Given, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const EMAIL = "contract.member@example.com"
const PASSWORD = "contract1"
const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const asGuest = { lang: "nl", noNude: false } as const

const aMember: Given = {
  state: "a logged-in member",
  params: { password: PASSWORD, credits: 500, verified: false },
}
const anOffer: Given = { state: "a wallet on offer" }

const bundle = {
  id: 4,
  name: "Bundle",
  cost: 2_500,
  credits: 1_800,
  currency: "EUR",
  bonus: 5,
  label: null,
  meta: { classes: "default,bestDeal" },
} as const
const paymentOption = {
  id: 10,
  name: "iDEAL | Wero",
  image: "https://images.example.com/ideal.svg",
  paymentOptionSubList: [{ id: "1", name: "A bank" }],
} as const

describe("the gateway registers a member", () => {
  const registration = (email: string) => ({
    ...asGuest,
    call: "POST /member" as const,
    body: { email, password: PASSWORD, meta: { lang: "nl" } },
  })

  it("and is told the new member's id", async () => {
    const outcome = await memberApiAnswer({
      description: "a registration",
      given: [{ state: "no such account" }],
      request: registration("contract.newcomer@example.com"),
      bodySchema: RegisterRequest,
      bodyFromState: { email: "email" },
      example: { id: 42 },
    })
    expect(outcome).toEqual({ _tag: "Answered", body: { id: 42 } })
  })

  it("and is refused with a label and the field at fault when the e-mail is taken", async () => {
    const outcome = await memberApiRefusal({
      description: "a registration with an e-mail that is taken",
      given: [aMember],
      request: registration(EMAIL),
      bodySchema: RegisterRequest,
      bodyFromState: { email: "email" },
      refusal: { label: "emailExists", fields: [{ field: "email", label: "emailExists" }] },
    })
    expect(outcome).toMatchObject({
      _tag: "Refused",
      label: "emailExists",
      fields: [{ field: "email" }],
    })
  })
})

describe("the gateway logs a member in", () => {
  const logIn = (email: string, password: string) => ({
    ...asGuest,
    call: "POST /login" as const,
    body: { email, password },
  })

  it("and is given a token", async () => {
    const outcome = await memberApiAnswer({
      description: "a log-in",
      given: [aMember],
      request: logIn(EMAIL, PASSWORD),
      bodySchema: LoginRequest,
      bodyFromState: { email: "email", password: "password" },
      example: { token: "header.payload.signature" },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with notExists where nobody has the e-mail", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in with an unknown e-mail",
      given: [{ state: "no such account" }],
      request: logIn("contract.nobody@example.com", PASSWORD),
      bodySchema: LoginRequest,
      bodyFromState: { email: "email" },
      refusal: { label: "notExists" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "notExists" })
  })

  it("and is refused with deleted where the account was [ERR-02]", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in to a deleted account",
      given: [{ state: "a logged-in member", params: { password: PASSWORD, deleted: true } }],
      request: logIn(EMAIL, PASSWORD),
      bodySchema: LoginRequest,
      bodyFromState: { email: "email" },
      refusal: { label: "deleted" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "deleted" })
  })

  it("and is refused with incorrectPassword where the password is wrong", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in with a wrong password",
      given: [aMember],
      request: logIn(EMAIL, "another1"),
      bodySchema: LoginRequest,
      bodyFromState: { email: "email" },
      refusal: { label: "incorrectPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "incorrectPassword" })
  })
})

describe("the gateway reads what a member has", () => {
  it("the basic info, by the token of their session [API-001, API-014]", async () => {
    const outcome = await memberApiAnswer({
      description: "the basic info of a member",
      given: [aMember],
      request: { ...asMember, call: "GET /basic-info" },
      example: {
        username: EMAIL,
        email: EMAIL,
        credits: 500,
        verified: false,
        lander: null,
        endUserText: null,
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { credits: 500 } })
  })

  it("the credits, an integer [API-015, WALLET-05]", async () => {
    const outcome = await memberApiAnswer({
      description: "the credits of a member",
      given: [aMember],
      request: { ...asMember, call: "GET /credits" },
      example: { credits: 500 },
    })
    expect(outcome).toEqual({ _tag: "Answered", body: { credits: 500 } })
  })

  it("and is refused with 401 where the token is not valid [API-003]", async () => {
    const outcome = await memberApiRefusal({
      description: "the credits with a token that is not valid",
      given: [],
      request: { ...asMember, token: Redacted.make("not.a.token"), call: "GET /credits" },
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })

  it("and is refused with 401 where the key is not known", async () => {
    const outcome = await memberApiRefusal({
      description: "the credits with a key that is not known",
      given: [aMember],
      request: { ...asMember, call: "GET /credits" },
      key: "a-key-nobody-knows",
      status: 401,
      refusal: { label: "apiKeyRefused" },
    })
    expect(outcome).toEqual({ _tag: "KeyRefused" })
  })

  it("and is refused with 403 where the account was deleted", async () => {
    const outcome = await memberApiRefusal({
      description: "the credits of a member who is gone",
      given: [{ state: "a logged-in member", params: { deleted: true } }],
      request: { ...asMember, call: "GET /credits" },
      status: 403,
      refusal: { label: "forbidden" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 403 })
  })
})

describe("the gateway reads what can be bought", () => {
  it("the wallet with its bundles and payment methods [API-019, WALLET-06, WALLET-09]", async () => {
    const outcome = await memberApiAnswer({
      description: "the wallet",
      given: [aMember, anOffer],
      request: { ...asMember, call: "GET /wallet" },
      example: {
        id: 1,
        variant: "drawer",
        bundles: [bundle],
        paymentOptions: [paymentOption],
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { bundles: [{ cost: 2_500 }] } })
  })

  it("the wallet of who is short of credits, with one offer more (our extension) [WALLET-51]", async () => {
    const outcome = await memberApiAnswer({
      description: "the wallet of who is short of credits",
      given: [aMember, anOffer],
      request: { ...asMember, call: "GET /wallet", query: { short: "80" } },
      example: {
        id: 1,
        variant: "drawer",
        bundles: [bundle],
        paymentOptions: [paymentOption],
        topUp: { ...bundle, id: "topup-152", cost: 251, credits: 152, bonus: 0 },
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { topUp: { credits: 152 } } })
  })

  it("the bundles of a wallet [API-020, WALLET-06]", async () => {
    const outcome = await memberApiAnswer({
      description: "the bundles of a wallet",
      given: [aMember, anOffer],
      request: { ...asMember, call: "GET /bundles", query: { wallet: "1" } },
      queryFromState: { wallet: "walletId" },
      example: [bundle],
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: [{ currency: "EUR" }] })
  })

  it("the payment methods, with pictures of 100x100 [API-021, WALLET-09, WALLET-46]", async () => {
    const outcome = await memberApiAnswer({
      description: "the payment methods",
      given: [aMember, anOffer],
      request: { ...asMember, call: "GET /payment/options", query: { dimension: "100x100" } },
      example: [paymentOption],
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: [{ name: "iDEAL | Wero" }] })
  })
})

describe("the gateway opens a payment session", () => {
  const session = (bundleId: string) => ({
    ...asMember,
    call: "POST /payment/session" as const,
    body: {
      bundle: bundleId,
      paymentMethod: "10",
      returnUrl: "https://www.example.com/nl",
      device: "desktop",
      fingerprint: "contract-fingerprint",
      lang: "nl",
      member: { username: EMAIL, email: EMAIL },
    },
  })

  it("and is given the session and the bank's address", async () => {
    const outcome = await memberApiAnswer({
      description: "a payment session",
      given: [aMember, anOffer],
      request: session("4"),
      bodySchema: PaymentSessionRequest,
      bodyFromState: { bundle: "bundleId", paymentMethod: "paymentMethod" },
      example: { sessionId: "ps_1", paymentURL: "https://bank.example.com/pay/1" },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { sessionId: "ps_1" } })
  })

  it("and is refused with a label where there is no such bundle", async () => {
    const outcome = await memberApiRefusal({
      description: "a payment session for a bundle that does not exist",
      given: [aMember, anOffer],
      request: session("no-such-bundle"),
      bodySchema: PaymentSessionRequest,
      bodyFromState: { paymentMethod: "paymentMethod" },
      refusal: { label: "badRequest.bundle" },
    })
    expect(outcome._tag).toBe("Refused")
  })
})

describe("the gateway asks for the state of a payment (our extension)", () => {
  const ask = { ...asMember, call: "GET /payment/session/{id}" as const, id: "ps_1" }

  it("while it is open", async () => {
    const outcome = await memberApiAnswer({
      description: "the state of an open payment",
      given: [{ state: "an open payment session" }],
      request: ask,
      idFromState: "sessionId",
      example: { sessionId: "ps_1", state: "open" },
    })
    expect(outcome).toMatchObject({ body: { state: "open" } })
  })

  it("when it is paid, with what was bought", async () => {
    const outcome = await memberApiAnswer({
      description: "the state of a paid payment",
      given: [{ state: "a paid payment session" }],
      request: ask,
      idFromState: "sessionId",
      example: {
        sessionId: "ps_1",
        state: "paid",
        bundleId: 4,
        credits: 1_800,
        amount: 2_500,
        transactionId: "tx_1",
      },
    })
    expect(outcome).toMatchObject({ body: { state: "paid", credits: 1_800 } })
  })

  it("when it has failed, with the reason's code", async () => {
    const outcome = await memberApiAnswer({
      description: "the state of a failed payment",
      given: [{ state: "a failed payment session" }],
      request: ask,
      idFromState: "sessionId",
      example: { sessionId: "ps_1", state: "failed", reasonCode: 309 },
    })
    expect(outcome).toMatchObject({ body: { state: "failed", reasonCode: 309 } })
  })
})
