import { describe, expect, it } from "vitest"
import {
  formatCredits,
  formatMinutes,
  formatMoney,
  formatPercentage,
  formatPricePerMinute,
} from "./number-formats.ts"

describe("number formats", () => {
  it("write euro cents as money, in each language's own way [WALLET-16]", () => {
    expect(formatMoney(123_450, "nl")).toBe("€\u00A01.234,50")
    expect(formatMoney(123_450, "en")).toBe("€1,234.50")
    expect(formatMoney(999, "nl")).toBe("€\u00A09,99")
    expect(formatMoney(0, "en")).toBe("€0.00")
  })

  it("write credits and minutes in the singular and the plural", () => {
    expect(formatCredits(1, "nl")).toBe("1\u00A0credit")
    expect(formatCredits(1_234, "nl")).toBe("1.234\u00A0credits")
    expect(formatCredits(1_234, "en")).toBe("1,234\u00A0credits")
    expect(formatMinutes(1, "nl")).toBe("1\u00A0minuut")
    expect(formatMinutes(12.5, "nl")).toBe("12,5\u00A0minuten")
    expect(formatMinutes(12.5, "en")).toBe("12.5\u00A0minutes")
  })

  it("write prices per minute and percentages", () => {
    expect(formatPricePerMinute(99, "nl")).toBe("€\u00A00,99 per minuut")
    expect(formatPricePerMinute(83, "en")).toBe("€0.83 per minute")
    expect(formatPercentage(15, "nl")).toBe("15%")
    expect(formatPercentage(15, "en")).toBe("15%")
  })
})
