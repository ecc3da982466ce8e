/**
 * What the gateway needs of the member API's account calls: changing, verifying, resetting, deleting.
 * Written through the gateway's own adapter and decoders; verified by `npx foldcast verify member-api`.
 */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  ActivateRequest,
  ChangeUsernameRequest,
  DeleteMemberRequest,
  ForgotPasswordRequest,
  LoginRequest,
  UpdateMemberRequest,
} from "@foldcast/contracts/upstream/member-api"
import { memberApiAnswer, type Given, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const PASSWORD = "contract1"
const NEXT_PASSWORD = "contract2"
const A_TOKEN = "header.payload.signature"
const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const asGuest = { lang: "nl", noNude: false } as const

const aMember: Given = { state: "a logged-in member", params: { password: PASSWORD } }
const anUnverifiedMember: Given = { state: "a logged-in member", params: { verified: false } }
const aLink = (
  purpose: "verify" | "reset" | "login" | "email",
  params: Given["params"] = {},
): Given => ({
  state: "a link of a member",
  params: { purpose, ...params },
})

describe("the gateway logs in by a link", () => {
  it("and is given a token [API-009]", async () => {
    const outcome = await memberApiAnswer({
      description: "a log-in by a link",
      given: [aLink("login")],
      request: { ...asGuest, call: "POST /login", body: { token: A_TOKEN } },
      bodySchema: LoginRequest,
      bodyFromState: { token: "linkToken" },
      example: { token: A_TOKEN },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with linkUsed the second time [ERR-14]", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in by a link that was used",
      given: [aLink("login", { used: true })],
      request: { ...asGuest, call: "POST /login", body: { token: A_TOKEN } },
      bodySchema: LoginRequest,
      bodyFromState: { token: "linkToken" },
      refusal: { label: "linkUsed" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "linkUsed" })
  })

  it("and is refused with linkExpired when its time is over [ERR-14]", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in by a link that has expired",
      given: [aLink("reset", { expired: true })],
      request: { ...asGuest, call: "POST /login", body: { token: A_TOKEN } },
      bodySchema: LoginRequest,
      bodyFromState: { token: "linkToken" },
      refusal: { label: "linkExpired" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "linkExpired" })
  })
})

describe("the gateway changes a password", () => {
  const change = (password: string, newPassword = NEXT_PASSWORD) => ({
    ...asMember,
    call: "PUT /member" as const,
    body: {
      memberId: "m_1",
      data: {
        password,
        newPassword,
        repeatNewPassword: newPassword,
        brand: "foldcast",
      },
    },
  })

  it("and is given the next token, since every earlier one is refused [API-007]", async () => {
    const outcome = await memberApiAnswer({
      description: "a changed password",
      given: [aMember],
      request: change(PASSWORD),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId" },
      example: { token: A_TOKEN },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { token: A_TOKEN } })
  })

  it("and is refused with incorrectPassword where the old one is wrong [ERR-11]", async () => {
    const outcome = await memberApiRefusal({
      description: "a changed password with a wrong old one",
      given: [aMember],
      request: change("another1"),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId" },
      refusal: { label: "incorrectPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "incorrectPassword" })
  })

  it("and is refused with commonPassword where the new one is one of the most common", async () => {
    const outcome = await memberApiRefusal({
      description: "a changed password to one of the commonest",
      given: [aMember],
      request: change(PASSWORD, "password1"),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId" },
      refusal: { label: "commonPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "commonPassword" })
  })

  it("and needs no old one with the token of a reset link [AUTH-54]", async () => {
    const outcome = await memberApiAnswer({
      description: "a password reset",
      given: [{ state: "a member with a reset token" }],
      request: {
        ...asMember,
        call: "PUT /member",
        body: {
          memberId: "m_1",
          data: { newPassword: NEXT_PASSWORD, repeatNewPassword: NEXT_PASSWORD },
        },
      },
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with 403 for another member than the token's", async () => {
    const outcome = await memberApiRefusal({
      description: "a changed password of somebody else",
      given: [aMember],
      request: change(PASSWORD),
      bodySchema: UpdateMemberRequest,
      status: 403,
      refusal: { label: "forbidden" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 403 })
  })
})

describe("the gateway changes an e-mail address", () => {
  const change = (email: string, password = PASSWORD) => ({
    ...asMember,
    call: "PUT /member" as const,
    body: { memberId: "m_1", data: { email, password } },
  })

  it("and it waits for its verification [API-007]", async () => {
    const outcome = await memberApiAnswer({
      description: "another e-mail address",
      given: [aMember, { state: "a free e-mail address" }],
      request: change("contract.moved@example.com"),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId", "data.email": "free" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with emailExists where somebody has it [ERR-10]", async () => {
    const outcome = await memberApiRefusal({
      description: "a changed e-mail address that is taken",
      given: [aMember, { state: "a taken e-mail address" }],
      request: change("contract.taken@example.com"),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId", "data.email": "taken" },
      refusal: { label: "emailExists" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "emailExists" })
  })

  it("and is refused with incorrectPassword where the password is wrong", async () => {
    const outcome = await memberApiRefusal({
      description: "another e-mail address with a wrong password",
      given: [aMember, { state: "a free e-mail address" }],
      request: change("contract.moved@example.com", "another1"),
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId", "data.email": "free" },
      refusal: { label: "incorrectPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "incorrectPassword" })
  })
})

describe("the gateway finishes the change of an e-mail address", () => {
  const aWaitingMember: Given = {
    state: "a logged-in member",
    params: { pendingEmail: "contract.waiting@example.com" },
  }

  it("and knows by the basic info which address waits", async () => {
    const outcome = await memberApiAnswer({
      description: "the basic info of a member whose other address waits",
      given: [aWaitingMember],
      request: { ...asMember, call: "GET /basic-info" },
      example: {
        username: "contract",
        email: "contract@example.com",
        credits: 120,
        verified: true,
        lander: null,
        endUserText: null,
        pendingEmail: "contract.waiting@example.com",
      },
    })
    expect(outcome).toMatchObject({ body: { pendingEmail: "contract.waiting@example.com" } })
  })

  it("by cancelling it", async () => {
    const outcome = await memberApiAnswer({
      description: "an e-mail address that is not wanted any more",
      given: [aWaitingMember],
      request: {
        ...asMember,
        call: "PUT /member",
        body: { memberId: "m_1", data: { pendingEmail: null } },
      },
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("by the link that was mailed to it", async () => {
    const outcome = await memberApiAnswer({
      description: "an activation of another address",
      given: [aLink("email")],
      request: { ...asGuest, call: "POST /activate", body: { key: A_TOKEN } },
      bodySchema: ActivateRequest,
      bodyFromState: { key: "linkToken" },
      example: { token: A_TOKEN, emailChanged: true },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { emailChanged: true } })
  })
})

describe("the gateway verifies an e-mail address", () => {
  const activation = { ...asGuest, call: "POST /activate" as const, body: { key: A_TOKEN } }

  it("and is given a token and the credits that were granted [API-012]", async () => {
    const outcome = await memberApiAnswer({
      description: "an activation",
      given: [aLink("verify", { verified: false })],
      request: activation,
      bodySchema: ActivateRequest,
      bodyFromState: { key: "linkToken" },
      example: { token: A_TOKEN, credits: 120 },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { credits: 120 } })
  })

  it("and is refused with its own label where it was verified before", async () => {
    const outcome = await memberApiRefusal({
      description: "an activation of a verified member",
      given: [aLink("verify", { verified: true })],
      request: activation,
      bodySchema: ActivateRequest,
      bodyFromState: { key: "linkToken" },
      refusal: { label: "badRequest.activation.verified" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.activation.verified" })
  })

  it("and is refused where the link has expired", async () => {
    const outcome = await memberApiRefusal({
      description: "an activation by a link that has expired",
      given: [aLink("verify", { verified: false, expired: true })],
      request: activation,
      bodySchema: ActivateRequest,
      bodyFromState: { key: "linkToken" },
      refusal: { label: "badRequest.activation.expired" },
    })
    expect(outcome._tag).toBe("Refused")
  })

  it("and asks for another mail [API-010]", async () => {
    const outcome = await memberApiAnswer({
      description: "another verification mail",
      given: [anUnverifiedMember],
      request: { ...asMember, call: "POST /resend-activation" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway asks for a password-reset mail", () => {
  it.each([
    ["an e-mail address", { email: "contract.forgetful@example.com" }],
    ["a username", { username: "contract-forgetful" }],
  ])("by %s, and learns nothing of which accounts exist [API-011]", async (what, body) => {
    const outcome = await memberApiAnswer({
      description: `a password-reset mail by ${what}`,
      given: [],
      request: { ...asGuest, call: "POST /forgot-password", body },
      bodySchema: ForgotPasswordRequest,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway changes a username", () => {
  const change = (username: string) => ({
    ...asMember,
    call: "POST /change-username" as const,
    body: { username },
  })

  it("and is given a token [API-013]", async () => {
    const outcome = await memberApiAnswer({
      description: "a changed username",
      given: [aMember, { state: "no such username" }],
      request: change("contract-name"),
      bodySchema: ChangeUsernameRequest,
      bodyFromState: { username: "username" },
      example: { token: A_TOKEN },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with a label that begins with badRequest [ERR-09]", async () => {
    const outcome = await memberApiRefusal({
      description: "a changed username with a forbidden word",
      given: [aMember],
      request: change("the-admin"),
      bodySchema: ChangeUsernameRequest,
      refusal: { label: "badRequest.forbidden" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.forbidden" })
  })

  it("and asks for free names like it [API-028]", async () => {
    const outcome = await memberApiAnswer({
      description: "suggestions for a username",
      given: [aMember],
      request: {
        ...asMember,
        call: "GET /username/suggestions",
        query: { username: "contract", limit: "5", maxLength: "32" },
      },
      example: { suggestions: ["contract1"] },
    })
    expect(outcome).toMatchObject({ body: { suggestions: ["contract1"] } })
  })
})

describe("the gateway deletes an account", () => {
  const deletion = {
    ...asMember,
    call: "DELETE /member" as const,
    body: { memberId: "m_1", password: PASSWORD },
  }

  it("and it is done [API-008]", async () => {
    const outcome = await memberApiAnswer({
      description: "a deleted account",
      given: [aMember],
      request: deletion,
      bodySchema: DeleteMemberRequest,
      bodyFromState: { memberId: "memberId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with incorrectPassword where the password is wrong", async () => {
    const outcome = await memberApiRefusal({
      description: "a deleted account with a wrong password",
      given: [aMember],
      request: { ...deletion, body: { memberId: "m_1", password: "another1" } },
      bodySchema: DeleteMemberRequest,
      bodyFromState: { memberId: "memberId" },
      refusal: { label: "incorrectPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "incorrectPassword" })
  })

  it("and is refused with 403 for another member than the token's", async () => {
    const outcome = await memberApiRefusal({
      description: "a deleted account of somebody else",
      given: [aMember],
      request: deletion,
      bodySchema: DeleteMemberRequest,
      status: 403,
      refusal: { label: "forbidden" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 403 })
  })
})

describe("the gateway asks which accounts were deleted", () => {
  it("and is told them by hashes, in their order", async () => {
    const outcome = await memberApiAnswer({
      description: "deleted accounts",
      given: [{ state: "a logged-in member", params: { deleted: true } }],
      request: { ...asGuest, call: "GET /deleted-accounts", query: { after: "0" } },
      example: { accounts: ["0123456789abcdef".repeat(4)], total: 1 },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { total: 1 } })
  })

  it("and is refused with a position that does not exist", async () => {
    const outcome = await memberApiRefusal({
      description: "deleted accounts from a place that is none",
      given: [],
      request: { ...asGuest, call: "GET /deleted-accounts", query: { after: "-1" } },
      status: 400,
      refusal: {},
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 400 })
  })
})

describe("the gateway reads a member's favourites", () => {
  it("as a list of performers", async () => {
    const outcome = await memberApiAnswer({
      description: "the favourites of a member",
      given: [{ state: "a logged-in member", params: { favourite: "7" } }],
      request: { ...asMember, call: "GET /favourite" },
      example: { favourites: [{ performerId: 7 }] },
    })
    expect(outcome).toMatchObject({ body: { favourites: [{ performerId: 7 }] } })
  })
})

describe("the gateway reads whom a member wants to be told of", () => {
  it("as a list of performers", async () => {
    const outcome = await memberApiAnswer({
      description: "the live alerts of a member",
      given: [{ state: "a logged-in member", params: { liveAlert: "7" } }],
      request: { ...asMember, call: "GET /live-alert" },
      example: { liveAlerts: [{ performerId: 7 }] },
    })
    expect(outcome).toMatchObject({ body: { liveAlerts: [{ performerId: 7 }] } })
  })
})

describe("the gateway reads a lander", () => {
  it("with its layout, media and texts [API-029]", async () => {
    const outcome = await memberApiAnswer({
      description: "a lander",
      given: [{ state: "a lander" }],
      request: { ...asGuest, call: "GET /lander", query: { id: "main" } },
      queryFromState: { id: "landerId" },
      example: {
        id: "main",
        layout: "whitelabel",
        media: { mediaLeft: null, mediaRight: null, amount: null },
        i18n: { nl: { title: "Welkom", text: "Tekst" } },
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { layout: "whitelabel" } })
  })

  it("and is refused where none exists", async () => {
    const outcome = await memberApiRefusal({
      description: "a lander that does not exist",
      given: [],
      request: { ...asGuest, call: "GET /lander", query: { id: "no-such-lander" } },
      refusal: {},
    })
    expect(outcome._tag).toBe("Refused")
  })
})
