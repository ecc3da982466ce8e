/** Whom a member's list at the member API names. Pure. */
import { isPerformerId } from "@foldcast/contracts/performer-id"

/** What can be no performer's id is left out. */
export const listedPerformers = (
  entries: ReadonlyArray<{ readonly performerId: number | string }>,
): ReadonlyArray<string> =>
  entries.map(({ performerId }) => String(performerId)).filter(isPerformerId)
