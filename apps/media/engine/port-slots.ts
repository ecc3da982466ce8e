/**
 * The port range that the firewall leaves open, in slots of one session each. Within its slot the library looks for free
 * ports, one for each address over UDP and one over TCP; without slots it would try all ports that are taken first. Pure
 * but for its own memory.
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

  /** The slot that is unused for longest, so that late packets of an ended session reach no other. */
  take(): PortRange | undefined {
    const first = this.#free.shift()
    return first === undefined ? undefined : [first, first + PORTS_PER_SESSION - 1]
  }

  release([first]: PortRange): void {
    this.#free.push(first)
  }
}
