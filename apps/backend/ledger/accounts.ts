/** Accounts of the ledger: a member's, or one of the house's, from which credits come and to which they go. Pure. */
export type HouseAccount =
  /** Credits sold for money. */
  | "house:sold"
  /** Credits given away. */
  | "house:given"
  /** Credits spent by members. */
  | "house:earned"
export type MemberAccount = `member:${string}`
export type AccountId = HouseAccount | MemberAccount

export const memberAccount = (memberId: string): MemberAccount => `member:${memberId}`
