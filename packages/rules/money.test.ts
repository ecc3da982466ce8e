import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Bundle } from "@foldcast/contracts/stream/wallet"
import { Cents } from "@foldcast/contracts/units"
import {
  centsPerMinute,
  discountPercent,
  includedVatCents,
  isLowBalance,
  minutesOf,
  totalCredits,
  totalMinutes,
  VAT_PERCENT,
  vatParts,
} from "./money.ts"

const priced = (costCents: number, credits: number, bonusMinutes = 0) => ({
  costCents,
  credits,
  bonusMinutes,
})

describe("a bundle's price", () => {
  it("per minute comes from cost and credits, 60 credits a minute [WALLET-03] [WALLET-17]", () => {
    expect(centsPerMinute(priced(990, 600))).toBe(99)
    expect(centsPerMinute(priced(999, 600))).toBe(100)
    expect(centsPerMinute(priced(4_995, 6_000))).toBe(50)
    expect(centsPerMinute(priced(999, 0))).toBeNull()
  })

  it("is a discount against 0.99 a minute, in whole percent, never below 0 [WALLET-18]", () => {
    expect(discountPercent(priced(990, 600))).toBe(0)
    expect(discountPercent(priced(495, 600))).toBe(50)
    expect(discountPercent(priced(792, 600))).toBe(20)
    expect(discountPercent(priced(2_000, 600))).toBe(0)
    expect(discountPercent(priced(999, 0))).toBe(0)
    expect(discountPercent(priced(0, 600))).toBe(100)
  })

  it("does not count bonus minutes, and the total does [WALLET-15]", () => {
    expect(totalMinutes(priced(990, 600, 5))).toBe(15)
    expect(totalCredits(priced(990, 600, 5))).toBe(900)
    expect(discountPercent(priced(495, 600, 30))).toBe(50)
    expect(minutesOf(119)).toBe(1)
  })

  it("contains the VAT that it names, in whole cents [WALLET-04]", () => {
    expect(includedVatCents(121)).toBe(21)
    expect(includedVatCents(2_375)).toBe(412)
    expect(includedVatCents(0)).toBe(0)
  })

  it("is its net amount and its VAT, whichever the amount, and the VAT is at most half a cent off [WALLET-04]", () => {
    const amounts = Effect.runSync(
      Arbitrary.sampleEffect(Arbitrary.schema(Cents), { count: 500, size: 50, seed: 5 }),
    )
    const everyOne = Array.from({ length: 500 }, (_, cents) => cents)
    for (const cents of [...everyOne, ...amounts]) {
      const { netCents, vatCents, grossCents } = vatParts(cents)
      expect([netCents, vatCents].every(Number.isSafeInteger)).toBe(true)
      expect(netCents + vatCents).toBe(cents)
      expect(grossCents).toBe(cents)
      // In 121sts of a cent, without a fraction.
      expect(
        Math.abs(vatCents * (100 + VAT_PERCENT) - cents * VAT_PERCENT) * 2,
      ).toBeLessThanOrEqual(100 + VAT_PERCENT)
    }
  })

  it("is a whole and bounded number for every bundle there can be", () => {
    const bundles = Effect.runSync(
      Arbitrary.sampleEffect(Arbitrary.schema(Bundle), { count: 500, size: 50, seed: 3 }),
    )
    for (const bundle of bundles) {
      const percent = discountPercent(bundle)
      expect(Number.isSafeInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
      expect(Number.isSafeInteger(totalMinutes(bundle))).toBe(true)
      const cents = centsPerMinute(bundle)
      if (cents !== null) {
        expect(Number.isSafeInteger(cents)).toBe(true)
        expect(Math.abs(cents - (bundle.costCents * 60) / bundle.credits)).toBeLessThanOrEqual(0.5)
      }
    }
  })

  it("is in whole cents to begin with [WALLET-16]", () => {
    const accepts = Schema.is(Bundle)
    const bundle = {
      id: "b",
      name: "b",
      credits: 60,
      currency: "EUR",
      bonusMinutes: 0,
      label: null,
    }
    expect(accepts({ ...bundle, costCents: 99, tags: [] })).toBe(true)
    expect(accepts({ ...bundle, costCents: 99.5, tags: [] })).toBe(false)
  })
})

describe("a balance", () => {
  it("is low at 500 credits and below", () => {
    expect([0, 500, 501].map(isLowBalance)).toEqual([true, true, false])
  })
})
