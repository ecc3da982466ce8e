/**
 * Limits on concurrent use: overall, per browser and per address (settings, MAX_CONNECTIONS…, MAX_MEDIA_SESSIONS…).
 * Each holder leaves once.
 */
import type { OwnerId } from "../log/visit-header.ts"

export interface PlaceCaps {
  readonly all: number
  readonly perOwner: number
  readonly perAddress: number
}

/** Counters by key; a key with count 0 is not stored. */
export class Counts {
  readonly #counts = new Map<string, number>()

  /** The number of keys with a count. */
  get size(): number {
    return this.#counts.size
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}

export class Places {
  readonly #caps: PlaceCaps
  readonly #owners = new Counts()
  readonly #addresses = new Counts()
  #all = 0

  constructor(caps: PlaceCaps) {
    this.#caps = caps
  }

  /** Takes a place; returns the function that leaves it, or null where the limit is reached. */
  enter(owner: OwnerId, address: string): (() => void) | null {
    const { all, perOwner, perAddress } = this.#caps
    if (
      this.#all >= all ||
      this.#owners.of(owner) >= perOwner ||
      this.#addresses.of(address) >= perAddress
    ) {
      return null
    }
    this.#count(owner, address, 1)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#count(owner, address, -1)
    }
  }

  #count(owner: OwnerId, address: string, change: 1 | -1): void {
    this.#all += change
    this.#owners.add(owner, change)
    this.#addresses.add(address, change)
  }
}
