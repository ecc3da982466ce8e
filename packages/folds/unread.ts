/** What the entries that this document could not fold mean for it. */
import type { SiteState } from "./site-state.ts"

/** Facts of the browser's call, which come to all of its tabs, also to those that have not loaded its fold. */
const OF_CALL = /^(?:DialIn|IvrSession)[A-Za-z]*$/u

export const hasHeardOfCall = ({ visit }: SiteState): boolean =>
  visit.unread.some((name) => OF_CALL.test(name))

/** Whether this build could not read an entry: the page offers a reload, but never during a payment. */
export const hasUnread = ({ visit }: SiteState): boolean =>
  visit.unread.some((name) => !OF_CALL.test(name))
