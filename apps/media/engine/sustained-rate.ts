/**
 * How much comes for how long: a picture may be large for a moment, a line may not be filled by one client for good,
 * nor a core by packets that are small. Both are counted from the session's beginning. Pure.
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
  /** Oldest first; the first is as old as the window, or older. */
  readonly #samples: Array<Sample> = []

  /** Of a second, over the window that ends now; nothing where it was not observed for so long. */
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

/** Whether what comes of a second is more than there may be. */
export const exceedsRate = (received: TrafficRate, most: TrafficRate): boolean =>
  received.bits > most.bits || received.packets > most.packets
