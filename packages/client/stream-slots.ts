/**
 * Which of a browser's documents read server-sent events. A browser has six connections for a host over HTTP/1.1,
 * shared by all its tabs: with six streams nothing else gets through, no page, no command and no picture. So at most
 * four stream, and two connections stay for what is asked (ADR 0050). Pure, and the ports of what performs it.
 */

/** Of the six: four stream, two are free for pages, commands, client facts and stills, which are short. */
export const MAX_EVENT_STREAMS = 4

/** A document that wants to stream, as the others see it. */
export interface SlotSeeker {
  readonly id: string
  /** Paid time runs in it. */
  readonly isPaid: boolean
  readonly isSeen: boolean
  /** When it was last looked at or used: milliseconds of the browser's clock. */
  readonly usedAt: number
}

/** Negative where `a` comes first: paid before free, seen before hidden, the one used last before others. */
export const bySlotRank = (a: SlotSeeker, b: SlotSeeker): number =>
  Number(b.isPaid) - Number(a.isPaid) ||
  Number(b.isSeen) - Number(a.isSeen) ||
  b.usedAt - a.usedAt ||
  (a.id < b.id ? -1 : 1)

/** Whose turn it is, by their ids. All documents that know the same seekers answer the same. */
export const entitledSeekers = (seekers: ReadonlyArray<SlotSeeker>): ReadonlySet<string> =>
  new Set(
    seekers
      .toSorted(bySlotRank)
      .slice(0, MAX_EVENT_STREAMS)
      .map(({ id }) => id),
  )

/** Others' turn; where paid time runs in all of them, none comes before them by being used. */
export type OthersTurn = "others" | "payingOthers"
export type SlotTurn = "own" | OthersTurn

export const slotTurn = (me: SlotSeeker, others: ReadonlyArray<SlotSeeker>): SlotTurn => {
  const entitled = entitledSeekers([...others, me])
  if (entitled.has(me.id)) return "own"
  const ahead = others.filter(({ id }) => entitled.has(id))
  return !me.isPaid && ahead.every(({ isPaid }) => isPaid) ? "payingOthers" : "others"
}

export interface SoughtSlot {
  /** This document is used now. */
  readonly claim: () => void
  readonly leave: () => void
}

export interface StreamSlots {
  /**
   * Tells when there is a slot and when it is others' turn, as often as that changes. The stream is closed before
   * `told` with another turn than its own returns: the slot is another's right after.
   */
  readonly seek: (told: (turn: SlotTurn) => void) => SoughtSlot
}
