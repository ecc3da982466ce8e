/**
 * Cuts events from the log into pieces that are sent one after the other, so that for a slow reader the gateway
 * holds one piece in memory and not the whole log. Pure.
 *
 * Invariants: no event is lost or reordered; a piece is never empty; it is longer than `most` only when a single
 * event is.
 */
import type { StoredWire } from "../log/visit-log.ts"

export interface BackfillSlice {
  /** The position of its first event. */
  readonly from: number
  readonly wires: ReadonlyArray<string>
}

/** `most` in characters of JSON. */
export const slicesOf = (
  stored: ReadonlyArray<StoredWire>,
  most: number,
): ReadonlyArray<BackfillSlice> => {
  const slices: Array<{ readonly from: number; readonly wires: Array<string> }> = []
  let room = 0
  for (const { seq, wire } of stored) {
    const last = slices.at(-1)
    room -= wire.length
    if (last !== undefined && room >= 0) last.wires.push(wire)
    else {
      slices.push({ from: seq, wires: [wire] })
      room = most - wire.length
    }
  }
  return slices
}
