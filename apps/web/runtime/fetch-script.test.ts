import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { fetchScript, fetchScriptQuietly, ScriptUnreached } from "./fetch-script.ts"
import { ChunkGone } from "./import-fetched.ts"

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
  await expect(fetchScript(failing(1))).rejects.toThrow(ScriptUnreached)
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
  await expect(fetchScript(failing(1))).rejects.toThrow(ScriptUnreached)
})

it("a load that the network failed is repeated where the site answers by then, at growing intervals, but not where the chunk is gone", async () => {
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("fetch", async () => new Response())
  const loaded = vi.fn()
  void fetchScript(failing(3)).then(loaded)
  await vi.advanceTimersByTimeAsync(2_499)
  expect(loaded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(loaded).toHaveBeenCalledExactlyOnceWith(4)
  const refused = vi.fn()
  void fetchScript(failing(4)).catch(refused)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(refused).toHaveBeenCalledExactlyOnceWith(new Error("failed 4"))
  const gone = vi.fn(() => Promise.reject(new ChunkGone("/assets/a.js")))
  await expect(fetchScript(gone)).rejects.toThrow(ChunkGone)
  expect(gone).toHaveBeenCalledOnce()
})

it("a load that nobody sees fail is repeated until the chunk comes, three times at most", async () => {
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("fetch", async () => new Response())
  const loaded = vi.fn()
  void fetchScriptQuietly(failing(11)).then(loaded)
  await vi.advanceTimersByTimeAsync(3 * 3_000)
  expect(loaded).toHaveBeenCalledExactlyOnceWith(12)
  const given = vi.fn()
  void fetchScriptQuietly(failing(12)).then(given)
  await vi.advanceTimersByTimeAsync(3 * 3_000)
  expect(given).toHaveBeenCalledExactlyOnceWith(null)
})
