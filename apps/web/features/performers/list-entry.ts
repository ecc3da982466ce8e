/**
 * Where in the tab's history the list stands that a profile was reached from. Links from a list write it, links from
 * profile to profile hand it on, so it is right however many were looked at, and after a reload.
 */
import type { HistoryState, ParsedLocation } from "@tanstack/react-router"

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly listIndex?: number
  }
}

/** What an entry keeps, its own place in the history included. */
export type Entry = ParsedLocation["state"]

export const fromThisList = ({ __TSR_index }: Entry): HistoryState => ({
  listIndex: __TSR_index,
})

export const fromTheSameList = ({ listIndex }: Entry): HistoryState =>
  listIndex === undefined ? {} : { listIndex }

/** How many entries back the list is; null where the profile was not reached from one. */
export const stepsToList = ({ listIndex, __TSR_index }: Entry): number | null =>
  listIndex === undefined || listIndex >= __TSR_index ? null : listIndex - __TSR_index
