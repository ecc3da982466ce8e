/**
 * How much of pictures is held for browsers that are still reading them, in all and for one address: whoever
 * asks for many and reads none fills no memory, and nobody else's. Called by pictures.ts; what was let in
 * leaves once, when its response is gone.
 */
export class InFlightBytes {
  readonly #most: number
  readonly #mostPerAddress: number
  readonly #held = new Map<string, number>()
  #all = 0

  constructor({ all, perAddress }: { readonly all: number; readonly perAddress: number }) {
    this.#most = all
    this.#mostPerAddress = perAddress
  }

  get size(): number {
    return this.#all
  }

  /** How to leave again, or null where there is no room. */
  enter(address: string, bytes: number): (() => void) | null {
    const held = this.#held.get(address) ?? 0
    if (this.#all + bytes > this.#most || held + bytes > this.#mostPerAddress) return null
    this.#count(address, bytes)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#count(address, -bytes)
    }
  }

  #count(address: string, bytes: number): void {
    this.#all += bytes
    const held = (this.#held.get(address) ?? 0) + bytes
    if (held === 0) this.#held.delete(address)
    else this.#held.set(address, held)
  }
}
