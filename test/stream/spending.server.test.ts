/** Limits on buying over the real stream: who hears of a change, and which answer is the latest. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { AccountScene } from "../support/account-scene.ts"
import type { ScriptedMember } from "../support/scripted-upstream.ts"

const SET = { _tag: "SetSpendingLimits", dayCents: 2_500, weekCents: null, monthCents: 0 } as const
const LOAD = { _tag: "LoadSpendingLimits" } as const

const NONE = { limit: null, bought: 0 }
const LIMITS = {
  day: { limit: 2_500, bought: 990 },
  week: { limit: 5_000, bought: 990, raise: { limit: null, from: 1_790_000_000_000 } },
  month: NONE,
  pausedUntil: null,
}
const FACT = {
  day: { limitCents: 2_500, boughtCents: 990, raise: null },
  week: {
    limitCents: 5_000,
    boughtCents: 990,
    raise: { limitCents: null, from: 1_790_000_000_000 },
  },
  month: { limitCents: null, boughtCents: 0, raise: null },
  pausedUntil: null,
}

describe("a member's limits on buying", () => {
  let scene: AccountScene
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_WRITE_TIMEOUT_MS: "2000" })
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  it("are asked for by who shows them, and told in units of their own", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.script("GET /wallet/limits", { status: 200, body: LIMITS })
    const { event, scope } = await here.ask(LOAD)
    expect([event, scope]).toEqual([{ _tag: "SpendingLimitsListed", ...FACT }, "member"])
  })

  it("change for every browser of the member [WALLET-57]", async () => {
    const [here, there] = [await scene.tabs.member(anna), await scene.tabs.member(anna)]
    scene.upstream.script("PUT /wallet/limits", { status: 200, body: LIMITS })
    const { event } = await here.ask(SET)
    expect(event).toEqual({ _tag: "SpendingLimitsChanged", ...FACT })
    expect((await there.stream.event("SpendingLimitsChanged")).event).toEqual(event)
    expect(scene.upstream.last("PUT /wallet/limits").body).toEqual({
      day: 2_500,
      week: null,
      month: 0,
    })
    scene.upstream.script("PUT /wallet/limits", { status: 200, body: LIMITS })
    await here.ask({ _tag: "PauseSpending", days: 30 })
    expect(scene.upstream.last("PUT /wallet/limits").body).toEqual({ pauseDays: 30 })
  })

  it("do not exist for a guest: the upstream is not asked", async () => {
    const { event } = await (await scene.tabs.guest()).ask(SET)
    expect(event).toEqual({ _tag: "SpendingLimitsRefused", label: "unauthorized" })
    expect(scene.upstream.calls.some((call) => call.endsWith("/wallet/limits"))).toBe(false)
  })

  it("say that nobody knows where no answer came, and ask what holds", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.script("PUT /wallet/limits", "hang")
    scene.upstream.script("GET /wallet/limits", { status: 200, body: LIMITS })
    const { event } = await here.ask(SET)
    expect(event).toEqual({ _tag: "SpendingLimitsRefused", label: "outcomeUnknown" })
    expect((await here.stream.event("SpendingLimitsListed")).event).toMatchObject(FACT)
  })

  it("are set to amounts and lengths that are known, or not at all", async () => {
    const here = await scene.tabs.member(anna)
    for (const changed of [
      { ...SET, dayCents: -1 },
      { ...SET, weekCents: 0.5 },
      { ...SET, monthCents: 100_000_001 },
      { _tag: "SetSpendingLimits", dayCents: 1 },
      { _tag: "PauseSpending", days: 2 },
      { _tag: "PauseSpending", days: "7" },
    ]) {
      const asked = changed as Command
      expect(await here.browser.command(here.visit, asked)).toMatchObject({ status: 400 })
    }
    expect(scene.upstream.calls).not.toContain("PUT /wallet/limits")
  })

  it.each(["limitReached.week", "spendingPaused"])(
    "refuse a payment with %s, which the fact names [WALLET-58]",
    async (label) => {
      const here = await scene.tabs.member(anna)
      scene.upstream.script("POST /payment/session", { status: 400, body: { label } })
      const { event } = await here.ask({
        _tag: "OpenPaymentSession",
        bundleId: "4",
        paymentMethod: "10",
        returnUrl: `${scene.gateway.url}/`,
        device: "desktop",
      })
      expect(event).toEqual({ _tag: "PaymentSessionRefused", label })
    },
  )
})
