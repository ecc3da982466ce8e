/** Credits for verifying an e-mail address, and how they are advertised (CONST-01). */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"

/** Source: CONST-01. */
export const DEFAULT_WELCOME_CREDITS = 120

/** The partner's value, 120 when unset. */
export const effectiveWelcomeCredits = (partner: number | null): number =>
  partner ?? DEFAULT_WELCOME_CREDITS

/** Whole minutes of chat that the credits pay for, so that the advertised amount is the granted one. */
export const welcomeMinutes = (credits: number): number =>
  Math.floor(credits / CREDITS_PER_CHAT_MINUTE)
