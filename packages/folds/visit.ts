/** The visit itself: what kind of document it is, how far its log is folded, what is not known. */
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

/** An event or client fact that this build cannot fold is remembered by name. */
export const leftUnread = (batch: Batch, name: string): void => {
  const { unread } = batch.state.visit
  if (unread.length >= MAX_UNREAD || unread.includes(name)) return
  const visit = batch.visit()
  const names = batch.list(visit.unread)
  names.push(name)
  visit.unread = names
}

/** Something came that this build cannot read: the page offers a reload, never during a payment. */
export const hasUnread = ({ visit }: SiteState): boolean => visit.unread.length > 0

/** Whether the gateway does not hear of the member's money at present (law L7). */
export const isMemberSourceInterrupted = ({ visit }: SiteState): boolean =>
  visit.interrupted.includes("member-api") || visit.interrupted.includes("member-socket")
