/**
 * How much comes for how long: a picture may be large for a moment, a line may not be filled by one publisher for
 * good. Bytes are counted from the session's beginning. Pure. Caller: werift-engine.ts, once a second.
 */
const WINDOW_MS = 5_000

export class SustainedRate {
  /** Oldest first; the first is as old as the window, or older. */
  readonly #samples: Array<{ readonly atMs: number; readonly bytes: number }> = []

  /** Bits a second over the window that ends now; 0 where it was not observed for so long. */
  add(atMs: number, bytes: number): number {
    const samples = this.#samples
    samples.push({ atMs, bytes })
    while (samples[1] !== undefined && atMs - samples[1].atMs >= WINDOW_MS) samples.shift()
    const [first] = samples
    if (first === undefined || atMs - first.atMs < WINDOW_MS) return 0
    return ((bytes - first.bytes) * 8_000) / (atMs - first.atMs)
  }
}
