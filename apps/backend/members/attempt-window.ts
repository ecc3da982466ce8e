/**
 * How often something was tried within a window that begins with its first try. Pure: the caller says
 * when. Tries are counted before they are made, so that a hundred at once do not all slip through; what
 * turns out well is given back.
 */
import type { Rate } from "@foldcast/settings/readers"

interface Window {
  readonly endsAt: number
  readonly count: number
}

/** Names remembered at once; beyond that the oldest window is forgotten. */
const MAX_NAMES = 100_000

export class AttemptWindow {
  readonly #rate: Rate
  readonly #windows = new Map<string, Window>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** 0 when the try is counted; otherwise milliseconds until one will be. */
  take(name: string, now: number): number {
    const open = this.#openWindow(name, now)
    const { count, withinMs } = this.#rate
    if (open !== undefined && open.count >= count) return open.endsAt - now
    // A new window goes to the end, so the map stays in the order of beginnings.
    if (open === undefined) {
      this.#windows.delete(name)
      this.#forgetOldest()
    }
    this.#windows.set(name, {
      endsAt: open?.endsAt ?? now + withinMs,
      count: (open?.count ?? 0) + 1,
    })
    return 0
  }

  giveBack(name: string, now: number): void {
    const open = this.#openWindow(name, now)
    if (open === undefined) return
    if (open.count <= 1) this.#windows.delete(name)
    else this.#windows.set(name, { ...open, count: open.count - 1 })
  }

  #openWindow(name: string, now: number): Window | undefined {
    const window = this.#windows.get(name)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  #forgetOldest(): void {
    if (this.#windows.size < MAX_NAMES) return
    const oldest = this.#windows.keys().next()
    if (oldest.done !== true) this.#windows.delete(oldest.value)
  }
}
