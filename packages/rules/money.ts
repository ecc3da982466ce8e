/**
 * What a bundle costs and gives, in whole cents, percent and minutes (WALLET-16, WALLET-17, WALLET-18). Bonus
 * minutes count in the total, never in price or discount.
 */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"

/** The price per minute that discounts are measured against, in euro cents. */
export const BASE_CENTS_PER_MINUTE = 99
/** At or below this balance the header's credits button changes its style. Source: SHELL-19. */
export const LOW_CREDITS = 500

/** Divides whole numbers and rounds to the nearest whole one, halves up, without fractions. */
const roundedQuotient = (dividend: number, divisor: number): number => {
  const rest = ((dividend % divisor) + divisor) % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/** The members of a bundle that its price needs. */
export interface Priced {
  /** Euro cents. */
  readonly costCents: number
  readonly credits: number
  readonly bonusMinutes: number
}

/** Euro cents for one minute, rounded; null for a bundle without credits. */
export const centsPerMinute = ({ costCents, credits }: Priced): number | null =>
  credits === 0 ? null : roundedQuotient(costCents * CREDITS_PER_CHAT_MINUTE, credits)

/** Whole percent below the base price, never below 0. */
export const discountPercent = ({ costCents, credits }: Priced): number => {
  const baseCost = credits * BASE_CENTS_PER_MINUTE
  if (baseCost === 0) return 0
  const saved = baseCost - costCents * CREDITS_PER_CHAT_MINUTE
  return saved <= 0 ? 0 : roundedQuotient(100 * saved, baseCost)
}

/** Whole minutes of chat that credits pay for. */
export const minutesOf = (credits: number): number =>
  (credits - (credits % CREDITS_PER_CHAT_MINUTE)) / CREDITS_PER_CHAT_MINUTE

export const totalMinutes = ({ credits, bonusMinutes }: Priced): number =>
  minutesOf(credits) + bonusMinutes

/** Credits granted when the bundle is paid. */
export const totalCredits = ({ credits, bonusMinutes }: Priced): number =>
  credits + bonusMinutes * CREDITS_PER_CHAT_MINUTE

/** The Dutch rate for services over the internet. */
export const VAT_PERCENT = 21

/** Euro cents of VAT in an amount that includes it, rounded. */
export const includedVatCents = (amountCents: number): number =>
  roundedQuotient(amountCents * VAT_PERCENT, 100 + VAT_PERCENT)

/** An amount in its parts, euro cents: `netCents` and `vatCents` together are `grossCents`. */
export interface VatParts {
  readonly netCents: number
  readonly vatCents: number
  readonly grossCents: number
}

/** The VAT is rounded to a whole cent, halves up; what remains of the amount is net. */
export const vatParts = (grossCents: number): VatParts => {
  const vatCents = includedVatCents(grossCents)
  return { netCents: grossCents - vatCents, vatCents, grossCents }
}

export const isLowBalance = (credits: number): boolean => credits <= LOW_CREDITS
