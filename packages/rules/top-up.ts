/**
 * The exact top-up: an offer for who is short of credits, at the base price rounded up to a cent. Its id says how many
 * credits it gives, and its price follows from them.
 */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"
import { MAX_TOP_UP, MIN_TOP_UP } from "@foldcast/contracts/top-up"
import { BASE_CENTS_PER_MINUTE } from "./money.ts"

/** Euro cents. */
export const topUpCents = (credits: number): number =>
  Math.ceil((credits * BASE_CENTS_PER_MINUTE) / CREDITS_PER_CHAT_MINUTE)

export const topUpId = (credits: number): string => `topup-${credits}`

/** Null for any other id, and for an amount that is not sold. */
export const creditsOfTopUp = (id: string): number | null => {
  const [, digits] = /^topup-([1-9]\d{2,5})$/u.exec(id) ?? []
  const credits = Number(digits ?? 0)
  return credits >= MIN_TOP_UP && credits <= MAX_TOP_UP ? credits : null
}
