/**
 * The moment that a card counts "ago" from. It stays the same while the card's text stays the same, so that after a
 * refresh or a status change only the changed cards render. Pure.
 */
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { isOnline } from "@foldcast/rules/performer-status"
import { HOUR_MS, hoursSince } from "../performers/card-texts.ts"

export const cardMoment = (
  { onlineStatus, lastCamSession }: Pick<PerformerSummary, "onlineStatus" | "lastCamSession">,
  at: number,
): number => {
  if (isOnline(onlineStatus) || lastCamSession === null) return 0
  return lastCamSession + hoursSince(lastCamSession, at) * HOUR_MS
}

/** Some cards of a list as they are shown. */
export interface PartOfGrid {
  readonly performers: ReadonlyArray<PerformerSummary>
  /** The number of placeholders after them. */
  readonly coming: number
  /** The index of the first card in the whole list. */
  readonly from: number
  /** Milliseconds: the time at which the data was current. */
  readonly at: number
  /** The address pattern of profiles. */
  readonly links: string
}

/** Whether rendering it would change nothing. */
export const saysTheSame = (before: PartOfGrid, now: PartOfGrid): boolean =>
  before.from === now.from &&
  before.coming === now.coming &&
  before.links === now.links &&
  before.performers.length === now.performers.length &&
  now.performers.every(
    (performer, index) =>
      performer === before.performers[index] &&
      cardMoment(performer, now.at) === cardMoment(performer, before.at),
  )
