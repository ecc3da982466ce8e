/** Decides whether a purchase may be withdrawn from. Pure. */
import { WITHDRAWAL_DAYS, WITHDRAWAL_OVER, WITHDRAWAL_SPENT } from "@foldcast/contracts/withdrawal"

export const WITHDRAWAL_MS = WITHDRAWAL_DAYS * 86_400_000

export interface WithdrawalCase {
  /** Milliseconds since 1970. */
  readonly paidAt: number
  readonly now: number
  readonly balance: number
  /** Credits granted with this purchase and after it (ledger/untouched.ts). */
  readonly grantedSince: number
}

/** Null: it may be. */
export const withdrawalRefusal = ({
  paidAt,
  now,
  balance,
  grantedSince,
}: WithdrawalCase): typeof WITHDRAWAL_OVER | typeof WITHDRAWAL_SPENT | null => {
  if (now >= paidAt + WITHDRAWAL_MS) return WITHDRAWAL_OVER
  return balance < grantedSince ? WITHDRAWAL_SPENT : null
}
