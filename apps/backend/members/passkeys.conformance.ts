/** The guarantees of passkeys, on every database. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MAX_PASSKEYS } from "@foldcast/contracts/passkey"
import { PASSKEY_TIMEOUT_MS } from "@foldcast/rules/passkey"
import { PASSWORD } from "../backend.fixture.ts"
import type { BackendConfigShape } from "../config.ts"
import {
  type SoftwareCeremony,
  type MadePasskey,
  createSoftwarePasskey,
  usePasskey,
} from "../provider-states/software-authenticator.ts"
import {
  CONCURRENT_TRIES,
  newPassword,
  statuses,
  testAccounts,
  type TestAccounts,
} from "./accounts.fixture.ts"

const ORIGIN = "https://site.example"
const NEW_LOG_IN = "Ingelogd met een nieuwe browser"
const PLACE = { origin: ORIGIN, session: "session-1" }

export const passkeysConformance = (name: string, overrides: () => Partial<BackendConfigShape>) => {
  let accounts: TestAccounts
  beforeAll(async () => {
    accounts = await testAccounts(overrides())
  })
  afterAll(() => accounts?.close())

  type Newcomer = Awaited<ReturnType<TestAccounts["newcomer"]>>

  const challenge = async (purpose: string, token?: string, place: object = PLACE) => {
    const { body } = await accounts.call("POST", "/passkeys/challenge", {
      ...(token !== undefined && { token }),
      body: { ...place, purpose },
    })
    return String(body["challenge"])
  }
  const use = async (
    passkey: MadePasskey,
    purpose: string,
    token?: string,
    ceremony: SoftwareCeremony = PLACE,
  ) => ({
    ...PLACE,
    credential: usePasskey(passkey, await challenge(purpose, token), ceremony),
  })
  const logIn = (passkey: object, headers: Record<string, string> = {}) =>
    accounts.call("POST", "/login", {
      body: { passkey },
      headers: { "X-Client-Address": randomUUID(), ...headers },
    })
  const options = (token: string, proof: object = { password: PASSWORD }) =>
    accounts.call("POST", "/passkeys/registration", {
      token,
      body: { ...PLACE, name: "Example", ...proof },
    })
  const make = async ({ token }: Pick<Newcomer, "token">, ceremony: SoftwareCeremony = PLACE) => {
    const { body } = await options(token)
    const user = body["user"] as { readonly id: string }
    return createSoftwarePasskey(
      { challenge: String(body["challenge"]), userHandle: user.id },
      ceremony,
    )
  }
  const add = (token: string, credential: object, label = "Laptop", place: object = PLACE) =>
    accounts.call("POST", "/passkeys", { token, body: { ...place, name: label, credential } })
  const owner = async () => {
    const member = await accounts.newcomer()
    const { passkey, attestation } = await make(member)
    expect(await add(member.token, attestation)).toMatchObject({ status: 200 })
    return { ...member, passkey }
  }
  const list = async (token: string) =>
    (await accounts.call("GET", "/passkeys", { token })).body["passkeys"] as ReadonlyArray<{
      readonly id: string
    }>
  const subjectOf = async (email: string, nth: number) =>
    (await accounts.mailServer.mailTo(email, nth)).headers.get("subject")
  const refusal = (label: string, status = 400) => ({ status, body: { label } })

  describe(`a passkey on ${name}`, () => {
    it("logs in without an address or a password, and is marked with the time of its use [PASSKEY-01]", async () => {
      const { id, token, passkey } = await owner()
      expect(await list(token)).toMatchObject([
        { id: passkey.id, name: "Laptop", host: "site.example", lastUsedAt: null },
      ])
      const answer = await logIn(await use(passkey, "logIn"))
      expect(answer.status).toBe(200)
      const payload = String(answer.body["token"]).split(".")[1] ?? ""
      expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ id })
      expect(await list(token)).toMatchObject([{ lastUsedAt: expect.any(Number) }])
    })

    it("sends a notice of a log-in from an unknown browser, like any other log-in [PASSKEY-01]", async () => {
      const { email, passkey } = await owner()
      await accounts.logIn(email, PASSWORD, { "X-Client-Agent": "Known/1" })
      const agent = { "X-Client-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" }
      expect(await logIn(await use(passkey, "logIn"), agent)).toMatchObject({ status: 200 })
      const mailsUntil = async (isIt: (subject: string | null, text: string) => boolean) => {
        for (let nth = 1; ; nth++) {
          expect(nth).toBeLessThan(8)
          const { headers, text } = await accounts.mailServer.mailTo(email, nth)
          if (isIt(headers.get("subject") ?? null, text)) return nth
        }
      }
      // One mail is for the password's log-in, the other for this one.
      const told = await mailsUntil(
        (subject, text) => subject === NEW_LOG_IN && /Firefox/u.test(text),
      )
      // The browser is known from then on: the next mail has another subject.
      expect(await logIn(await use(passkey, "logIn"), agent)).toMatchObject({ status: 200 })
      await accounts.resetLink(email)
      expect(await subjectOf(email, told + 1)).not.toBe(NEW_LOG_IN)
    })

    it("is announced to the account's address when it is added and when it is removed [PASSKEY-02]", async () => {
      const { email, token, passkey } = await owner()
      expect(await subjectOf(email, 2)).toBe("Er is een passkey toegevoegd")
      const removed = await accounts.call("DELETE", "/passkeys", {
        token,
        body: { id: passkey.id, password: PASSWORD },
      })
      expect(removed.status).toBe(200)
      expect(await subjectOf(email, 3)).toBe("Er is een passkey verwijderd")
      expect(await list(token)).toEqual([])
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject(refusal("passkeyUnknown"))
    })

    it("is accepted once for each challenge, even of twenty requests at once [PASSKEY-01]", async () => {
      const { passkey } = await owner()
      const used = await use(passkey, "logIn")
      const answers = await Promise.all(Array.from({ length: CONCURRENT_TRIES }, () => logIn(used)))
      expect(statuses(answers)).toEqual([
        200,
        ...Array.from({ length: CONCURRENT_TRIES - 1 }, () => 400),
      ])
      expect(await logIn(used)).toMatchObject(refusal("passkeyExpired"))
    })

    it("is refused for a challenge of another session, site, purpose or time [PASSKEY-01]", async () => {
      const { token, passkey } = await owner()
      const signed = async (purpose: string, place: object, by?: string) =>
        usePasskey(passkey, await challenge(purpose, by, place), PLACE)
      const elsewhere = await signed("logIn", { ...PLACE, session: "session-2" })
      const anotherSite = await signed("logIn", { ...PLACE, origin: "https://other.example" })
      const anotherPurpose = await signed("deletion", PLACE, token)
      const madeUp = usePasskey(passkey, Buffer.alloc(54).toString("base64url"), PLACE)
      for (const credential of [elsewhere, anotherSite, anotherPurpose, madeUp]) {
        expect(await logIn({ ...PLACE, credential })).toMatchObject(refusal("passkeyExpired"))
      }
      const late = await use(passkey, "logIn")
      accounts.forward(PASSKEY_TIMEOUT_MS)
      expect(await logIn(late)).toMatchObject(refusal("passkeyExpired"))
    })

    it("is refused with another origin or host, an unverified user, or a wrong signature [PASSKEY-01]", async () => {
      const { passkey } = await owner()
      const other = await owner()
      const wrong: ReadonlyArray<SoftwareCeremony> = [
        { origin: "https://site.example.evil.example", rpId: "site.example" },
        { origin: ORIGIN, rpId: "other.example" },
        { origin: ORIGIN, isVerified: false },
      ]
      for (const ceremony of wrong) {
        const used = await use(passkey, "logIn", undefined, ceremony)
        expect(await logIn(used)).toMatchObject(refusal("passkeyRefused"))
      }
      const forged = await use({ ...other.passkey, id: passkey.id }, "logIn")
      expect(await logIn(forged)).toMatchObject(refusal("passkeyRefused"))
      // The authenticator returns another account's user handle.
      const mixedUp = await use({ ...passkey, userHandle: other.passkey.userHandle }, "logIn")
      expect(await logIn(mixedUp)).toMatchObject(refusal("passkeyRefused"))
    })

    it("is neither used nor made within a frame of another site's page [PASSKEY-01] [PASSKEY-02]", async () => {
      const { token, passkey } = await owner()
      const framed = { ...PLACE, isFramed: true }
      const used = await use(passkey, "logIn", undefined, framed)
      expect(await logIn(used)).toMatchObject(refusal("passkeyExpired"))
      const made = await make({ token }, framed)
      expect(await add(token, made.attestation)).toMatchObject(refusal("passkeyExpired"))
      expect(await list(token)).toHaveLength(1)
    })

    it("may be tried as proof as often as a password, and right ones do not count [PASSKEY-02] [PASSKEY-03]", async () => {
      const { token, passkey } = await owner()
      for (let nth = 0; nth < 21; nth++) {
        const proof = await use(passkey, "addition", token)
        expect(await options(token, { passkey: proof })).toMatchObject({ status: 200 })
      }
      const other = await use(passkey, "logIn")
      for (let nth = 0; nth < 20; nth++) {
        expect(await options(token, { passkey: other })).toMatchObject(refusal("passkeyExpired"))
      }
      const proof = await use(passkey, "addition", token)
      expect(await options(token, { passkey: proof })).toMatchObject({ status: 429 })
      expect(await options(token)).toMatchObject({ status: 429 })
    })

    it("is refused as a copy where its counter did not go on [PASSKEY-01]", async () => {
      const { passkey } = await owner()
      const copy = { ...passkey }
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject({ status: 200 })
      expect(await logIn(await use(copy, "logIn"))).toMatchObject(refusal("passkeyRefused"))
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject({ status: 200 })
    })

    it("is made only with proof: the password, or another passkey [PASSKEY-02]", async () => {
      const { token, passkey } = await owner()
      expect(await options(token, { password: "wrong-1" })).toMatchObject(
        refusal("incorrectPassword"),
      )
      const forLogIn = await use(passkey, "logIn")
      expect(await options(token, { passkey: forLogIn })).toMatchObject(refusal("passkeyExpired"))
      const proof = await use(passkey, "addition", token)
      const { body } = await options(token, { passkey: proof })
      expect(body).toMatchObject({
        rp: { id: "site.example", name: "Example" },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [{ id: passkey.id }],
      })
      const userHandle = (body["user"] as { readonly id: string }).id
      const made = createSoftwarePasskey(
        { challenge: String(body["challenge"]), userHandle },
        PLACE,
      )
      expect(await add(token, made.attestation, "Phone")).toMatchObject({ status: 200 })
      expect(await add(token, made.attestation, "Phone")).toMatchObject(refusal("passkeyExpired"))
      expect(await list(token)).toHaveLength(2)
    })

    it("is not made with a challenge of another member, or after the password was changed [PASSKEY-02]", async () => {
      const [anna, bert] = [await accounts.newcomer(), await accounts.newcomer()]
      const { attestation } = await make(anna)
      expect(await add(bert.token, attestation)).toMatchObject(refusal("passkeyExpired"))
      const unverified = await make(anna, { ...PLACE, isVerified: false })
      expect(await add(anna.token, unverified.attestation)).toMatchObject(refusal("passkeyRefused"))
      const late = await make(anna)
      const data = { password: PASSWORD, ...newPassword("another-2") }
      await accounts.update(anna.token, anna.id, data)
      expect(await add(anna.token, late.attestation)).toMatchObject({ status: 401 })
    })

    it("is limited to ten for a member, even of many at once [PASSKEY-02]", async () => {
      const { token } = await accounts.newcomer()
      const made: Array<object> = []
      for (let nth = 0; nth < MAX_PASSKEYS + 2; nth++)
        made.push((await make({ token })).attestation)
      const answers = await Promise.all(made.map((credential) => add(token, credential)))
      expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 200), 409, 409])
      expect(await list(token)).toHaveLength(10)
      expect(await options(token)).toMatchObject(refusal("tooManyPasskeys", 409))
    })

    it("proves the member who changes the address, deletes the account or removes one, each with its own challenge [PASSKEY-03]", async () => {
      const { id, token, email, passkey } = await owner()
      const ask = async (purpose: string) =>
        accounts.call("PUT", "/member", {
          token,
          body: {
            memberId: id,
            data: {
              email: `new-${email}`,
              passkey: await use(passkey, purpose, token),
            },
          },
        })
      expect(await ask("deletion")).toMatchObject(refusal("passkeyExpired"))
      expect(await ask("emailChange")).toMatchObject({ status: 200 })
      const remove = async (purpose: string) =>
        accounts.call("DELETE", "/member", {
          token,
          body: { memberId: id, passkey: await use(passkey, purpose, token) },
        })
      expect(await remove("emailChange")).toMatchObject(refusal("passkeyExpired"))
      expect(await remove("deletion")).toMatchObject({ status: 200 })
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject(refusal("passkeyUnknown"))
    })

    it("proves nothing of another member's account [PASSKEY-03]", async () => {
      const [anna, bert] = [await owner(), await owner()]
      const credential = usePasskey(bert.passkey, await challenge("removal", anna.token), PLACE)
      const removal = await accounts.call("DELETE", "/passkeys", {
        token: anna.token,
        body: { id: anna.passkey.id, passkey: { ...PLACE, credential } },
      })
      expect(removal).toMatchObject(refusal("passkeyUnknown"))
      const foreign = await accounts.call("DELETE", "/passkeys", {
        token: anna.token,
        body: { id: bert.passkey.id, password: PASSWORD },
      })
      expect(foreign).toMatchObject(refusal("notFound", 404))
      expect(await list(bert.token)).toHaveLength(1)
    })

    it("ends with a password reset by mail, and stays with one that is changed by the old one [PASSKEY-04]", async () => {
      const { id, token, email, passkey } = await owner()
      const data = { password: PASSWORD, ...newPassword("another-2") }
      const next = String((await accounts.update(token, id, data)).body["token"])
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject({ status: 200 })
      expect(await list(next)).toHaveLength(1)
      const link = await accounts.resetLink(email)
      const reset = String((await accounts.logInByLink(link)).body["token"])
      expect(await accounts.update(reset, id, newPassword("another-3"))).toMatchObject({
        status: 200,
      })
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject(refusal("passkeyUnknown"))
      for (let nth = 1; ; nth++) {
        const { text } = await accounts.mailServer.mailTo(email, nth)
        if (text.includes("Alle passkeys van je account zijn daarbij verwijderd.")) break
        expect(nth).toBeLessThan(9)
      }
    })

    it("may not be tried without end, and wrong guesses of the password do not lock it [PASSKEY-01]", async () => {
      const { email, passkey } = await owner()
      for (let nth = 0; nth < 21; nth++) {
        await accounts.logIn(email, `wrong-${nth}`, { "X-Client-Address": randomUUID() })
      }
      expect(await accounts.logIn(email)).toMatchObject({ status: 429 })
      expect(await logIn(await use(passkey, "logIn"))).toMatchObject({ status: 200 })
      const stranger = { "X-Client-Address": "203.0.113.9" }
      const bad = await use(passkey, "logIn")
      await logIn(bad, stranger)
      for (let nth = 0; nth < 100; nth++) await logIn(bad, stranger)
      expect(await logIn(await use(passkey, "logIn"), stranger)).toMatchObject({ status: 429 })
    })
  })
}
