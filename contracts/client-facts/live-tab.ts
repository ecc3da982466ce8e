/** The tabs of a stream, in their order: 0 public, 1 private, 2 everything, 3 VIP. No schemas. */
export const LIVE_TABS = [0, 1, 2, 3] as const
export type LiveTab = (typeof LIVE_TABS)[number]
