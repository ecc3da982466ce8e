/**
 * The index in the tab's history of the list that led to a profile. Links from a list write it and links between
 * profiles pass it on, so it is right after any number of profiles, and after a reload.
 */
import type { HistoryState, ParsedLocation } from "@tanstack/react-router"

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly listIndex?: number
  }
}

/** The state of a history entry, including its own index. */
export type Entry = ParsedLocation["state"]

export const fromThisList = ({ __TSR_index }: Entry): HistoryState => ({
  listIndex: __TSR_index,
})

export const fromTheSameList = ({ listIndex }: Entry): HistoryState =>
  listIndex === undefined ? {} : { listIndex }

/** How many entries back the list is; null where the profile was not reached from a list. */
export const stepsToList = ({ listIndex, __TSR_index }: Entry): number | null =>
  listIndex === undefined || listIndex >= __TSR_index ? null : listIndex - __TSR_index
