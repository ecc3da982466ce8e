/**
 * The member as rooms and the messenger use it: one value from several slices. Null for a guest, and until the
 * profile arrives.
 */
import { QUICK_TIPS, type QuickTip, TOY_TIPS, type ToyTip } from "@foldcast/contracts/chat-rules"
import { memberOf } from "./account.ts"
import type { SiteState } from "./site-state.ts"

export interface StreamMember {
  readonly username: string
  readonly capName: string
  readonly email: string
  readonly credits: number | null
  readonly favourites: ReadonlyArray<{ readonly performerId: string }>
  readonly isVerified: boolean
  readonly endUserText: string | null
  readonly lander: string | null
  readonly showChangeUsername: boolean
  /** Whether the visitor wanted to message a performer before logging in. */
  readonly msgOnLogin: boolean
  readonly creditTips: ReadonlyArray<QuickTip>
  readonly toyTips: ReadonlyArray<ToyTip>
}

/** @internal until there are rooms. */
export const streamMember = (state: SiteState): StreamMember | null => {
  const member = memberOf(state)
  if (member === null || member.profile === null) return null
  const { capName, email, endUserText, lander, showChangeUsername } = member.profile
  return {
    username: member.username,
    capName,
    email,
    credits: state.credits.balance,
    favourites: (state.favourites.performerIds ?? []).map((performerId) => ({ performerId })),
    isVerified: member.verified,
    endUserText,
    lander,
    showChangeUsername,
    msgOnLogin: state.account.messageOnLogIn !== null,
    creditTips: QUICK_TIPS,
    toyTips: TOY_TIPS,
  }
}
