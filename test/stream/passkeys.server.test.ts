/**
 * Passkeys at a gateway with a foreign member API: the requests to it, and the facts when it has no passkeys,
 * refuses, or does not answer.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { PasskeyAssertion, PasskeyAttestation } from "@foldcast/contracts/passkey"
import { TOKEN_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const ID = "cHJpbWFyeQ"
const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" }
const used: PasskeyAssertion = { id: ID, rawId: ID, type: "public-key", response }
const made: PasskeyAttestation = {
  id: ID,
  rawId: ID,
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "AA" },
}
const REGISTER: Command = { _tag: "RegisterPasskey", name: " Laptop ", credential: made }
const REMOVE: Command = { _tag: "RemovePasskey", id: ID, passkey: used }

const listing = (...ids: ReadonlyArray<string>) => ({
  status: 200,
  body: {
    passkeys: ids.map((id) => ({
      id,
      name: "Laptop",
      host: "127.0.0.1",
      createdAt: 0,
      lastUsedAt: null,
    })),
  },
})
const DONE = { status: 200, body: {} }
const refusal = (label: string, status = 400) => ({ status, body: { label } })
const challenge = {
  status: 200,
  body: { challenge: "AA", rpId: "127.0.0.1", timeout: 300_000, userVerification: "required" },
}

describe("passkeys", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "2000",
      MEMBER_API_READ_TIMEOUT_MS: "2000",
      RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
    })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const post = async ({ browser }: TestTab, path: string, body: object) => {
    const answer = await fetch(new URL(path, browser.url), {
      method: "POST",
      headers: {
        Connection: "close",
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: browser.url,
        Cookie: browser.cookie ?? "",
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const ask = (tab: TestTab, purpose: string) => post(tab, "/api/passkeys/challenge", { purpose })
  const proves = (tab: TestTab, proof: object) => post(tab, "/api/passkeys/registration", proof)
  const count = (call: string) => upstream.calls.filter((each) => each === call).length

  it("are not offered where the member API has no such calls [PASSKEY-05]", async () => {
    const here = await tabs.member(anna)
    expect(await here.browser.get("/api/passkeys")).toEqual({ status: 200, body: null })
    for (const purpose of ["logIn", "deletion"]) {
      upstream.script("POST /passkeys/challenge", refusal("notFound", 404))
      expect(await ask(here, purpose)).toEqual({ status: 200, body: null })
    }
    upstream.script("GET /passkeys", "cut", "cut", "cut")
    expect((await here.browser.get("/api/passkeys")).status).toBe(503)
  })

  it("have challenges for the browser's own session, and in a member's name as proof alone [PASSKEY-01]", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const asked = async (tab: TestTab, purpose: string) => {
      upstream.script("POST /passkeys/challenge", challenge)
      expect(await ask(tab, purpose)).toEqual(challenge)
      const { body, headers } = upstream.last("POST /passkeys/challenge")
      return { ...body, isMember: headers["authorization"] !== undefined }
    }
    const forLogIn = await asked(here, "logIn")
    expect(forLogIn).toEqual({
      origin: new URL(here.browser.url).origin,
      session: expect.any(String),
      purpose: "logIn",
      isMember: false,
    })
    const { origin, session } = forLogIn as unknown as Record<"origin" | "session", string>
    expect(await asked(here, "removal")).toMatchObject({ session, isMember: true })
    expect(await asked(there, "removal")).not.toMatchObject({ session })
    upstream.script("DELETE /passkeys", DONE)
    await here.ask(REMOVE)
    const { passkey } = upstream.last("DELETE /passkeys").body as { readonly passkey: object }
    expect(passkey).toEqual({ origin, session, credential: used })
  })

  it("are tried as proof as often as passwords are, by a command and by a query, and right ones do not count [PASSKEY-02]", async () => {
    const here = await tabs.member(anna)
    for (let nth = 0; nth < 4; nth++) {
      upstream.script("DELETE /passkeys", DONE)
      expect((await here.ask(REMOVE)).event._tag).toBe("PasskeyRemoved")
    }
    const label = "passkeyExpired"
    upstream.script("DELETE /passkeys", refusal(label), refusal(label))
    upstream.script("POST /passkeys/registration", refusal(label))
    for (let nth = 0; nth < 2; nth++) {
      expect((await here.ask(REMOVE)).event).toEqual({ _tag: "PasskeyRemovalRefused", label })
    }
    expect(await proves(here, { passkey: used })).toMatchObject({ status: 400, body: { label } })
    const before = upstream.calls.length
    expect((await here.ask(REMOVE)).event).toMatchObject({ label: "tooManyAttempts" })
    for (const proof of [{ passkey: used }, { password: anna.password }]) {
      expect(await proves(here, proof)).toMatchObject({ body: { label: "tooManyAttempts" } })
    }
    expect(upstream.calls).toHaveLength(before)
  })

  it("are looked for in the list where the outcome of a command is unknown [PASSKEY-02]", async () => {
    const here = await tabs.member(anna)
    const told = async (
      command: Command,
      call: string,
      list: Parameters<typeof upstream.script>[1],
    ) => {
      upstream.script(call, "cut")
      upstream.script("GET /passkeys", list)
      const { event } = await here.ask(command)
      return event["label"] ?? event._tag
    }
    expect(await told(REGISTER, "POST /passkeys", listing(ID))).toBe("PasskeyRegistered")
    expect(await told(REGISTER, "POST /passkeys", listing("other"))).toBe("outcomeUnknown")
    expect(await told(REGISTER, "POST /passkeys", refusal("failed", 503))).toBe("outcomeUnknown")
    expect(await told(REMOVE, "DELETE /passkeys", listing("other"))).toBe("PasskeyRemoved")
    expect(await told(REMOVE, "DELETE /passkeys", listing(ID))).toBe("outcomeUnknown")
    expect(await told(REMOVE, "DELETE /passkeys", refusal("failed", 503))).toBe("outcomeUnknown")
    expect([count("POST /passkeys"), count("DELETE /passkeys")]).toEqual([3, 3])
  })

  it.each([
    ["POST /passkeys", REGISTER],
    ["DELETE /passkeys", REMOVE],
  ] as const)(
    "end the session where the member API does not know its token any more, at %s",
    async (call, command) => {
      const here = await tabs.member(anna)
      upstream.script(call, refusal(TOKEN_REFUSED_LABEL, 401))
      await here.ask(command)
      await here.stream.event("LoggedOut")
      expect(await here.browser.get("/api/session")).toMatchObject({ body: { member: null } })
    },
  )
})
