import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { fingerprintId } from "./fingerprint.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"

const ID = "0123456789abcdef0123456789abcdef"
let document: { cookie: string }

beforeEach(() => {
  document = { cookie: "" }
  vi.stubGlobal("document", document)
  vi.stubGlobal("location", { protocol: "https:" })
  vi.stubGlobal("localStorage", memoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

const computing = (id: string) => vi.fn(() => Promise.resolve(id))

describe("the browser's fingerprint", () => {
  it("is neither computed nor read without consent", async () => {
    localStorage.setItem("fid", ID)
    const compute = computing(ID)
    expect(await fingerprintId({ hasConsented: () => false, compute })).toBeNull()
    expect(compute).not.toHaveBeenCalled()
    expect(document.cookie).toBe("")
  })

  it("is in the cookie and in fid after consent, and is computed once", async () => {
    const compute = computing(ID)
    const ports = { hasConsented: () => true, compute }
    expect(await fingerprintId(ports)).toBe(ID)
    expect(document.cookie).toMatch(new RegExp(`^fingerprint=${ID}; Max-Age=31536000; `, "u"))
    expect(localStorage.getItem("fid")).toBe(ID)
    expect(await fingerprintId(ports)).toBe(ID)
    expect(compute).toHaveBeenCalledTimes(1)
  })

  it("is not stored where the consent was taken back meanwhile", async () => {
    let isAllowed = true
    const compute = vi.fn(() => {
      isAllowed = false
      return Promise.resolve(ID)
    })
    expect(await fingerprintId({ hasConsented: () => isAllowed, compute })).toBeNull()
    expect(compute).toHaveBeenCalledTimes(1)
    expect([document.cookie, localStorage.length]).toEqual(["", 0])
  })

  it("is left out where it cannot be computed", async () => {
    const compute = () => Promise.reject(new TypeError("no chunk"))
    expect(await fingerprintId({ hasConsented: () => true, compute })).toBeNull()
  })
})
