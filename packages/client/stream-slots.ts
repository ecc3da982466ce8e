/**
 * Which of a browser's documents read server-sent events. Over HTTP/1.1 a browser has six connections for a
 * host, shared by all its tabs: six streams would block every page, command and picture. So at most four
 * documents stream, and two connections stay free for requests (ADR 0050). Pure, and the ports of the code that
 * performs it.
 */

/** Of six connections: two stay free for pages, commands, client facts and stills, which are short. */
export const MAX_EVENT_STREAMS = 4

/** A document that asks for a stream, as other documents see it. */
export interface SlotSeeker {
  readonly id: string
  /** Whether paid time runs in it. */
  readonly isPaid: boolean
  readonly isSeen: boolean
  /** When it was last looked at or used: milliseconds of the browser's clock. */
  readonly usedAt: number
}

/** Negative when `a` comes first: paid before free, visible before hidden, then the most recently used. */
export const bySlotRank = (a: SlotSeeker, b: SlotSeeker): number =>
  Number(b.isPaid) - Number(a.isPaid) ||
  Number(b.isSeen) - Number(a.isSeen) ||
  b.usedAt - a.usedAt ||
  (a.id < b.id ? -1 : 1)

/** The ids of the documents that may stream. Documents with the same list of seekers get the same answer. */
export const entitledSeekers = (seekers: ReadonlyArray<SlotSeeker>): ReadonlySet<string> =>
  new Set(
    seekers
      .toSorted(bySlotRank)
      .slice(0, MAX_EVENT_STREAMS)
      .map(({ id }) => id),
  )

/** Other documents' turn. `payingOthers`: paid time runs in all of them, so using this document does not help. */
export type OthersTurn = "others" | "payingOthers"
export type SlotTurn = "own" | OthersTurn

export const slotTurn = (me: SlotSeeker, others: ReadonlyArray<SlotSeeker>): SlotTurn => {
  const entitled = entitledSeekers([...others, me])
  if (entitled.has(me.id)) return "own"
  const ahead = others.filter(({ id }) => entitled.has(id))
  return !me.isPaid && ahead.every(({ isPaid }) => isPaid) ? "payingOthers" : "others"
}

export interface SoughtSlot {
  /** The visitor uses this document now. */
  readonly claim: () => void
  readonly leave: () => void
}

export interface StreamSlots {
  /**
   * Reports when this document has a slot and when it is other documents' turn, at every change. The document
   * closes its stream before `told` returns for another's turn: the slot then passes on at once.
   */
  readonly seek: (told: (turn: SlotTurn) => void) => SoughtSlot
}
