/** The bank's tab, as far as a browser lets a page have it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { browserPayWindow } from "./pay-window.ts"

const fakeTab = () => {
  const lines: Array<string> = []
  const replace = vi.fn<(url: string) => void>()
  const tab = {
    closed: false,
    location: { replace },
    document: {
      title: "",
      createElement: () => ({ textContent: "", style: { cssText: "" } }),
      body: { append: (line: { textContent: string }) => lines.push(line.textContent) },
    },
    close: () => {
      tab.closed = true
    },
  }
  return { tab, lines, replace }
}

describe("the pay window", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const opening = (tab: object | null) => {
    vi.stubGlobal("window", { open: () => tab })
    const closed = vi.fn<() => void>()
    return { closed, payWindow: browserPayWindow(closed) }
  }

  it("opens blank with a loading text, then goes to the bank [WALLET-24]", () => {
    const { tab, lines, replace } = fakeTab()
    const { payWindow } = opening(tab)
    expect(payWindow.open("Loading…")).toBe("opened")
    expect(lines).toEqual(["Loading…"])
    payWindow.point("https://bank.example/s1")
    expect(replace).toHaveBeenCalledWith("https://bank.example/s1")
  })

  it("says that it was blocked", () => {
    expect(opening(null).payWindow.open("Loading…")).toBe("blocked")
  })

  it("tells once that the visitor closed it, and nothing when it was closed from here", () => {
    const { tab } = fakeTab()
    const { payWindow, closed } = opening(tab)
    payWindow.open("Loading…")
    vi.advanceTimersByTime(5_000)
    expect(closed).not.toHaveBeenCalled()
    tab.close()
    vi.advanceTimersByTime(5_000)
    expect(closed).toHaveBeenCalledTimes(1)
    payWindow.open("Loading…")
    payWindow.close()
    vi.advanceTimersByTime(5_000)
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it("that is gone before the bank's address is known counts as closed", () => {
    const { tab, replace } = fakeTab()
    const { payWindow, closed } = opening(tab)
    payWindow.open("Loading…")
    tab.close()
    payWindow.point("https://bank.example/s1")
    expect(replace).not.toHaveBeenCalled()
    expect(closed).toHaveBeenCalled()
  })
})
