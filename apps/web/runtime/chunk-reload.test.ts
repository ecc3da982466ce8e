import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { mayReload, reloadForChunk } from "./chunk-reload.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"

const NOW = 1_790_000_000_000

beforeEach(() => vi.stubGlobal("sessionStorage", memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

describe("a page chunk that cannot be fetched", () => {
  it("reloads the page, at most once in 60 seconds [ROUTE-36]", () => {
    const reload = vi.fn()
    expect(reloadForChunk(NOW, reload)).toBe(true)
    expect(reloadForChunk(NOW + 59_999, reload)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(reloadForChunk(NOW + 60_000, reload)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it("reloads also where the clock was set back since", () => {
    expect(mayReload({ status: 200, value: NOW }, NOW - 1)).toBe(true)
  })

  it("reloads nothing where it could not remember having done so", () => {
    vi.stubGlobal("sessionStorage", undefined)
    const reload = vi.fn()
    expect(reloadForChunk(NOW, reload)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
