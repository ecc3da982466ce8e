import { describe, expect, it, vi } from "vitest"
import { HOUSE_BRAND, PARTNER_BRAND } from "../screens/brands.fixture.ts"
import { appStateStore, initialAppState } from "./app-state.ts"
import { isMobileWidth, watchDevice } from "./device.ts"

describe("a document's app state", () => {
  it("holds what the site knows about itself [SHELL-02]", () => {
    expect(initialAppState(PARTNER_BRAND, true)).toEqual({
      availableLanguages: ["nl", "en"],
      geoLocation: null,
      mobileViewport: true,
      landerConfig: null,
      appLoaded: false,
      logo: "/brand/logo.svg",
    })
  })

  it("tells its listeners of a change, and of none where nothing changed", () => {
    const store = appStateStore(initialAppState(HOUSE_BRAND, false))
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.set({ mobileViewport: false })
    expect(listener).not.toHaveBeenCalled()
    store.set({ appLoaded: true })
    expect(listener).toHaveBeenCalledTimes(1)
    expect([store.get().appLoaded, store.getFirst().appLoaded]).toEqual([true, false])
    stop()
    store.set({ appLoaded: false })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe("the device", () => {
  it("is mobile under 1024 pixels [SHELL-49]", () => {
    expect([320, 1_023, 1_024, 1_280].map(isMobileWidth)).toEqual([true, true, false, false])
  })

  it("is read again 50 milliseconds after the last resize", () => {
    vi.useFakeTimers()
    const target = new EventTarget()
    let width = 1_280
    const read = vi.fn()
    const stop = watchDevice(target, () => width, read)
    expect(read.mock.calls).toEqual([[1_280]])
    width = 800
    target.dispatchEvent(new Event("resize"))
    vi.advanceTimersByTime(49)
    target.dispatchEvent(new Event("resize"))
    vi.advanceTimersByTime(49)
    expect(read).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(read.mock.calls.slice(1)).toEqual([[800]])
    stop()
    target.dispatchEvent(new Event("resize"))
    vi.advanceTimersByTime(50)
    expect(read).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })
})
