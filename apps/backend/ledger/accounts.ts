/** Whose credits: a member's, or one of the house's accounts where credits come from and go to. Pure. */
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
