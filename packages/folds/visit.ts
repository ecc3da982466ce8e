/** The visit itself: its kind of document, the position of its log, and entries that this build cannot fold. */
import type { Batch } from "./batch.ts"
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const MAX_UNREAD = 50

export const visitSlice = {
  events: {
    VisitStarted: (batch, { locale, brand, device, noNude, tracking }) => {
      batch.visit().started = { locale, brand, device, noNude, tracking }
    },
    StreamReset: (batch, { reason }) => {
      batch.reset("visit")
      batch.visit().resetBy = reason
    },
    SourceInterrupted: (batch, { source }) => {
      if (batch.state.visit.interrupted.includes(source)) return
      const visit = batch.visit()
      const interrupted = batch.list(visit.interrupted)
      interrupted.push(source)
      visit.interrupted = interrupted
    },
    SourceRestored: (batch, { source }) => {
      const index = batch.state.visit.interrupted.indexOf(source)
      if (index === -1) return
      const visit = batch.visit()
      const interrupted = batch.list(visit.interrupted)
      interrupted.splice(index, 1)
      visit.interrupted = interrupted
    },
  },
  facts: {
    Navigated: (batch, { path }) => {
      if (batch.state.visit.path !== path) batch.visit().path = path
    },
  },
} satisfies Slice

/** Records the name of an event or client fact that this build cannot fold. */
export const leftUnread = (batch: Batch, name: string): void => {
  const { unread } = batch.state.visit
  if (unread.length >= MAX_UNREAD || unread.includes(name)) return
  const visit = batch.visit()
  const names = batch.list(visit.unread)
  names.push(name)
  visit.unread = names
}

/** Whether this build could not read an entry: the page offers a reload, but never during a payment. */
export const hasUnread = ({ visit }: SiteState): boolean => visit.unread.length > 0

/** Whether the gateway receives no news of the member's money at present (law L7). */
export const isMemberSourceInterrupted = ({ visit }: SiteState): boolean =>
  visit.interrupted.includes("member-api") || visit.interrupted.includes("member-socket")
