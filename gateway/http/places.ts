/**
 * How much there is at once of what everybody wants: in all, of one browser, from one address (settings,
 * MAX_CONNECTIONS…, MAX_MEDIA_SESSIONS…). Called by stream/stream-admission.ts and media/engine-sessions.ts;
 * whoever was let in leaves once.
 */
import type { OwnerId } from "../log/visit-header.ts"

export interface PlaceCaps {
  readonly all: number
  readonly perOwner: number
  readonly perAddress: number
}

/** How many there are of each; nothing is held of what there is none of. */
export class Counts {
  readonly #counts = new Map<string, number>()

  /** Of how many there is any. */
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

  /** How to leave again, or null where there is no room. */
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
