/** Words and figures of a member's limits on buying, without schemas, so that a page can name them. */
export const SPENDING_SPANS = ["day", "week", "month"] as const
export type SpendingSpan = (typeof SPENDING_SPANS)[number]

/** For how many days buying and spending can be paused. */
export const PAUSE_DAYS = [1, 7, 30, 180] as const
export type PauseDays = (typeof PAUSE_DAYS)[number]

/** Why a payment session is refused: the limit of one span, or a pause, which refuses everything paid. */
export const LIMIT_REACHED = {
  day: "limitReached.day",
  week: "limitReached.week",
  month: "limitReached.month",
} as const satisfies Readonly<Record<SpendingSpan, string>>
export const SPENDING_PAUSED = "spendingPaused"
