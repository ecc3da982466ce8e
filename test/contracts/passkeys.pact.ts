/** What the gateway needs of a member API that keeps passkeys (UA62, UA63). */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  DeleteMemberRequest,
  LoginRequest,
  UpdateMemberRequest,
} from "@foldcast/contracts/upstream/member-api"
import {
  AddPasskeyRequest,
  PasskeyChallengeRequest,
  PasskeyRegistrationRequest,
  RemovePasskeyRequest,
} from "@foldcast/contracts/upstream/passkeys"
import { PASSKEY_PLACE } from "@foldcast/contracts/upstream/provider-states"
import { memberApiAnswer, type Given, memberApiRefusal, MEMBER_TOKEN } from "./member-api-call.ts"

const PASSWORD = "contract1"
const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const asGuest = { lang: "nl", noNude: false } as const

const ID = "Y3JlZGVudGlhbC0x"
const head = { id: ID, rawId: ID, type: "public-key" } as const
const used = {
  ...PASSKEY_PLACE,
  credential: {
    ...head,
    response: {
      clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
      authenticatorData: "YXV0aGVudGljYXRvcg",
      signature: "c2lnbmF0dXJl",
    },
  },
}
const made = {
  ...head,
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
    attestationObject: "b2JqZWN0",
    transports: ["internal"],
  },
}

/** The fields of a used passkey in the body, with the state values that fill them. */
const usedAt = (path: string) => ({
  [`${path}.credential.id`]: "passkeyId",
  [`${path}.credential.rawId`]: "passkeyId",
  [`${path}.credential.response.clientDataJSON`]: "clientDataJSON",
  [`${path}.credential.response.authenticatorData`]: "authenticatorData",
  [`${path}.credential.response.signature`]: "signature",
})
const aPasskey = (proves: string): Given => ({
  state: "a member with a passkey",
  params: { password: PASSWORD, proves },
})
const aMember: Given = { state: "a logged-in member", params: { password: PASSWORD } }

const QUESTION = {
  challenge: "Y2hhbGxlbmdl",
  rpId: "site.example",
  timeout: 300_000,
  userVerification: "required",
} as const

describe("the gateway asks for a passkey challenge", () => {
  it("to log in, and no passkey is named [PASSKEY-01]", async () => {
    const outcome = await memberApiAnswer({
      description: "a challenge to log in with",
      given: [{ state: "a guest" }],
      request: {
        ...asGuest,
        call: "POST /passkeys/challenge",
        body: { ...PASSKEY_PLACE, purpose: "logIn" },
      },
      bodySchema: PasskeyChallengeRequest,
      example: QUESTION,
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: QUESTION })
  })

  it("as proof, and the member's of that host are named [PASSKEY-03]", async () => {
    const outcome = await memberApiAnswer({
      description: "a challenge as proof",
      given: [aPasskey("deletion")],
      request: {
        ...asMember,
        call: "POST /passkeys/challenge",
        body: { ...PASSKEY_PLACE, purpose: "deletion" },
      },
      bodySchema: PasskeyChallengeRequest,
      example: { ...QUESTION, allowCredentials: [{ id: ID, type: "public-key" }] },
    })
    expect(outcome).toMatchObject({ body: { allowCredentials: [{ id: ID }] } })
  })

  it("to make one, with the password [PASSKEY-02]", async () => {
    const outcome = await memberApiAnswer({
      description: "what to make a passkey with",
      given: [aPasskey("addition")],
      request: {
        ...asMember,
        call: "POST /passkeys/registration",
        body: { ...PASSKEY_PLACE, name: "Example", password: PASSWORD },
      },
      bodySchema: PasskeyRegistrationRequest,
      example: {
        challenge: "Y2hhbGxlbmdl",
        rp: { id: "site.example", name: "Example" },
        user: { id: "bV8x", name: "member", displayName: "member" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [{ id: ID, type: "public-key" }],
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with incorrectPassword where the password is wrong [PASSKEY-02]", async () => {
    const outcome = await memberApiRefusal({
      description: "what to make a passkey with, by a wrong password",
      given: [aMember],
      request: {
        ...asMember,
        call: "POST /passkeys/registration",
        body: { ...PASSKEY_PLACE, name: "Example", password: "another1" },
      },
      bodySchema: PasskeyRegistrationRequest,
      refusal: { label: "incorrectPassword" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "incorrectPassword" })
  })
})

describe("the gateway passes on the answer to a challenge", () => {
  it("for a passkey that was made [PASSKEY-02]", async () => {
    const outcome = await memberApiAnswer({
      description: "a passkey that was made",
      given: [{ state: "a passkey that was made" }],
      request: {
        ...asMember,
        call: "POST /passkeys",
        body: { ...PASSKEY_PLACE, name: "Laptop", credential: made },
      },
      bodySchema: AddPasskeyRequest,
      bodyFromState: {
        "credential.id": "passkeyId",
        "credential.rawId": "passkeyId",
        "credential.response.clientDataJSON": "clientDataJSON",
        "credential.response.attestationObject": "attestationObject",
      },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("for a log-in by one [PASSKEY-01]", async () => {
    const outcome = await memberApiAnswer({
      description: "a log-in by a passkey",
      given: [aPasskey("logIn")],
      request: { ...asGuest, call: "POST /login", body: { passkey: used } },
      bodySchema: LoginRequest,
      bodyFromState: usedAt("passkey"),
      example: { token: "header.payload.signature" },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused with passkeyExpired where the challenge is another session's [PASSKEY-01]", async () => {
    const outcome = await memberApiRefusal({
      description: "a log-in by a passkey that proved something else",
      given: [aPasskey("deletion")],
      request: { ...asGuest, call: "POST /login", body: { passkey: used } },
      bodySchema: LoginRequest,
      bodyFromState: usedAt("passkey"),
      refusal: { label: "passkeyExpired" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "passkeyExpired" })
  })

  it("for another address, proved by one [PASSKEY-03]", async () => {
    const outcome = await memberApiAnswer({
      description: "another e-mail address, asked for with a passkey",
      given: [aPasskey("emailChange"), { state: "a free e-mail address" }],
      request: {
        ...asMember,
        call: "PUT /member",
        body: { memberId: "m_1", data: { email: "contract.moved@example.com", passkey: used } },
      },
      bodySchema: UpdateMemberRequest,
      bodyFromState: { memberId: "memberId", "data.email": "free", ...usedAt("data.passkey") },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("for deleting the account, proved by one [PASSKEY-03]", async () => {
    const outcome = await memberApiAnswer({
      description: "a deletion, asked for with a passkey",
      given: [aPasskey("deletion")],
      request: {
        ...asMember,
        call: "DELETE /member",
        body: { memberId: "m_1", passkey: used },
      },
      bodySchema: DeleteMemberRequest,
      bodyFromState: { memberId: "memberId", ...usedAt("passkey") },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway asks for a member's passkeys", () => {
  it("the newest first [PASSKEY-02]", async () => {
    const outcome = await memberApiAnswer({
      description: "the passkeys of a member",
      given: [aPasskey("logIn")],
      request: { ...asMember, call: "GET /passkeys" },
      example: {
        passkeys: [
          {
            id: ID,
            name: "Laptop",
            host: "site.example",
            createdAt: 1_763_000_000_000,
            lastUsedAt: null,
          },
        ],
      },
    })
    expect(outcome).toMatchObject({ body: { passkeys: [{ name: "Laptop" }] } })
  })

  it("and removes one by the password [PASSKEY-02]", async () => {
    const outcome = await memberApiAnswer({
      description: "a passkey that is removed",
      given: [aPasskey("logIn")],
      request: { ...asMember, call: "DELETE /passkeys", body: { id: ID, password: PASSWORD } },
      bodySchema: RemovePasskeyRequest,
      bodyFromState: { id: "passkeyId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })
})
