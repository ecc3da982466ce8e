/**
 * The ports of the one range that the firewall leaves open, in slots: each session has a slot, and the library finds
 * free ports within it, one for each address over UDP and one over TCP. Without slots every new session would try
 * all ports before its own. Pure but for its own memory.
 */
export type PortRange = readonly [first: number, last: number]

export const PORTS_PER_SESSION = 4

export class PortSlots {
  readonly #free: Array<number> = []

  constructor([first, last]: PortRange) {
    for (let port = first; port + PORTS_PER_SESSION - 1 <= last; port += PORTS_PER_SESSION) {
      this.#free.push(port)
    }
  }

  get free(): number {
    return this.#free.length
  }

  /** The longest unused first: late packets of an ended session find nobody. */
  take(): PortRange | undefined {
    const first = this.#free.shift()
    return first === undefined ? undefined : [first, first + PORTS_PER_SESSION - 1]
  }

  release([first]: PortRange): void {
    this.#free.push(first)
  }
}
