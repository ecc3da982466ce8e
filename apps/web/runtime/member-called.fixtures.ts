import type { MemberId } from "@foldcast/contracts/ids"
import type { SiteState } from "@foldcast/folds/site-state"

/** A guest's state, as it is after they logged in as the member of this name. */
export const memberCalled = (name: string, guest: SiteState): SiteState => ({
  ...guest,
  account: {
    ...guest.account,
    identity: {
      _tag: "Member",
      memberId: name as MemberId,
      username: name,
      verified: true,
      profile: null,
    },
  },
})
