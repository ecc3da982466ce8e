/** The tabs of a stream, by their numbers on the wire. No schemas. */
export const TAB = { public: 0, private: 1, all: 2, vip: 3 } as const

/** In their order. */
export const LIVE_TABS = [TAB.public, TAB.private, TAB.all, TAB.vip] as const
export type LiveTab = (typeof LIVE_TABS)[number]
