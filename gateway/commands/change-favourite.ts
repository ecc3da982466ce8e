/**
 * AddFavourite and RemoveFavourite → FavouriteAdded, FavouriteRemoved | FavouriteRefused, for members alone.
 * Both may be repeated without harm, so one that ran when the gateway died is asked again; the member's
 * other tabs and devices hear of the change by the same fact, and once more by the member socket. Where
 * nobody knows whether it was changed, the list tells.
 */
import { Effect } from "effect"
import { reasonOf } from "../normalise/call-failure.ts"
import { favouriteChanged } from "../normalise/favourites.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberRefresh } from "../members/member-refresh.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, NOT_FOR_GUESTS, callTraits } from "./handler.ts"

const CALLS = {
  FavouriteAdded: "POST /favourite",
  FavouriteRemoved: "DELETE /favourite",
} as const

const makeChange = (to: keyof typeof CALLS) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const endSession = yield* SessionEnder
    const refresh = yield* MemberRefresh
    const facts = yield* makeCommandFacts

    return Effect.fnUntraced(function* (
      { performerId }: { readonly performerId: string },
      context: CommandContext,
    ) {
      const { member, owner } = context.session
      if (member === null) {
        const label = NOT_FOR_GUESTS
        return yield* facts.decided(context, { _tag: "FavouriteRefused", performerId, label })
      }
      const call = CALLS[to]
      const outcome = yield* api.call({
        call,
        token: member.token,
        body: { performerId },
        ...callTraits(context),
      })
      if (outcome._tag !== "Answered") {
        yield* Effect.logWarning("a favourite was not changed", { call, why: reasonOf(outcome) })
      }
      const handled = yield* facts.answered(context, favouriteChanged(to, performerId, outcome))
      if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
      if (outcome._tag === "Unknown") yield* refresh.favourites(member.memberId, member.token)
      return handled
    })
  })

const makeAddFavourite = makeChange("FavouriteAdded")
const makeRemoveFavourite = makeChange("FavouriteRemoved")

export const changeFavouriteHandlers = {
  AddFavourite: makeAddFavourite,
  RemoveFavourite: makeRemoveFavourite,
}
