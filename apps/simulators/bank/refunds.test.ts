/** The bank gives back what the site asks back, signed, once, and tells it until it answers. */
import { createHmac } from "node:crypto"
import { Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningSimulators, startSimulators } from "../simulators.ts"
import {
  fakeShop,
  type FakeShop,
  TEST_BANK_SECRET,
  testSimulatorsConfig,
} from "./fake-shop.fixture.ts"

let site: FakeShop
let bank: RunningSimulators
beforeAll(async () => {
  site = await fakeShop()
  bank = await startSimulators(testSimulatorsConfig(), Logger.layer([]))
})
afterAll(async () => {
  await bank.close()
  site.close()
})

const paid = async (sessionId: string, choice = "callBackFirst") => {
  const before = site.heard.length
  await fetch(`${bank.url}/bank`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ order: site.order(sessionId), choice, lang: "nl" }),
  })
  await site.until(before + 1)
  const [told] = site.heard.filter(({ body }) => body["sessionId"] === sessionId)
  return String(told?.body["transactionId"])
}

interface Asked {
  readonly sessionId: string
  readonly transactionId: string
  readonly amountCents?: number
}

const ask = async (
  { sessionId, transactionId, amountCents = 2_375 }: Asked,
  { secret = TEST_BANK_SECRET, ageSeconds = 0, purpose = "refund.v1" } = {},
) => {
  const body = JSON.stringify({ v: 1, sessionId, transactionId, amountCents, currency: "EUR" })
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds)
  const mac = createHmac("sha256", secret).update(`${purpose}.${timestamp}.${body}`).digest("hex")
  const response = await fetch(`${bank.url}/bank/refunds`, {
    method: "POST",
    headers: { "X-Bank-Timestamp": timestamp, "X-Bank-Signature": `v1=${mac}` },
    body,
  })
  return response.status
}
const refundsOf = (sessionId: string) =>
  site.heard.filter(({ body }) => body["sessionId"] === sessionId && body["status"] === "refunded")

describe("a refund", () => {
  it("is given once, and told by a signed notice until the site answers", async () => {
    const transactionId = await paid("ps_r1")
    const before = site.heard.length
    site.answers.push(500)
    expect(await ask({ sessionId: "ps_r1", transactionId })).toBe(200)
    await site.until(before + 2)
    expect(await ask({ sessionId: "ps_r1", transactionId })).toBe(200)
    expect(refundsOf("ps_r1")).toHaveLength(2)
    expect(refundsOf("ps_r1").every(({ signed }) => signed)).toBe(true)
    expect(refundsOf("ps_r1")[0]?.body).toEqual({
      v: 1,
      sessionId: "ps_r1",
      transactionId,
      amountCents: 2_375,
      currency: "EUR",
      status: "refunded",
    })
  })

  it("is refused where the site did not sign it for this, or long ago", async () => {
    const transactionId = await paid("ps_r2")
    const asked = { sessionId: "ps_r2", transactionId }
    expect(await ask(asked, { secret: "another secret of theirs" })).toBe(401)
    expect(await ask(asked, { purpose: "callback.v1" })).toBe(401)
    expect(await ask(asked, { ageSeconds: 3_600 })).toBe(401)
    expect(refundsOf("ps_r2")).toEqual([])
  })

  it("is refused for what was not paid here, or not so much", async () => {
    const transactionId = await paid("ps_r3")
    expect(await ask({ sessionId: "ps_r3", transactionId, amountCents: 2_376 })).toBe(404)
    expect(await ask({ sessionId: "ps_r3", transactionId: "tx_other" })).toBe(404)
    expect(await ask({ sessionId: "ps_none", transactionId })).toBe(404)
    const failed = await paid("ps_r4", "cancel")
    expect(await ask({ sessionId: "ps_r4", transactionId: failed })).toBe(404)
  })
})
