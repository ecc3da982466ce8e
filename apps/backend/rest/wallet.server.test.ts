import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  BundlesAnswer,
  PaymentOptionsAnswer,
  WalletAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const get = async <A>(schema: Schema.Codec<A, unknown>, path: string, from = backend) => {
  const { status, body } = await from.call("GET", path)
  expect(status).toBe(200)
  return Schema.decodeUnknownSync(schema)(body)
}

describe("the wallet", () => {
  it("answers bundles, payment options and a variant, by wallet id and language [API-019]", async () => {
    const wallet = await get(WalletAnswer, "/wallet?id=drawer&lang=en")
    expect(wallet).toMatchObject({ id: "drawer", variant: "drawer" })
    expect(wallet.bundles).toHaveLength(7)
    expect(wallet.paymentOptions?.length).toBeGreaterThan(0)
    const labels = (lang: string) =>
      get(WalletAnswer, `/wallet?lang=${lang}`).then(({ bundles }) => bundles?.[0]?.label)
    expect([await labels("nl"), await labels("en")]).toEqual(["Eerste aankoop", "First purchase"])
  })

  it("comes in two variants, of which the default is answered without an id [WALLET-13]", async () => {
    expect(await get(WalletAnswer, "/wallet")).toMatchObject({ variant: "default" })
    expect(await get(WalletAnswer, "/wallet?id=default")).toMatchObject({ variant: "default" })
    expect(await backend.call("GET", "/wallet?id=other")).toMatchObject({
      status: 404,
      body: { label: "notFound" },
    })
  })

  it("lists bundles by wallet, each with cost in cents, credits, bonus minutes, label and tags [API-020] [WALLET-06]", async () => {
    const bundles = await get(BundlesAnswer, "/bundles?wallet=default")
    for (const bundle of bundles) {
      expect(bundle).toMatchObject({ currency: "EUR", name: `${bundle.credits} credits` })
      // The base price is 0.99 per minute; larger bundles cost less.
      expect(bundle.cost / (bundle.credits / 60)).toBeLessThanOrEqual(99)
    }
  })

  it("makes one offer more for who is short of credits, beside the bundles [WALLET-51, WALLET-52]", async () => {
    const offered = async (short: number) =>
      (await get(WalletAnswer, `/wallet?lang=en&short=${short}`)).topUp
    expect(await offered(500)).toEqual({
      id: "topup-500",
      name: "500 credits",
      cost: 825,
      credits: 500,
      currency: "EUR",
      bonus: 0,
      label: null,
      meta: { classes: "" },
    })
    expect(await offered(80)).toMatchObject({ id: "topup-152", cost: 251, credits: 152 })
    const wallet = await get(WalletAnswer, "/wallet?short=500")
    expect(wallet.bundles).toEqual((await get(WalletAnswer, "/wallet")).bundles)
    expect(await get(WalletAnswer, "/wallet")).not.toHaveProperty("topUp")
  })

  it("makes none where a bundle that the wallet shows gives as many credits for no more, its extra minutes included [WALLET-51]", async () => {
    const { bundles = [] } = await get(WalletAnswer, "/wallet")
    const shown = bundles
      .slice(0, 5)
      .map(({ cost, credits, bonus }) => ({ cost, credits: credits + 60 * bonus }))
    const hidden = bundles.slice(5)
    expect(hidden.length).toBeGreaterThan(0)
    const largest = Math.max(...shown.map(({ credits }) => credits))
    const amounts = shown.flatMap(({ credits }) => [credits - 1, credits, credits + 1])
    for (const short of [...amounts, 2_726, 2_727, largest + 5_000]) {
      const cost = Math.ceil((short * 99) / 60)
      const isBeaten = shown.some((one) => one.credits >= short && one.cost <= cost)
      const { topUp } = await get(WalletAnswer, `/wallet?short=${short}`)
      expect(topUp?.cost ?? null).toBe(isBeaten ? null : cost)
    }
  })

  it.each(["0", "-80", "1.5", "100001", "many", ""])("refuses %j credits", async (short) => {
    expect(await backend.call("GET", `/wallet?short=${short}`)).toMatchObject({
      status: 400,
      body: { label: "badRequest.short" },
    })
  })

  it("tags its bundles default, bestDeal, mostBought and firstTime among the first five [WALLET-07]", async () => {
    const bundles = await get(BundlesAnswer, "/bundles")
    const shown = bundles.slice(0, 5).flatMap(({ meta }) => meta.classes.split(","))
    expect(shown).toEqual(
      expect.arrayContaining(["default", "bestDeal", "mostBought", "firstTime"]),
    )
  })

  it("offers the methods of paynl by their numbers, each with an image of 100 by 100 [API-021] [WALLET-42] [WALLET-46]", async () => {
    const options = await get(PaymentOptionsAnswer, "/payment/options?dimension=100x100&lang=en")
    expect(options.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      10, 436, 553, 595, 709,
    ])
    for (const { id, image } of options) expect(image).toBe(`/payment-methods/${id}.svg`)
    expect(await backend.call("GET", "/payment/options?dimension=50x50")).toMatchObject({
      status: 400,
      body: { label: "badRequest.dimension" },
    })
  })

  it("names a method as its country does, and gives some a list to choose from [WALLET-09]", async () => {
    const options = await get(PaymentOptionsAnswer, "/payment/options?lang=en")
    expect(options.find(({ id }) => id === 10)?.name).toBe("iDEAL | Wero")
    expect(options.find(({ id }) => id === 436)?.name).toBe("Bancontact")
    const withList = options.filter(({ paymentOptionSubList }) => paymentOptionSubList.length > 0)
    expect(withList).toHaveLength(1)
    expect(withList[0]?.paymentOptionSubList[0]).toEqual({ id: "1", name: "Test Bank North" })
  })

  it("offers the methods of dialxs by their names, all but the one switched off [WALLET-41]", async () => {
    const dialxs = await testBackend({
      payments: { provider: "dialxs", merchant: "Foldcast", sessionMs: 3_600_000 },
    })
    const options = await get(PaymentOptionsAnswer, "/payment/options", dialxs)
    expect(options.map(({ id }) => id)).toEqual(["ideal", "creditcard", "mistercash"])
    await dialxs.close()
  })
})
