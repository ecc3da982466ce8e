/** What a member may buy, at a running world's own interfaces: the price of a top-up, limits, and the pause. */
import { beforeAll, describe, expect, it } from "vitest"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { arrivals } from "./arrivals.ts"
import { newPersonAccount, Person } from "./person.ts"

const NONE = {
  _tag: "SetSpendingLimits",
  dayCents: null,
  weekCents: null,
  monthCents: null,
} as const
/** Of `bundle-600`, in euro cents. */
const PRICE = 990
const DAY_MS = 86_400_000

describe("what a member buys", () => {
  let world: World
  const arriving = arrivals()
  beforeAll(async () => {
    world = await sharedWorld()
  })
  const arrive = () => arriving(Person.register({ url: world.urls.site }, newPersonAccount()))

  const checkout = (bundleId = "bundle-600"): CommandOf<"OpenPaymentSession"> => ({
    _tag: "OpenPaymentSession",
    bundleId,
    paymentMethod: "10",
    returnUrl: `${world.urls.site}/en`,
    device: "desktop",
  })
  const outcomeOf = async (person: Person, bundleId?: string) => {
    const { event } = await person.ask(checkout(bundleId))
    return event._tag === "PaymentSessionRefused" ? event["label"] : event._tag
  }

  it("costs what the id of a top-up says, and no made-up one is sold [WALLET-53]", async () => {
    const anna = await arrive()
    const { event } = await anna.ask({ _tag: "LoadWallet", short: 500 })
    expect(event["topUp"]).toMatchObject({ id: "topup-500", costCents: 825, credits: 500 })
    // Nobody was ever offered this one.
    const opened = (await anna.ask(checkout("topup-777"))).event
    const order = new URL(String(opened["paymentURL"])).searchParams.get("order") ?? ""
    const [payload = ""] = order.split(".")
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
      amountCents: 1_283,
      description: "777 credits",
    })
    for (const id of ["topup-1", "topup-151", "topup-100001", "topup-0777", "topup-7e2"]) {
      expect(await outcomeOf(anna, id)).toBe("badRequest.bundle")
    }
  })

  it("stays within the limit of a span, from however many places at once [WALLET-54]", async () => {
    const anna = await arrive()
    await anna.ask({ ...NONE, monthCents: 2 * PRICE + 100 })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(anna)))
    const counted = (outcome: string) => outcomes.filter((one) => one === outcome).length
    expect([counted("PaymentSessionOpened"), counted("limitReached.month")]).toEqual([2, 10])
    const { event } = await anna.ask({ _tag: "LoadSpendingLimits" })
    expect(event["month"]).toMatchObject({ boughtCents: 2 * PRICE })
  })

  it("is limited at once by less, and by more a day later [WALLET-55]", async () => {
    const anna = await arrive()
    await anna.ask({ ...NONE, dayCents: 500 })
    expect(await outcomeOf(anna)).toBe("limitReached.day")
    const raised = await anna.ask({ ...NONE, dayCents: 5_000 })
    expect(raised.event["day"]).toEqual({
      limitCents: 500,
      boughtCents: 0,
      raise: { limitCents: 5_000, from: expect.any(Number) },
    })
    const { from } = (raised.event["day"] as { readonly raise: { readonly from: number } }).raise
    expect(Math.abs(from - raised.at - DAY_MS)).toBeLessThan(DAY_MS / 24)
    expect(await outcomeOf(anna)).toBe("limitReached.day")
  })

  it("is nothing during a pause, which no other command ends [WALLET-56]", async () => {
    const anna = await arrive()
    const begun = (await anna.ask({ _tag: "PauseSpending", days: 30 })).event["pausedUntil"]
    for (const command of [{ _tag: "PauseSpending", days: 1 }, NONE] as const) {
      expect((await anna.ask(command)).event["pausedUntil"]).toBe(begun)
    }
    expect(await outcomeOf(anna)).toBe("spendingPaused")
    const longer = (await anna.ask({ _tag: "PauseSpending", days: 180 })).event["pausedUntil"]
    expect(Number(longer)).toBeGreaterThan(Number(begun))
  })
})
