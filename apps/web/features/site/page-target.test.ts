import { describe, expect, it } from "vitest"
import { isPlainAddressOf } from "./page-target.ts"

describe("an address without a prefix", () => {
  const toys = { page: "category", params: { slug: "toy-shows" } } as const

  it("is the page in a language whose links have a prefix", () => {
    expect(isPlainAddressOf("/toy-shows", "en", toys)).toBe(true)
    expect(isPlainAddressOf("/", "en", { page: "home" })).toBe(true)
    expect(isPlainAddressOf("/new-cams", "en", toys)).toBe(false)
    expect(isPlainAddressOf("/toy-shows", "en", { page: "home" })).toBe(false)
  })

  it("is not told apart where links lead to that very address", () => {
    expect(isPlainAddressOf("/toy-shows", "nl", toys)).toBe(false)
    expect(isPlainAddressOf("/en/toy-shows", "en", toys)).toBe(false)
  })
})
