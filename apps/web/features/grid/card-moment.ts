/**
 * When cards say what they said before: so a list that was asked for again, or whose performers change their status,
 * renders only the cards that are others. What a card counts "ago" from is the same moment as long as it says the
 * same. Pure.
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
  /** Places after them. */
  readonly coming: number
  /** Of the first of them, in the whole list. */
  readonly from: number
  /** Milliseconds: when what they tell was so. */
  readonly at: number
  /** Of the addresses of profiles. */
  readonly links: string
}

/** Whether rendering it would show what is there already. */
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
