/**
 * How much a session receives over five seconds. A picture may be large for a moment, but one client must not fill the
 * line for good, nor a core with small packets. Totals count from the session's beginning. Pure but for its own memory.
 */
const WINDOW_MS = 5_000

export interface TrafficRate {
  readonly bits: number
  readonly packets: number
}

interface Sample extends TrafficRate {
  readonly atMs: number
}

export class SustainedRate {
  /** The oldest first; once the window is full the first is as old as the window. */
  readonly #samples: Array<Sample> = []

  /** Takes the totals so far; answers the rate per second over the window that ends now, 0 before it is full. */
  add(atMs: number, { bits, packets }: TrafficRate): TrafficRate {
    const samples = this.#samples
    samples.push({ atMs, bits, packets })
    while (samples[1] !== undefined && atMs - samples[1].atMs >= WINDOW_MS) samples.shift()
    const [first] = samples
    if (first === undefined || atMs - first.atMs < WINDOW_MS) return { bits: 0, packets: 0 }
    const seconds = (atMs - first.atMs) / 1_000
    return { bits: (bits - first.bits) / seconds, packets: (packets - first.packets) / seconds }
  }
}

/** Both per second. */
export const exceedsRate = (received: TrafficRate, most: TrafficRate): boolean =>
  received.bits > most.bits || received.packets > most.packets
