/** How many private messages the member has not read, as the upstream last counted them. */
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const unknown = () => undefined

export const unreadMessagesSlice = {
  events: {
    StreamReset: unknown,
    LoggedOut: unknown,
    UnreadCounted: (_, { count }) => count,
  },
  facts: {},
} satisfies Slice<SiteState["unreadMessages"]>

/** 0 where it is not known. */
export const unreadMessages = ({ unreadMessages: count }: SiteState): number => count ?? 0
