/** Member API answers about favourites → facts. Pure. */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"

/** Without an answer there is no fact, so the last list stays. */
export const favouritesListed = (
  outcome: CallOutcome<MemberApiBody<"GET /favourite">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered"
    ? [
        {
          _tag: "FavouritesListed",
          performerIds: outcome.body.favourites
            .map(({ performerId }) => String(performerId))
            .filter(isPerformerId),
        },
      ]
    : []

export const favouriteChanged = (
  to: "FavouriteAdded" | "FavouriteRemoved",
  performerId: string,
  outcome: CallOutcome<unknown>,
): Event =>
  outcome._tag === "Answered"
    ? { _tag: to, performerId }
    : { _tag: "FavouriteRefused", performerId, label: labelOfChange(outcome) }
