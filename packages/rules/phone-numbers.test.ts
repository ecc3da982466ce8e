/** Which premium numbers may be offered, and at what price. */
import { describe, expect, it } from "vitest"
import type { DialInCountry } from "@foldcast/contracts/phone"
import {
  isSameNumber,
  longestCallMinutes,
  nationalDigits,
  phoneNumberFault,
} from "./phone-numbers.ts"

const faultOf = (country: DialInCountry, number: string, tariffCents: number, startCents = 0) =>
  phoneNumberFault({ country, number, tariffCents, startCents })

describe("a premium number", () => {
  it.each([
    ["NL", "0906-1234", 80, null],
    ["NL", "0906-1234", 900, null],
    ["NL", "0909-1234", 80, "kind"],
    ["NL", "0900-1234", 80, "kind"],
    ["NL", "0907-1234", 80, "prefix"],
    ["BE", "0906-12345", 100, null],
    ["BE", "0906-12345", 101, "tariff"],
    ["BE", "0907-12345", 200, null],
    ["BE", "0907-12345", 201, "tariff"],
    ["BE", "0903-12345", 100, "prefix"],
    ["DE", "0900-512345", 300, null],
    ["DE", "0900-512345", 301, "tariff"],
    ["DE", "0900-312345", 100, "kind"],
    ["NL", "0906-1234", 0, "tariff"],
    ["NL", "0906", 80, "prefix"],
    ["NL", "", 80, "prefix"],
  ] as const)("%s %s at %i cents: %s", (country, number, tariff, fault) => {
    expect(faultOf(country, number, tariff)).toBe(fault)
  })

  it("charges for its start in the Netherlands alone", () => {
    expect(faultOf("NL", "0906-1234", 80, 45)).toBeNull()
    expect(faultOf("BE", "0907-12345", 80, 45)).toBe("start")
    expect(faultOf("DE", "0900-512345", 80, 45)).toBe("start")
  })

  it("is the same by its digits, with or without the country's code", () => {
    const spellings = ["0906 1234", "09061234", "0906/1234", "+31 906 1234", "0031 906 1234"]
    for (const spelling of spellings) {
      expect(nationalDigits("NL", spelling)).toBe("09061234")
      expect(isSameNumber("NL", spelling, "0906-1234")).toBe(true)
    }
    expect(isSameNumber("NL", "0906-12345", "0906-1234")).toBe(false)
    expect(isSameNumber("NL", "*21#", "*21#")).toBe(false)
    for (const other of ["+32 906 1234", "0906-12x4", "call 0906"]) {
      expect(faultOf("NL", other, 80)).toBe("prefix")
    }
  })

  it("ends a call after ten minutes in Belgium and sixty in Germany", () => {
    expect(longestCallMinutes("BE", "0907-12345")).toBe(10)
    expect(longestCallMinutes("DE", "0900-512345")).toBe(60)
    expect(longestCallMinutes("NL", "0906-1234")).toBeNull()
  })
})
