/**
 * Cuts events from the log into pages that are sent one after the other, so that for a slow reader the gateway
 * holds one page in memory and not the whole log. Pure.
 *
 * Invariants: no event is lost or reordered; a page is never empty; it is longer than `most` only when a single
 * event is.
 */
import type { StoredWire } from "../log/visit-log.ts"

export interface BackfillPage {
  /** The position of its first event. */
  readonly from: number
  readonly wires: ReadonlyArray<string>
}

/** `most` in characters of JSON. */
export const backfillPages = (
  stored: ReadonlyArray<StoredWire>,
  most: number,
): ReadonlyArray<BackfillPage> => {
  const pages: Array<{ readonly from: number; readonly wires: Array<string> }> = []
  let left = 0
  for (const { seq, wire } of stored) {
    const last = pages.at(-1)
    left -= wire.length
    if (last !== undefined && left >= 0) last.wires.push(wire)
    else {
      pages.push({ from: seq, wires: [wire] })
      left = most - wire.length
    }
  }
  return pages
}
