import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { fetchScript } from "./fetch-script.ts"

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Fails so many times, each time after the work; then answers which try it was. */
const failing = (times: number, work = () => {}) => {
  let tries = 0
  return async () => {
    tries += 1
    await Promise.resolve()
    if (tries > times) return tries
    work()
    throw new Error(`failed ${String(tries)}`)
  }
}
const leave = () => {
  page.dispatchEvent(new Event("beforeunload"))
}

it("a piece of script is loaded, or fails at once while its page stays open", async () => {
  expect(await fetchScript(failing(0))).toBe(1)
  await expect(fetchScript(failing(1))).rejects.toThrow("failed 1")
})

it("a load that ended because the page is being left is not reported, and is repeated if the page stays", async () => {
  const told = vi.fn()
  void fetchScript(failing(1, leave)).then(told, told)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledExactlyOnceWith(2)
})

it("the load of a script listens no longer than it lasts", async () => {
  await fetchScript(failing(0))
  leave()
  await expect(fetchScript(failing(1))).rejects.toThrow("failed 1")
})
