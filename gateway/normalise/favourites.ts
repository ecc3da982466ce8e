/** Member API answers about favourites → facts. Pure. */
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"
import { listedPerformers } from "./listed-performers.ts"

/** Without an answer there is no fact, so the last list stays. */
export const favouritesListed = (
  outcome: CallOutcome<MemberApiBody<"GET /favourite">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered"
    ? [
        {
          _tag: "FavouritesListed",
          performerIds: listedPerformers(outcome.body.favourites),
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
