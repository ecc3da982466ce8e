/** Words and figures of withdrawing from a purchase, without schemas, so that a page can name them. */

/** Days after a payment. Source: Directive 2011/83/EU, Art. 9. */
export const WITHDRAWAL_DAYS = 14

/** Why a withdrawal is refused: the time is over, or some of what was bought is spent. */
export const WITHDRAWAL_OVER = "withdrawal.over"
export const WITHDRAWAL_SPENT = "withdrawal.spent"
