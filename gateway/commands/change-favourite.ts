/**
 * AddFavourite and RemoveFavourite → FavouriteAdded, FavouriteRemoved | FavouriteRefused (change-performer.ts). The
 * member's other devices hear of the change once more, by the member socket.
 */
import { Effect } from "effect"
import { favouriteChanged } from "../normalise/favourites.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { MemberRefresh } from "../members/member-refresh.ts"
import { makeChangePerformer } from "./change-performer.ts"
import { type CommandContext, callTraits } from "./handler.ts"

const CALLS = {
  FavouriteAdded: "POST /favourite",
  FavouriteRemoved: "DELETE /favourite",
} as const

const makeChange = (to: keyof typeof CALLS) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const refresh = yield* MemberRefresh
    const change = yield* makeChangePerformer

    const call = CALLS[to]
    return ({ performerId }: { readonly performerId: string }, context: CommandContext) =>
      change(
        {
          what: "a favourite",
          refused: (label) => ({ _tag: "FavouriteRefused", performerId, label }),
          call,
          ask: (token) => api.call({ call, token, body: { performerId }, ...callTraits(context) }),
          told: (outcome) => favouriteChanged(to, performerId, outcome),
          listAgain: ({ memberId, token }) => refresh.favourites(memberId, token),
        },
        context,
      )
  })

const makeAddFavourite = makeChange("FavouriteAdded")
const makeRemoveFavourite = makeChange("FavouriteRemoved")

export const changeFavouriteHandlers = {
  AddFavourite: makeAddFavourite,
  RemoveFavourite: makeRemoveFavourite,
}
