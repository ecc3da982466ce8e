/** The visit itself: its kind of document, the position of its log, and entries that this build cannot fold. */
import { INITIAL_STATE } from "./initial-state.ts"
import type { SiteState, VisitState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const MAX_UNREAD = 50

export const visitSlice = {
  events: {
    VisitStarted: (visit, { locale, brand, device, noNude, tracking }) => ({
      ...visit,
      started: { locale, brand, device, noNude, tracking },
    }),
    StreamReset: (_visit, { reason }) => ({ ...INITIAL_STATE.visit, resetBy: reason }),
    SourceInterrupted: (visit, { source }) =>
      visit.interrupted.includes(source)
        ? visit
        : { ...visit, interrupted: [...visit.interrupted, source] },
    SourceRestored: (visit, { source }) =>
      visit.interrupted.includes(source)
        ? { ...visit, interrupted: visit.interrupted.filter((one) => one !== source) }
        : visit,
  },
  facts: {
    Navigated: (visit, { path }) => withChanges(visit, { path }),
  },
} satisfies Slice<VisitState>

/** Records the name of an event or client fact that this build cannot fold. */
export const withUnread = (visit: VisitState, name: string): VisitState =>
  visit.unread.length >= MAX_UNREAD || visit.unread.includes(name)
    ? visit
    : { ...visit, unread: [...visit.unread, name] }

/** Whether the gateway receives no news of the member's money at present (law L7). */
export const isMemberSourceInterrupted = ({ visit }: SiteState): boolean =>
  visit.interrupted.includes("member-api") || visit.interrupted.includes("member-socket")
