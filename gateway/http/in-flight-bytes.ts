/**
 * A bound on the bytes of pictures held for browsers that are still reading them, overall and per address, so that
 * a client that requests many pictures and reads none cannot fill the memory. Each holder leaves once, when its
 * response is closed.
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

  /** Reserves the bytes; returns the function that releases them, or null where the limit is reached. */
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
