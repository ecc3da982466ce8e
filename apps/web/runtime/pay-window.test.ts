/** The bank's tab, as far as a browser lets a page have it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { browserPayWindow, closeReturnedPayWindow } from "./pay-window.ts"

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

  it("reports that it was blocked", () => {
    expect(opening(null).payWindow.open("Loading…")).toBe("blocked")
  })

  it("reports once that the visitor closed it, and nothing when the site closed it", () => {
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

describe("a bank's tab that comes back", () => {
  const channels: Array<BroadcastChannel> = []
  /** What a document listened to ends with it. */
  const endDocuments = () => {
    for (const channel of channels.splice(0)) channel.close()
  }

  beforeEach(() => {
    vi.stubGlobal(
      "BroadcastChannel",
      class extends BroadcastChannel {
        constructor(name: string) {
          super(name)
          channels.push(this)
        }
      },
    )
  })
  afterEach(() => {
    endDocuments()
    vi.unstubAllGlobals()
  })

  const storageOf = (entries: ReadonlyMap<string, string>) => {
    const map = new Map(entries)
    return {
      map,
      storage: {
        getItem: (key: string) => map.get(key) ?? null,
        setItem: (key: string, value: string) => map.set(key, value),
        removeItem: (key: string) => map.delete(key),
      },
    }
  }

  /** A tab that opened a bank's tab, and the storage that the bank's tab began with. */
  const sentOut = () => {
    const sender = storageOf(new Map())
    let copied = new Map<string, string>()
    vi.stubGlobal("sessionStorage", sender.storage)
    vi.stubGlobal("window", {
      open: () => {
        copied = new Map(sender.map)
        return null
      },
    })
    browserPayWindow(() => undefined).open("Loading…")
    return { sender, bank: storageOf(copied) }
  }

  /** Resolves when the document closes itself. */
  const returns = (storage: object) => {
    vi.stubGlobal("sessionStorage", storage)
    return new Promise<void>((resolve) => {
      vi.stubGlobal("window", { close: resolve })
      browserPayWindow(() => undefined)
      closeReturnedPayWindow()
    })
  }

  it("finds the tab that sent it out by a mark that only it carries", async () => {
    const { sender, bank } = sentOut()
    expect(sender.map.has("pay-window")).toBe(false)
    expect(bank.map.has("pay-window")).toBe(true)
    await returns(bank.storage)
  })

  it("finds it after a reload too, and never answers itself", async () => {
    const { sender, bank } = sentOut()
    const names = [...sender.map.values()]
    endDocuments()
    vi.stubGlobal("sessionStorage", sender.storage)
    browserPayWindow(() => undefined)
    expect([...sender.map.values()]).toEqual(names)
    await returns(bank.storage)
    expect([...bank.map.keys()]).toEqual(["pay-window"])
  })
})
