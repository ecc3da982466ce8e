import { decodeJwt, SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD, testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const register = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  backend.call("POST", "/member", { body: { meta: {}, ...body }, headers })
const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  backend.call("POST", "/login", { body: { email, password }, headers })

describe("registration", () => {
  it("takes e-mail, password and meta, with which the member then logs in [API-005]", async () => {
    const body = { email: " New.One@mail.example ", password: ` ${PASSWORD} ` }
    const registered = await register({ ...body, meta: { p: "abc", pi: "x-1" } })
    expect(registered).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^m_/u) } })
    expect(await logIn("new.one@MAIL.example", PASSWORD)).toMatchObject({ status: 200 })
  })

  it("takes username, birthday and fingerprint of the longer form too [API-006]", async () => {
    const email = "fuller@mail.example"
    const fuller = { username: "fuller-one", birthday: "1990-02-28", fingerprint: "f".repeat(32) }
    expect(await register({ email, password: PASSWORD, ...fuller })).toMatchObject({ status: 200 })
    const token = String((await logIn(email, PASSWORD)).body["token"])
    expect((await backend.call("GET", "/basic-info", { token })).body).toMatchObject({
      username: "fuller-one",
      capName: "Fuller-one",
      showChangeUsername: false,
    })
  })

  it("refuses an e-mail address in use, however it is written [ERR-05]", async () => {
    const { email } = await backend.member()
    expect(await register({ email: email.toUpperCase(), password: PASSWORD })).toMatchObject({
      status: 409,
      body: { label: "emailExists", fields: [{ field: "email", label: "emailExists" }] },
    })
  })

  it("refuses a username in use, and registers nobody then [ERR-06]", async () => {
    const first = { email: "first@mail.example", username: "taken-name", password: PASSWORD }
    expect(await register(first)).toMatchObject({ status: 200 })
    const second = { email: "second@mail.example", username: "Taken-Name", password: PASSWORD }
    expect(await register(second)).toMatchObject({
      status: 409,
      body: { label: "usernameExists", fields: [{ field: "username", label: "usernameExists" }] },
    })
    expect(await logIn(second.email, PASSWORD)).toMatchObject({ body: { label: "notExists" } })
  })

  it("checks every rule again, one label per field, for requests that bypass the form", async () => {
    const refused = await register({
      email: "no address",
      password: "short",
      username: "admin-1",
      birthday: "2024-01-01",
    })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        label: "badRequest.registration",
        fields: [
          { field: "email", label: "invalid" },
          { field: "password", label: "tooShort" },
          { field: "username", label: "forbidden" },
          { field: "birthday", label: "tooYoung" },
        ],
      },
    })
  })

  it("gives nobody a performer's name, and suggests no such name [AUTH-63]", async () => {
    await backend.enter("a performer", { username: "CopperCreek" })
    const { token } = await backend.member()
    for (const username of ["CopperCreek", "coppercreek", "C0pper-Creek", "_copper_creek_"]) {
      expect(
        await backend.call("POST", "/change-username", { token, body: { username } }),
      ).toMatchObject({
        status: 400,
        body: {
          label: "badRequest.lookalike",
          fields: [{ field: "username", label: "lookalike" }],
        },
      })
    }
    const refused = await register({
      email: "performers-name@mail.example",
      password: PASSWORD,
      username: "copper_creek",
    })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        label: "badRequest.registration",
        fields: [{ field: "username", label: "lookalike" }],
      },
    })
    const asked = "/username/suggestions?username=coppercreek&limit=2&maxLength=32"
    expect((await backend.call("GET", asked, {})).body).toEqual({
      suggestions: ["coppercreek1", "coppercreek2"],
    })
    const body = { username: "CopperCreekFan" }
    expect((await backend.call("POST", "/change-username", { token, body })).status).toBe(200)
  })

  it("asks a member for another name whose own a later performer has", async () => {
    const { token } = await backend.enter("a logged-in member", { username: "LateArrival" })
    const asked = async () =>
      (await backend.call("GET", "/basic-info", { token })).body["showChangeUsername"]
    expect(await asked()).toBe(false)
    await backend.enter("a performer", { username: "LateArriva1" })
    expect(await asked()).toBe(true)
  })

  it("names the member of a body that has the wrong type, and not its value", async () => {
    const refused = await register({ email: 5, password: PASSWORD })
    expect(refused).toMatchObject({
      status: 400,
      body: { label: "badRequest.body", fields: [{ field: "email", label: "malformed" }] },
    })
  })

  it("accepts one of many who register the same address at once", async () => {
    const body = { email: "at-once@mail.example", password: PASSWORD }
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
  })
})

describe("log-in", () => {
  it("answers a signed token whose payload names the member and the expiry [API-009] [AUTH-06]", async () => {
    const { id, token } = await backend.member()
    const { id: named, exp = 0, iat = 0 } = decodeJwt(token)
    expect(named).toBe(id)
    expect(exp - iat).toBe(30 * 86_400)
  })

  it("says that an account does not exist [ERR-01]", async () => {
    expect(await logIn("nobody@mail.example", PASSWORD)).toMatchObject({
      status: 400,
      body: { label: "notExists" },
    })
  })

  it("says that an account was deleted [ERR-02]", async () => {
    const { email, password } = await backend.enter("a member exists", { deleted: true })
    expect(await logIn(email, password)).toMatchObject({ status: 400, body: { label: "deleted" } })
  })

  it("says that a password is not correct [ERR-03]", async () => {
    const { email } = await backend.member()
    expect(await logIn(email, "wrong-1")).toMatchObject({
      status: 400,
      body: { label: "incorrectPassword" },
    })
  })

  it("refuses the 21st failed try of one account, right or wrong, until the window ends", async () => {
    const { email } = await backend.member()
    const began = backend.now()
    for (let index = 0; index < 20; index++) {
      await logIn(email, "wrong-1", { "X-Client-Address": `192.0.2.${index}` })
    }
    const refused = await logIn(email.toUpperCase(), PASSWORD)
    expect(refused).toMatchObject({ status: 429, body: { label: "tooManyAttempts" } })
    const seconds = Number(refused.headers.get("retry-after"))
    const passed = Math.ceil((backend.now() - began) / 1_000)
    expect(seconds).toBeGreaterThanOrEqual(900 - passed)
    expect(seconds).toBeLessThanOrEqual(900)
    backend.forward(seconds * 1_000)
    expect(await logIn(email, PASSWORD)).toMatchObject({ status: 200 })
  })

  it("does not count log-ins that succeed", async () => {
    const { email } = await backend.member()
    for (let index = 0; index < 22; index++) {
      expect(await logIn(email, PASSWORD)).toMatchObject({ status: 200 })
    }
  })

  it("counts the tries of an address over all accounts", async () => {
    const from = { "X-Client-Address": "2001:db8::1" }
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, index) => logIn(`n${index}@mail.example`, PASSWORD, from)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(
      await logIn("x@mail.example", PASSWORD, { "X-Client-Address": "2001:db8::ffff" }),
    ).toMatchObject({
      status: 429,
    })
    expect(
      await logIn("x@mail.example", PASSWORD, { "X-Client-Address": "2001:db8:1::1" }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe("the calls of a member", () => {
  it("answer who the member is and what they have [API-014] [AUTH-05]", async () => {
    const { email, token } = await backend.member()
    expect(await backend.call("GET", "/basic-info", { token })).toMatchObject({
      status: 200,
      body: {
        username: email,
        email,
        capName: email.slice(0, 1).toUpperCase() + email.slice(1),
        credits: 0,
        verified: false,
        lander: null,
        endUserText: null,
        // The name prompt shows while the username is the e-mail.
        showChangeUsername: true,
      },
    })
  })

  it("answer the credits as a whole number [API-015]", async () => {
    const { token } = await backend.enter("a logged-in member", { credits: 250 })
    expect(await backend.call("GET", "/credits", { token })).toMatchObject({
      status: 200,
      body: { credits: 250 },
    })
  })

  it("demand the bearer token, signed by this service and not expired [API-001]", async () => {
    const { id, token } = await backend.member()
    const credits = (shown?: string) =>
      backend.call("GET", "/credits", shown === undefined ? {} : { token: shown })
    const forged = await new SignJWT({ id, exp: 4_000_000_000 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("another secret of the same kind"))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`
    for (const shown of [undefined, "x", forged, unsigned, `${token}x`]) {
      expect(await credits(shown)).toMatchObject({ status: 401, body: { label: "unauthorized" } })
    }
    expect(await credits(token)).toMatchObject({ status: 200 })
  })

  it("refuse a token that has expired, and the token of a deleted member", async () => {
    const later = await testBackend()
    const { token } = await later.member()
    const gone = await later.enter("a logged-in member", { deleted: true })
    expect(await later.call("GET", "/credits", { token: gone.token })).toMatchObject({
      status: 403,
      body: { label: "forbidden" },
    })
    later.forward(30 * 86_400_000 + 1_000)
    expect(await later.call("GET", "/credits", { token })).toMatchObject({ status: 401 })
    await later.close()
  })

  it("take the gateway's key from the header or the query, and read nothing without it [API-002]", async () => {
    const { token } = await backend.member()
    expect(await backend.call("GET", "/credits", { token, key: null })).toMatchObject({
      status: 401,
    })
    expect(await backend.call("POST", "/login", { key: "wrong", body: {} })).toMatchObject({
      status: 401,
    })
    const key = "development-member-api-key"
    expect(
      await backend.call("GET", `/credits?key=${key}&lang=nl&noNude=true`, { token, key: null }),
    ).toMatchObject({ status: 200 })
  })

  it("refuse with a status other than 200 and a label, whatever is wrong [API-003]", async () => {
    expect(await backend.call("GET", "/nothing")).toMatchObject({
      status: 404,
      body: { label: "notFound" },
    })
    const text = await fetch(`${backend.url}/login`, {
      method: "POST",
      headers: { "X-Api-Key": "development-member-api-key", "Content-Type": "text/plain" },
      body: "{}",
    })
    expect([text.status, await text.json()]).toEqual([415, { label: "unsupportedMediaType" }])
    const large = await backend.call("POST", "/login", { body: { email: "x".repeat(20_000) } })
    expect(large).toMatchObject({ status: 413, body: { label: "tooLarge" } })
  })
})

describe("registrations from one address", () => {
  it("stop at the limit, and are accepted again after the window", async () => {
    const small = await testBackend({
      limits: {
        failedLogInsPerAccount: { count: 20, withinMs: 900_000 },
        failedLogInsPerAddress: { count: 100, withinMs: 900_000 },
        refusedLinksPerAddress: { count: 100, withinMs: 900_000 },
        registrationsPerAddress: { count: 3, withinMs: 3_600_000 },
        passwordResetsPerAccount: { count: 5, withinMs: 3_600_000 },
        passwordResetsPerAddress: { count: 30, withinMs: 3_600_000 },
        verificationMailsPerAccount: { count: 5, withinMs: 3_600_000 },
        ivrSessionsPerAddress: { count: 240, withinMs: 3_600_000 },
        wrongPinsPerAddress: { count: 30, withinMs: 3_600_000 },
        wrongPinsPerNumber: { count: 200, withinMs: 3_600_000 },
        takenAddressAnswersPerAddress: { count: 5, withinMs: 3_600_000 },
        addressUsedMailsPerAccount: { count: 1, withinMs: 86_400_000 },
        reportsPerAddress: { count: 60, withinMs: 3_600_000 },
        reportsPerReader: { count: 20, withinMs: 86_400_000 },
      },
    })
    const attempt = (name: string) =>
      small.call("POST", "/member", {
        body: { email: `${name}@mail.example`, password: PASSWORD, meta: {} },
        headers: { "X-Client-Address": "192.0.2.1" },
      })
    const answers = await Promise.all(["a", "b", "c", "d"].map(attempt))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 429,
    ])
    small.forward(3_600_000)
    expect(await attempt("e")).toMatchObject({ status: 200 })
    await small.close()
  })
})

describe("text that the database cannot hold", () => {
  it("is refused as malformed by every call, and is not an internal error", async () => {
    const { token } = await backend.member()
    const nul = "a\u0000b@mail.example"
    const asked = await Promise.all([
      logIn(nul, PASSWORD),
      register({ email: nul, password: PASSWORD }),
      register({ email: "x@mail.example", password: PASSWORD, meta: { [nul]: "x" } }),
      backend.call("POST", "/forgot-password", { body: { username: nul } }),
      backend.call("POST", "/activate", { body: { key: nul } }),
      backend.call("POST", "/change-username", { token, body: { username: nul } }),
      backend.call("GET", "/payment/session/%00", { token }),
      backend.call("GET", "/username/suggestions?username=%00", {}),
    ])
    for (const { status, body } of asked) {
      expect(status).toBe(400)
      expect(body["label"]).toMatch(/^badRequest\./u)
    }
    expect(await logIn("lone\ud800@mail.example", PASSWORD)).toMatchObject({
      status: 400,
      body: { label: "notExists" },
    })
  })
})
