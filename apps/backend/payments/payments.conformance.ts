/** The guarantees of payments, on every database. */
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  BANK_SECRET,
  type SentNotice,
  signedNotice,
  testBackend,
  type TestBackend,
} from "../backend.fixture.ts"
import type { UpstreamBundle } from "@foldcast/contracts/upstream/member-api"
import type { BackendConfigShape } from "../config.ts"
import { testMailServer, type TestMailServer } from "../mail/mail-server.fixture.ts"

/** The price and credits of `bundle-1500`: its own, and 60 for each of two bonus minutes. */
const BUNDLE = { id: "bundle-1500", cents: 2_375, credits: 1_620 }

export const paymentConformance = (
  name: string,
  overrides: () => Promise<Partial<BackendConfigShape>>,
) => {
  let backend: TestBackend
  let mailServer: TestMailServer
  beforeAll(async () => {
    mailServer = await testMailServer()
    backend = await testBackend({
      ...(await overrides()),
      mail: { smtpUrl: Redacted.make(mailServer.url), from: null },
    })
  })
  afterAll(async () => {
    await backend?.close()
    await mailServer?.close()
  })

  const order = {
    bundle: BUNDLE.id,
    paymentMethod: "10",
    returnUrl: "https://site.example/nl/profile/anna",
    device: "mobile",
    fingerprint: "f".repeat(32),
    lang: "nl",
    member: { username: "anna", email: "anna@mail.example" },
  }

  const open = async (more: Record<string, unknown> = {}) => {
    const member = await backend.member()
    const { status, body } = await backend.call("POST", "/payment/session", {
      token: member.token,
      body: { ...order, ...more },
    })
    return {
      ...member,
      status,
      label: body["label"],
      sessionId: String(body["sessionId"]),
      paymentURL: String(body["paymentURL"]),
    }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const stateOf = async ({ token, sessionId }: Opened) =>
    (await backend.call("GET", `/payment/session/${sessionId}`, { token })).body
  const creditsOf = async ({ token }: Opened) =>
    (await backend.call("GET", "/credits", { token })).body["credits"]

  const paid = ({ sessionId }: Opened, transactionId = `tx_${sessionId}`): SentNotice => ({
    sessionId,
    transactionId,
    amountCents: BUNDLE.cents,
    status: "paid",
  })
  const failed = ({ sessionId }: Opened, reasonCode: number): SentNotice => ({
    sessionId,
    transactionId: `tx_${sessionId}`,
    amountCents: BUNDLE.cents,
    status: "failed",
    reasonCode,
  })

  describe(`payment session on ${name}`, () => {
    it("opens with bundle, method, return address, device and fingerprint, and answers where to pay [API-022]", async () => {
      const before = backend.now()
      const opened = await open()
      const after = backend.now()
      expect(opened.status).toBe(200)
      const url = new URL(opened.paymentURL)
      expect(url.origin + url.pathname).toBe("http://127.0.0.1:3001/bank")
      const [payload = ""] = (url.searchParams.get("order") ?? "").split(".")
      const told = JSON.parse(Buffer.from(payload, "base64url").toString()) as { exp: number }
      const HOUR_S = 3_600
      expect(told.exp).toBeGreaterThanOrEqual(Math.floor(before / 1_000) + HOUR_S)
      expect(told.exp).toBeLessThanOrEqual(Math.floor(after / 1_000) + HOUR_S)
      expect(told).toMatchObject({
        sessionId: opened.sessionId,
        amountCents: BUNDLE.cents,
        merchant: "Foldcast",
        description: "1.620 credits",
        method: "iDEAL | Wero",
        returnUrl: order.returnUrl,
        callbackUrl: `${backend.url}/callbacks/bank`,
        lang: "nl",
      })
      expect(await stateOf(opened)).toEqual({ sessionId: opened.sessionId, state: "open" })
    })

    it("takes a method as id or as id:subOptionId, and demands the sub-option where the method has a list [WALLET-28]", async () => {
      expect((await open({ paymentMethod: "595:2" })).status).toBe(200)
      for (const paymentMethod of [
        "595",
        "595:9",
        "10:1",
        "sofortbanking",
        "ideal",
        "",
        "595:2:1",
      ]) {
        expect(await open({ paymentMethod })).toMatchObject({
          status: 400,
          label: "badRequest.paymentMethod",
        })
      }
    })

    it("is refused for a bundle that is not sold, and for a return address that is no page", async () => {
      expect(await open({ bundle: "bundle-1" })).toMatchObject({ label: "badRequest.bundle" })
      for (const returnUrl of ["javascript:alert(1)", "/nl", "https://user:pw@site.example/"]) {
        expect(await open({ returnUrl })).toMatchObject({ label: "badRequest.returnUrl" })
      }
    })

    it("sells a top-up at the price that its id says, whatever was offered, and no other amount [WALLET-53]", async () => {
      const opened = await open({ bundle: "topup-500" })
      const transactionId = `tx_${opened.sessionId}`
      const notice = { ...paid(opened, transactionId), amountCents: 825 }
      await backend.bankSays({ ...notice, amountCents: 824 })
      expect(await creditsOf(opened)).toBe(0)
      await backend.bankSays(notice)
      expect(await stateOf(opened)).toMatchObject({
        state: "paid",
        bundleId: "topup-500",
        credits: 500,
        amount: 825,
      })
      expect(await creditsOf(opened)).toBe(500)
      for (const bundle of ["topup-151", "topup-100001", "topup-0500", "topup-5e2", "topup-"]) {
        expect(await open({ bundle })).toMatchObject({ status: 400, label: "badRequest.bundle" })
      }
    })

    it("sells the bundle for a first purchase until something was bought, and not after that", async () => {
      const opened = await open()
      const { token } = opened
      const offered = async (path: string) => {
        const { body } = await backend.call("GET", path, { token })
        const bundles = (
          Array.isArray(body) ? body : body["bundles"]
        ) as ReadonlyArray<UpstreamBundle>
        return bundles.filter(({ meta }) => meta.classes.includes("firstTime")).map(({ id }) => id)
      }
      const buyFirst = async () =>
        (
          await backend.call("POST", "/payment/session", {
            token,
            body: { ...order, bundle: "bundle-300" },
          })
        ).body["label"]
      for (const path of ["/wallet", "/bundles"])
        expect(await offered(path)).toEqual(["bundle-300"])
      await backend.bankSays(failed(opened, 309))
      expect(await buyFirst()).toBeUndefined()

      await backend.bankSays(paid(opened))
      for (const path of ["/wallet", "/bundles"]) expect(await offered(path)).toEqual([])
      expect(await buyFirst()).toBe("badRequest.bundle")
    })

    it("for a first purchase is opened again while one is open, and each is granted as it was sold", async () => {
      const { token } = await backend.member()
      const body = { ...order, bundle: "bundle-300" }
      const opening = () => backend.call("POST", "/payment/session", { token, body })
      const opened = [await opening(), await opening()]
      for (const { body: session } of opened) {
        const sessionId = String(session["sessionId"])
        const notice = { sessionId, transactionId: `tx_${sessionId}`, amountCents: 495 }
        await backend.bankSays({ ...notice, status: "paid" })
      }
      const { body: credits } = await backend.call("GET", "/credits", { token })
      expect(credits["credits"]).toBe(2 * 360)
      expect((await opening()).body["label"]).toBe("badRequest.bundle")
    })

    it("is shown to its own member only: another's and one that does not exist get the same answer", async () => {
      const [mine, other] = [await open(), await open()]
      const peek = (sessionId: string) =>
        backend.call("GET", `/payment/session/${sessionId}`, { token: other.token })
      const foreign = await peek(mine.sessionId)
      const missing = await peek("ps_none")
      expect([foreign.status, foreign.body]).toEqual([404, { label: "notFound" }])
      expect([missing.status, missing.body]).toEqual([foreign.status, foreign.body])
    })
  })

  describe(`a notice from the bank on ${name}`, () => {
    it("grants what was bought and announces it: the bundle, then the credits [API-094] [API-095]", async () => {
      const opened = await open()
      const listener = await backend.listen(opened.token)
      expect(await backend.bankSays(paid(opened))).toEqual({ status: 200, body: {} })
      await listener.until(2)
      const transactionId = `tx_${opened.sessionId}`
      expect(listener.heard).toEqual([
        [
          "bundle-bought",
          {
            sessionId: opened.sessionId,
            bundleId: BUNDLE.id,
            credits: BUNDLE.credits,
            amount: BUNDLE.cents,
            transactionId,
          },
        ],
        ["updated-credits", { credits: BUNDLE.credits }],
      ])
      expect(await stateOf(opened)).toMatchObject({ state: "paid", transactionId })
      expect(await creditsOf(opened)).toBe(BUNDLE.credits)
      listener.socket.disconnect()
    })

    it("mails the order in the language it was made in, with its VAT and the seller", async () => {
      const opened = await open({ lang: "en" })
      await backend.bankSays(paid(opened))
      // It follows the mail that verifies the address.
      const { text } = await mailServer.mailTo(opened.email, 2)
      expect(text).toContain("Includes VAT (21%): €4.12")
      expect(text).toContain("Seller: Foldcast B.V., Voorbeeldkade 12, 1000 AA Amsterdam")
    })

    it("announces a failure with its reason, and grants nothing [API-096]", async () => {
      for (const reasonCode of [299, 300, 302, 308, 309]) {
        const opened = await open()
        const listener = await backend.listen(opened.token)
        expect(await backend.bankSays(failed(opened, reasonCode))).toMatchObject({ status: 200 })
        await listener.until(1)
        expect(listener.heard).toEqual([
          ["payment-failed", { sessionId: opened.sessionId, reasonCode }],
        ])
        expect(await stateOf(opened)).toMatchObject({ state: "failed", reasonCode })
        expect(await creditsOf(opened)).toBe(0)
        listener.socket.disconnect()
      }
    })

    it("grants once, however often and in however many requests it comes", async () => {
      const opened = await open()
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => backend.bankSays(paid(opened))),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect(await creditsOf(opened)).toBe(BUNDLE.credits)
    })

    it("of a payment stands against a later failure, and the money against an earlier one", async () => {
      const first = await open()
      await backend.bankSays(paid(first))
      expect(await backend.bankSays(failed(first, 309))).toMatchObject({ status: 200 })
      expect(await stateOf(first)).toMatchObject({ state: "paid" })

      const second = await open()
      await backend.bankSays(failed(second, 309))
      expect(await backend.bankSays(paid(second))).toMatchObject({ status: 200 })
      expect(await stateOf(second)).toMatchObject({ state: "paid" })
      expect(await creditsOf(second)).toBe(BUNDLE.credits)
    })

    const forPeople = async () => {
      const { body } = await backend.call("GET", "/health/ready")
      return (body["payments"] as { readonly forPeople: number }).forPeople
    }

    it("grants nothing for another amount, a second transaction, or another session's transaction", async () => {
      const before = await forPeople()
      const opened = await open()
      await backend.bankSays({ ...paid(opened, "tx_odd"), amountCents: 1 })
      expect(await stateOf(opened)).toMatchObject({ state: "open" })
      await backend.bankSays(paid(opened))
      await backend.bankSays(paid(opened, "tx_again"))
      expect(await creditsOf(opened)).toBe(BUNDLE.credits)

      const other = await open()
      const reused = paid(other, `tx_${opened.sessionId}`)
      for (let time = 0; time < 3; time++) {
        expect(await backend.bankSays(reused)).toMatchObject({ status: 200 })
      }
      expect(await creditsOf(other)).toBe(0)
      expect((await forPeople()) - before).toBe(3)
    })

    it("of the right amount after the wrong one settles the payment without a person's help", async () => {
      const before = await forPeople()
      const opened = await open()
      await backend.bankSays({ ...paid(opened), amountCents: 1 })
      expect((await forPeople()) - before).toBe(1)
      await backend.bankSays(paid(opened))
      expect(await creditsOf(opened)).toBe(BUNDLE.credits)
      expect((await forPeople()) - before).toBe(0)
      // A retry of the first notice changes nothing.
      await backend.bankSays({ ...paid(opened), amountCents: 1 })
      expect((await forPeople()) - before).toBe(0)
    })

    it("of one transaction for two sessions in the same moment pays one of them", async () => {
      const before = await forPeople()
      const pairs = await Promise.all(
        Array.from({ length: 8 }, () => Promise.all([open(), open()])),
      )
      for (const pair of pairs) {
        const said = pair.map((opened) => backend.bankSays(paid(opened, `tx_${pair[0].sessionId}`)))
        for (const { status } of await Promise.all(said)) expect(status).toBe(200)
        const [a, b] = [await creditsOf(pair[0]), await creditsOf(pair[1])]
        expect(Number(a) + Number(b)).toBe(BUNDLE.credits)
      }
      expect((await forPeople()) - before).toBe(pairs.length)
    })

    it("is refused unless the bank signed it: without signature, changed, with another secret or too old", async () => {
      const opened = await open()
      const { body, headers } = signedNotice(paid(opened), backend.now())
      const old = signedNotice(paid(opened), backend.now() - 169 * 3_600_000)
      const ahead = signedNotice(paid(opened), backend.now() + 600_000)
      const signature = headers["X-Bank-Signature"]
      const attempts: ReadonlyArray<{ body: string; headers: Record<string, string> }> = [
        { body, headers: {} },
        { body: body.replace('"paid"', '"paid" '), headers },
        { body, headers: { ...headers, "X-Bank-Signature": signature.replace(/.$/u, "g") } },
        { body, headers: { ...headers, "X-Bank-Signature": `v1=${"0".repeat(64)}` } },
        { body, headers: { ...headers, "X-Bank-Signature": signature.slice(0, 20) } },
        { body, headers: { ...headers, "X-Bank-Timestamp": "1" } },
        old,
        ahead,
      ]
      for (const attempt of attempts) {
        const { status } = await fetch(`${backend.url}/callbacks/bank?status=paid`, {
          method: "POST",
          ...attempt,
        })
        expect(status).toBe(401)
      }
      expect(await stateOf(opened)).toMatchObject({ state: "open" })
      expect(BANK_SECRET).not.toBe("")
    })

    it("is accepted a day late", async () => {
      const opened = await open()
      const late = signedNotice(paid(opened), backend.now() - 86_400_000)
      const { status } = await fetch(`${backend.url}/callbacks/bank`, { method: "POST", ...late })
      expect(status).toBe(200)
      expect(await creditsOf(opened)).toBe(BUNDLE.credits)
    })

    it("is refused for an unknown session, and in another shape", async () => {
      const notice = { sessionId: "ps_none", transactionId: "t", amountCents: 1, status: "paid" }
      expect(await backend.bankSays(notice as SentNotice)).toMatchObject({ status: 404 })
      expect(await backend.bankSays({ ...notice, status: "perhaps" } as never)).toMatchObject({
        status: 400,
      })
    })

    it("leaves the ledger adding up through all of these", async () => {
      const { status, body } = await backend.call("GET", "/health/ready")
      expect(status).toBe(200)
      expect(body).toMatchObject({ ledger: { addsUp: true } })
    })
  })
}
