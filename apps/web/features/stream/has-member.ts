/** Whether a member looks on; apart, so that the stream's script and the site's share no more than they must. */
import type { SiteState } from "@foldcast/folds/site-state"

export const hasMember = ({ account }: SiteState): boolean => account.identity._tag === "Member"
