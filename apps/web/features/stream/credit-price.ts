/** What credits are worth at the base price, in euro cents, rounded up so that nothing looks cheaper. Pure. */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"
import { BASE_CENTS_PER_MINUTE } from "@foldcast/rules/money"

export const centsOf = (credits: number): number =>
  Math.ceil((credits * BASE_CENTS_PER_MINUTE) / CREDITS_PER_CHAT_MINUTE)
