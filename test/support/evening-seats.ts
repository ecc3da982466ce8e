/**
 * When paid sessions of an evening could be seen: from when to when each sat in its room, and when that was dark.
 *
 * Invariant: members pay only for time they could see; a second that was paid stands in one session alone.
 */
import { expect } from "vitest"
import type { UpstreamMovement } from "@foldcast/contracts/upstream/member-api"
import { VOUCH_MS } from "./quick-rooms.ts"

interface PaidSeat {
  readonly performerId: string
  readonly from: number
  to: number | null
}

/**
 * A time in which a room could not be seen, or the backend got no sign of its viewers. Without a performer it
 * applies to all.
 */
interface Dark {
  readonly performerId: string | null
  readonly from: number
  to: number | null
}

/** Credits of one VIP interval, held when VIP is accepted. */
const VIP_HOLD = 4

/** Length of the span that the given spans cover; they may overlap. */
const covered = (
  { from, to }: { readonly from: number; readonly to: number },
  spans: ReadonlyArray<{ readonly from: number; readonly to: number }>,
): number => {
  let total = 0
  let end = from
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, Math.min(span.to, to) - Math.max(span.from, end))
    end = Math.max(end, span.to)
  }
  return total
}

export class EveningSeats {
  readonly #now: () => number
  readonly #seats = new Map<string, PaidSeat>()
  readonly #dark: Array<Dark> = []
  /** The last moment at which every tab agreed with the performers' view. */
  #settledAt: number
  /** The longest time between two such moments. */
  #unseenMs = 0

  constructor(now: () => number) {
    this.#now = now
    this.#settledAt = now()
  }

  settled(): void {
    const now = this.#now()
    this.#unseenMs = Math.max(this.#unseenMs, now - this.#settledAt)
    this.#settledAt = now
  }

  /** The performer has paused. */
  dark(performerId: string, from: number): void {
    this.#dark.push({ performerId, from, to: null })
  }

  /** The performer is visible: possibly since the last settled moment, so the dark time ends there. */
  lit(id: string): void {
    for (const dark of this.#dark) if (dark.performerId === id) dark.to ??= this.#settledAt
  }

  /** The gateway was gone since then. */
  unvouched(from: number): void {
    this.#dark.push({ performerId: null, from, to: this.#now() })
  }

  /** Of a session that pays; it may be gone again. */
  sits(id: string, performerId: string, isGone: boolean): void {
    if (this.#seats.has(id)) return
    const to = isGone ? this.#now() : null
    this.#seats.set(id, { performerId, from: this.#settledAt, to })
  }

  /** Sessions that are not open any more have ended. */
  onlyOpen(open: ReadonlySet<string>): void {
    const now = this.#now()
    for (const [id, seat] of this.#seats) if (!open.has(id)) seat.to ??= now
  }

  /** Nothing is charged twice, and no time is charged that could not be seen. */
  paidIsSeen(id: string, movements: ReadonlyArray<UpstreamMovement>): void {
    const session = movements[0]?.session
    if (session === undefined) return
    const { credits, seconds, mode, hold } = session
    const cost = movements.reduce((total, { amount }) => total - amount, 0)
    expect(cost).toBe(credits)
    if (hold !== undefined) {
      // VIP that was accepted but not joined: the hold is kept in full or returned in full.
      expect({ hold, credits, seconds }).toEqual({
        hold,
        credits: hold === "kept" ? VIP_HOLD : 0,
        seconds: 0,
      })
      return
    }
    expect(credits).toBe(Math.floor(((seconds ?? 0) * (mode === "vip" ? 240 : 60)) / 60))
    const seat = this.#seats.get(id)
    if (seat === undefined) {
      expect(1_000 * (seconds ?? 0), "seconds between two moments").toBeLessThan(this.#unseenMs)
      return
    }
    const now = this.#now()
    const sat = { from: seat.from, to: seat.to ?? now }
    const dark = this.#dark.flatMap(({ performerId, from, to }) =>
      performerId === null || performerId === seat.performerId
        ? [{ from: from + (performerId === null ? VOUCH_MS : 0), to: to ?? now }]
        : [],
    )
    const visible = sat.to - sat.from - covered(sat, dark)
    expect(1_000 * (seconds ?? 0), "seconds that could be seen").toBeLessThanOrEqual(visible)
  }
}
