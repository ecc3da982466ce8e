import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningSimulators, startSimulators } from "../simulators.ts"
import { PAYER_CHOICE_NAMES, PAYER_CHOICES, type PayerChoiceName } from "./choices.ts"
import {
  TEST_BANK_SECRET,
  testSimulatorsConfig,
  fakeShop,
  type FakeShop,
} from "./fake-shop.fixture.ts"

const silent = Logger.layer([])
let site: FakeShop
let bank: RunningSimulators
beforeAll(async () => {
  site = await fakeShop()
  bank = await startSimulators(testSimulatorsConfig(), silent)
})
afterAll(async () => {
  await bank.close()
  site.close()
})

let sessions = 0
const session = () => `ps_${++sessions}`

const see = (order: string, more: { lang?: string; accept?: string } = {}) =>
  fetch(
    `${bank.url}/bank?order=${order}${more.lang === undefined ? "" : `&lang=${more.lang}`}`,
    more.accept === undefined ? {} : { headers: { "Accept-Language": more.accept } },
  )
const choose = (order: string, choice: string, at = bank) =>
  fetch(`${at.url}/bank`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ order, choice, lang: "nl" }),
  })
const heardOf = (sessionId: string) =>
  site.heard.filter(({ body }) => body["sessionId"] === sessionId)

describe("the bank's page", () => {
  it("shows amount and payee in both languages, says that it is a test, and offers every choice without script", async () => {
    const order = site.order(session())
    const dutch = await (await see(order)).text()
    expect(dutch).toContain('<html lang="nl">')
    expect(dutch).toContain("€&nbsp;23,75".replace("&nbsp;", "\u00a0"))
    expect(dutch).toContain("Dit is een nagemaakte bank.")
    const english = await (await see(order, { lang: "en" })).text()
    expect(english).toContain("€23.75")
    expect(english).toContain("Foldcast")
    for (const name of PAYER_CHOICE_NAMES) expect(english).toContain(`value="${name}"`)
    expect(english).not.toContain("<script")
  })

  it("uses the language asked for, then the order's, then the browser's", async () => {
    const order = site.order(session(), { lang: "en" })
    const languageOf = async (response: Response) =>
      /<html lang="(..)">/u.exec(await response.text())?.[1]
    expect(await languageOf(await see(order, { lang: "nl", accept: "en" }))).toBe("nl")
    expect(await languageOf(await see(order, { accept: "nl" }))).toBe("en")
    expect(await languageOf(await see("x", { accept: "fr, en;q=0.8, nl;q=0.5" }))).toBe("en")
    expect(await languageOf(await see("x", { accept: "de" }))).toBe("nl")
  })

  it("shows what it was sent as text, never as markup", async () => {
    const order = site.order(session(), { merchant: '<img src=x onerror="alert(1)">' })
    const page = await (await see(order)).text()
    expect(page).not.toContain("<img")
    expect(page).toContain("&lt;img")
  })

  it("has a strict content policy and the adult label, and sends no referrer to others", async () => {
    const { headers } = await see(site.order(session()))
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; " +
        "form-action 'self' https://site.example; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get("rating")).toBe("RTA-5042-1996-1400-1577-RTA")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("cache-control")).toBe("no-store")
  })

  it("refuses an order that the site did not sign, and redirects no browser for it", async () => {
    const order = site.order(session())
    const [payload = "", mac = ""] = order.split(".")
    const other = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object),
        returnUrl: "https://elsewhere.example/",
      }),
    ).toString("base64url")
    for (const forged of ["", "x", payload, `${payload}.`, `${other}.${mac}`, `${order}.x`]) {
      expect((await see(forged)).status).toBe(404)
      const response = await choose(forged, "pay")
      expect([response.status, response.headers.get("location")]).toEqual([404, null])
    }
    const script = site.order(session(), { returnUrl: "javascript:alert(1)" })
    expect((await see(script)).status).toBe(404)
    expect((await choose(order, "steal")).status).toBe(404)
    expect(TEST_BANK_SECRET).not.toBe("")
  })
})

describe("a choice at the bank", () => {
  const outcomes = PAYER_CHOICE_NAMES.map((name): [PayerChoiceName] => [name])
  it.each(outcomes)(
    "%s returns to the order's own address and notifies the site, signed",
    async (name) => {
      const id = session()
      const { outcome, calls } = PAYER_CHOICES[name]
      const before = site.heard.length
      const response = await choose(site.order(id), name)
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        "https://site.example/nl/profile/anna?p=1",
      ])
      await site.until(before + calls)
      const heard = heardOf(id)
      expect(heard).toHaveLength(calls)
      for (const { body, signed } of heard) {
        expect(signed).toBe(true)
        expect(body).toEqual({
          v: 1,
          sessionId: id,
          transactionId: heard[0]?.body["transactionId"],
          amountCents: 2_375,
          currency: "EUR",
          ...outcome,
        })
      }
    },
  )

  it("is notified before the browser returns where that was chosen, and after it where that was", async () => {
    const first = session()
    await choose(site.order(first), "callBackFirst")
    expect(heardOf(first)).toHaveLength(1)
    const twice = session()
    await choose(site.order(twice), "callBackTwice")
    expect(heardOf(twice)).toHaveLength(2)
    const later = session()
    await choose(site.order(later), "returnFirst")
    expect(heardOf(later)).toHaveLength(0)
    await site.until(site.heard.length + 1)
    expect(heardOf(later)).toHaveLength(1)
  })

  it("is final: a cancelled payment cannot be paid, a paid one not cancelled, and no second notice is sent", async () => {
    for (const [one, two] of [
      ["cancel", "pay"],
      ["callBackFirst", "cancel"],
    ] as const) {
      const id = session()
      const order = site.order(id)
      const before = site.heard.length
      await choose(order, one)
      await site.until(before + 1)
      const second = await choose(order, two)
      expect([second.status, second.headers.get("location")]).toEqual([409, null])
      expect(await (await see(order)).text()).not.toContain("<form")
      expect(heardOf(id).map(({ body }) => body["status"])).toEqual([
        PAYER_CHOICES[one].outcome.status,
      ])
    }
  })

  it("comes too late for an expired order: the site is notified that it failed as expired", async () => {
    const seen = session()
    const chosen = session()
    const exp = Math.floor(Date.now() / 1_000) - 1
    const before = site.heard.length
    expect(await (await see(site.order(seen, { exp }))).text()).not.toContain("<form")
    expect((await choose(site.order(chosen, { exp }), "pay")).status).toBe(409)
    await site.until(before + 2)
    for (const id of [seen, chosen]) {
      expect(heardOf(id)[0]?.body).toMatchObject({ status: "failed", reasonCode: 308 })
    }
  })

  it("is notified again and again until the site answers 200", async () => {
    const id = session()
    const before = site.heard.length
    site.answers.push(503, 401, 500)
    await choose(site.order(id), "pay")
    await site.until(before + 4)
    expect(heardOf(id)).toHaveLength(4)
    const ids = new Set(heardOf(id).map(({ body }) => body["transactionId"]))
    expect(ids.size).toBe(1)
  })

  it("is notified after a restart when it was not answered before, and is final then too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foldcast-bank-"))
    const config = testSimulatorsConfig(join(folder, "books", "bank.db"))
    const id = session()
    const order = site.order(id)
    const one = await startSimulators(config, silent)
    const before = site.heard.length
    site.answers.push(503)
    await choose(order, "pay", one)
    await site.until(before + 1)
    await one.close()
    const heard = heardOf(id).length
    const two = await startSimulators(config, silent)
    await site.until(before + heard + 1)
    expect((await choose(order, "cancel", two)).status).toBe(409)
    expect(heardOf(id).every(({ body }) => body["status"] === "paid")).toBe(true)
    await two.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe("the outside parties", () => {
  it("name themselves on their first page", async () => {
    const page = await (await fetch(`${bank.url}/?lang=en`)).text()
    expect(page).toContain("Outside parties")
    expect(page).toContain("no real money")
  })

  it("say in one sentence that their port is taken", async () => {
    const { port } = new URL(bank.url)
    await expect(
      startSimulators({ ...testSimulatorsConfig(), port: Number(port) }),
    ).rejects.toThrow(`Port ${port} is taken: stop what listens there, or set SIMULATORS_PORT.`)
  })
})
