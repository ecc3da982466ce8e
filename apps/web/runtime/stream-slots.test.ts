/** A document's slot where the browser has no locks: what is seen, or paid for, streams. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { SlotTurn } from "@foldcast/client/stream-slots"
import { browserStreamSlots, setPaidTimeRunning } from "./stream-slots.ts"

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible"
  see(state: DocumentVisibilityState) {
    this.visibilityState = state
    this.dispatchEvent(new Event("visibilitychange"))
  }
}
class NavigationTiming {
  readonly nextHopProtocol: string
  constructor(nextHopProtocol: string) {
    this.nextHopProtocol = nextHopProtocol
  }
}

let page = new Page()
const now = performance.now.bind(performance)
const cameOver = (protocol: string) => {
  vi.stubGlobal("performance", { now, getEntriesByType: () => [new NavigationTiming(protocol)] })
}
beforeEach(() => {
  page = new Page()
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", () => undefined)
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("PerformanceNavigationTiming", NavigationTiming)
  cameOver("http/1.1")
})
afterEach(() => {
  setPaidTimeRunning(false)
  vi.unstubAllGlobals()
})

describe("a document's slot for server-sent events", () => {
  it("is needed over HTTP/1.1 alone", () => {
    for (const protocol of ["h2", "h3"]) {
      cameOver(protocol)
      expect(browserStreamSlots()).toBeNull()
    }
    for (const protocol of ["http/1.1", ""]) {
      cameOver(protocol)
      expect(browserStreamSlots()).not.toBeNull()
    }
  })

  it("is granted without locks, and where the browser refuses them, while the document is visible", async () => {
    const refused = { query: () => Promise.reject(new Error("denied")) }
    for (const navigator of [{}, { locks: refused }]) {
      vi.stubGlobal("navigator", navigator)
      const told: Array<SlotTurn> = []
      const sought = browserStreamSlots()?.seek((turn) => told.push(turn))
      await vi.waitFor(() => expect(told).toEqual(["own"]))
      page.see("hidden")
      page.see("visible")
      expect(told).toEqual(["own", "others", "own"])
      sought?.leave()
      page.see("hidden")
      page.see("visible")
      expect(told).toHaveLength(3)
    }
  })

  it("stays a hidden document's for as long as paid time runs in it", async () => {
    const told: Array<SlotTurn> = []
    const sought = browserStreamSlots()?.seek((turn) => told.push(turn))
    await vi.waitFor(() => expect(told).toEqual(["own"]))
    setPaidTimeRunning(true)
    page.see("hidden")
    expect(told).toEqual(["own"])
    setPaidTimeRunning(false)
    expect(told).toEqual(["own", "others"])
    sought?.leave()
  })
})
