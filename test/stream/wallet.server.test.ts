/** The wallet's offers and its payments' outcomes, from the member API's answers to a browser's stream. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { AccountScene } from "../support/account-scene.ts"

const LOAD: Command = { _tag: "LoadWallet" }

const method = (id: string | number) => ({
  id,
  name: `Method ${id}`,
  image: `/payment-methods/${id}.svg`,
  paymentOptionSubList: id === 595 ? [{ id: 1, name: "Testbank Noord" }] : [],
})
const BUNDLE = {
  id: 4,
  name: "Plus",
  cost: 2_199,
  credits: 1_500,
  currency: "EUR",
  bonus: 2,
  label: null,
  meta: { classes: "default,mostBought, unheardOf,bestDeal,firstTime" },
}

describe.each([
  {
    provider: "paynl",
    environment: {},
    answered: [595, "ideal", 553, 436, 10, 709],
    order: ["10", "709", "436", "553", "595", "ideal"],
    providers: ["paynl", "paynl", "paynl", "paynl", "paynl", "dialxs"],
    defaults: { nl: "10", en: "709" },
  },
  {
    provider: "dialxs",
    environment: { PAYMENT_PROVIDER: "dialxs" },
    answered: [10, "mistercash", "sofortbanking", "creditcard", "ideal"],
    order: ["ideal", "creditcard", "mistercash", "10"],
    providers: ["dialxs", "dialxs", "dialxs", "paynl"],
    defaults: { nl: "ideal", en: "creditcard" },
  },
])("the wallet of $provider", ({ provider, environment, answered, order, ...expected }) => {
  let scene: AccountScene
  beforeAll(async () => {
    scene = await AccountScene.start(environment)
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  it.each(["nl", "en"] as const)(
    "has the setting's provider, its methods in its order and its default for %s [API-020, API-021, WALLET-09, WALLET-10, WALLET-40, WALLET-41, WALLET-42, WALLET-43, WALLET-44, WALLET-45, WALLET-46]",
    async (locale) => {
      const { upstream, tabs } = scene
      upstream.script("GET /wallet", { status: 200, body: { id: 1, variant: "drawer" } })
      upstream.script("GET /bundles", { status: 200, body: [BUNDLE] })
      upstream.script("GET /payment/options", { status: 200, body: answered.map(method) })
      const here = await tabs.guest(locale === "nl" ? "/" : "/en")
      const { event } = await here.ask(LOAD)
      expect(event).toMatchObject({ provider, defaultMethodId: expected.defaults[locale] })
      expect(event["bundles"]).toMatchObject([{ id: "4", name: "Plus" }])
      expect(upstream.last("GET /bundles").query).toEqual({ wallet: "1", lang: locale })
      expect(event["paymentOptions"]).toEqual(
        order.map((id, index) => ({
          id,
          name: `Method ${id}`,
          image: `/payment-methods/${id}.svg`,
          provider: expected.providers[index],
          subOptions: id === "595" ? [{ id: "1", name: "Testbank Noord" }] : [],
        })),
      )
      expect(upstream.last("GET /payment/options").query).toEqual({
        dimension: "100x100",
        lang: locale,
      })
    },
  )

  it("names no default that is not offered [WALLET-45]", async () => {
    const options = [method("other"), method(999)]
    scene.upstream.script("GET /wallet", {
      status: 200,
      body: { id: 1, variant: "drawer", bundles: [BUNDLE], paymentOptions: options },
    })
    const { event } = await (await scene.tabs.guest()).ask(LOAD)
    expect(event).toMatchObject({ defaultMethodId: null })
    expect(event["paymentOptions"]).toMatchObject([{ id: "other" }, { id: "999" }])
  })
})

describe("a wallet and its payments", () => {
  let scene: AccountScene
  beforeAll(async () => {
    scene = await AccountScene.start()
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  it.each([
    ["bundles", "GET /payment/options"],
    ["paymentOptions", "GET /bundles"],
  ])("is asked for nothing more than it lacks where it brings its %s", async (part, lacking) => {
    const { upstream, tabs } = scene
    const here = await tabs.guest()
    const brings = part === "bundles" ? { bundles: [BUNDLE] } : { paymentOptions: [method(10)] }
    upstream.script("GET /wallet", { status: 200, body: { id: 1, variant: "drawer", ...brings } })
    upstream.script("GET /bundles", { status: 200, body: [BUNDLE] })
    upstream.script("GET /payment/options", { status: 200, body: [method(10)] })
    const before = upstream.calls.length
    const { event } = await here.ask(LOAD)
    expect(event).toMatchObject({ bundles: [{ id: "4" }], paymentOptions: [{ id: "10" }] })
    expect(upstream.calls.slice(before)).toEqual(["GET /wallet", lacking])
  })

  it("is asked for by its id and in the visit's language, and brings all in one answer [API-019]", async () => {
    const here = await scene.tabs.guest("/en")
    scene.upstream.script("GET /wallet", {
      status: 200,
      body: { id: 12, variant: "default", bundles: [BUNDLE], paymentOptions: [method(10)] },
    })
    const { event } = await here.ask({ ...LOAD, walletId: "12" })
    expect(scene.upstream.last("GET /wallet").query).toEqual({ id: "12", lang: "en" })
    expect(event).toMatchObject({
      variant: "default",
      bundles: [{ id: "4" }],
      paymentOptions: [{ id: "10" }],
    })
    for (const call of ["GET /bundles", "GET /payment/options"]) {
      expect(scene.upstream.calls).not.toContain(call)
    }
    await here.ask(LOAD)
    expect(scene.upstream.last("GET /wallet").query).toEqual({ lang: "en" })
  })

  it.each([
    ["bundles", { bundles: [BUNDLE] }],
    ["payment options", { paymentOptions: [method(10)] }],
  ])("keeps the %s that came with it, and asks for what did not", async (_, part) => {
    const here = await scene.tabs.guest()
    const other = { ...BUNDLE, id: 5 }
    scene.upstream.script("GET /wallet", { status: 200, body: { id: 1, variant: "x", ...part } })
    scene.upstream.script("GET /bundles", { status: 200, body: [other] })
    scene.upstream.script("GET /payment/options", { status: 200, body: [method(709)] })
    expect((await here.ask(LOAD)).event).toMatchObject({
      bundles: [{ id: "bundles" in part ? "4" : "5" }],
      paymentOptions: [{ id: "bundles" in part ? "709" : "10" }],
    })
  })

  it("is asked for with the credits that somebody is short of, and brings one offer more [WALLET-51]", async () => {
    const here = await scene.tabs.guest("/en")
    const topUp = { ...BUNDLE, id: "topup-152", credits: 152, cost: 251, meta: { classes: "" } }
    scene.upstream.script("GET /wallet", {
      status: 200,
      body: { id: 1, variant: "drawer", bundles: [BUNDLE], paymentOptions: [method(10)], topUp },
    })
    const { event } = await here.ask({ ...LOAD, short: 80 })
    expect(scene.upstream.last("GET /wallet").query).toEqual({ short: "80", lang: "en" })
    expect(event).toMatchObject({
      bundles: [{ id: "4" }],
      topUp: { id: "topup-152", credits: 152, costCents: 251, tags: [] },
    })
    for (const short of [0, -1, 1.5, 100_001, "80"]) {
      const asked = { ...LOAD, short } as Command
      expect(await here.browser.command(here.visit, asked)).toMatchObject({ status: 400 })
    }
  })

  it("brings bundles with their tags, of which unknown ones are left out [WALLET-06, WALLET-07]", async () => {
    const bundles = [BUNDLE, { ...BUNDLE, id: "b5", label: "Large", meta: { classes: "" } }]
    scene.upstream.script("GET /wallet", {
      status: 200,
      body: { id: 1, variant: "drawer", bundles, paymentOptions: [method(10)] },
    })
    const { event } = await (await scene.tabs.guest()).ask(LOAD)
    const plus = {
      id: "4",
      name: "Plus",
      costCents: 2_199,
      credits: 1_500,
      currency: "EUR",
      bonusMinutes: 2,
      label: null,
      tags: ["default", "mostBought", "bestDeal", "firstTime"],
    }
    expect(event["bundles"]).toEqual([plus, { ...plus, id: "b5", label: "Large", tags: [] }])
  })

  it("keep a payment session that was refused in the log, with the label and who refused it [WALLET-26]", async () => {
    const here = await scene.tabs.member(scene.member("anna"))
    scene.upstream.script("POST /payment/session", {
      status: 400,
      body: { label: "badRequest.bundle" },
    })
    const refused = await here.ask({
      _tag: "OpenPaymentSession",
      bundleId: "4",
      paymentMethod: "10",
      returnUrl: `${scene.gateway.url}/nl`,
      device: "desktop",
    })
    expect(refused).toMatchObject({
      event: { _tag: "PaymentSessionRefused", label: "badRequest.bundle" },
      src: { from: "member-api" },
    })
  })

  it("tell what the member socket says: the balance by either name, a bundle, a failure [API-094, API-095, API-096]", async () => {
    const anna = scene.member("anna")
    const { stream } = await scene.tabs.member(anna)
    await scene.upstream.heard(anna.id)
    for (const [name, credits] of [
      ["setCredits", 4_711],
      ["updated-credits", 4_712],
    ] as const) {
      scene.upstream.emit(anna.id, name, { credits })
      await stream.until(() => stream.events.some(({ event }) => event["credits"] === credits))
    }
    const bought = { sessionId: "ps_1", bundleId: 4, credits: 1_800, amount: 2_500 }
    scene.upstream.emit(anna.id, "bundle-bought", { ...bought, transactionId: "tx_1" })
    expect(await stream.event("BundleBought")).toMatchObject({
      event: { sessionId: "ps_1", bundleId: "4", credits: 1_800, transactionId: "tx_1" },
      src: { from: "member-socket" },
    })
    scene.upstream.emit(anna.id, "payment-failed", { sessionId: "ps_2", reasonCode: 309 })
    expect(await stream.event("PaymentFailed")).toMatchObject({
      event: { sessionId: "ps_2", reasonCode: 309 },
      src: { from: "member-socket" },
    })
  })

  it.each(["interval", "pre-paid"])(
    "tell that credits ran out, and of no payment, where the action %s failed [WALLET-48]",
    async (action) => {
      const anna = scene.member("anna")
      const { stream } = await scene.tabs.member(anna)
      await scene.upstream.heard(anna.id)
      scene.upstream.emit(anna.id, "payment-failed", {
        action,
        sessionId: "s1",
        reasonCode: 302,
      })
      expect((await stream.event("CreditsRanOut")).event).toMatchObject({ action })
      scene.upstream.emit(anna.id, "payment-failed", { sessionId: "s2", reasonCode: 309 })
      expect((await stream.event("PaymentFailed")).event).toMatchObject({ sessionId: "s2" })
      expect(stream.tags.filter((tag) => tag === "CreditsRanOut")).toHaveLength(1)
      expect(stream.tags.filter((tag) => tag === "PaymentFailed")).toHaveLength(1)
    },
  )
})
