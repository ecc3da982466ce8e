/**
 * GET, POST and DELETE /favourite. The body names the performer; a DELETE may name her in the query, because proxies
 * drop its body.
 */
import { Effect, Schema } from "effect"
import {
  DoneAnswer,
  FavouriteRequest,
  FavouritesAnswer,
  UpstreamId,
} from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { saveFavourite, unsaveFavourite } from "../favourites/change-favourite.ts"
import { favouritesOf } from "../favourites/favourite-store.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest } from "../http/refused.ts"

const getFavourites = memberCall({
  body: NoBody,
  answer: FavouritesAnswer,
  handle: (member) =>
    Effect.gen(function* () {
      const rows = yield* favouritesOf(yield* SqlDatabase, member.id)
      return { favourites: rows.map(({ performer_id: performerId }) => ({ performerId })) }
    }),
})

const postFavourite = memberCall({
  storesFor: "members",
  body: FavouriteRequest,
  answer: DoneAnswer,
  handle: (member, { body }) => Effect.as(saveFavourite(member.id, String(body.performerId)), {}),
})

const deleteFavourite = memberCall({
  body: Schema.NullOr(Schema.Struct({ performerId: Schema.optionalKey(UpstreamId) })),
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* (member, { body, query }) {
    const performerId = body?.performerId ?? query.get("performerId")
    if (performerId === null || performerId === "") return yield* badRequest("performerId")
    yield* unsaveFavourite(member.id, String(performerId))
    return {}
  }),
})

export const favouritesRoutes = routesOf({
  "GET /favourite": getFavourites,
  "POST /favourite": postFavourite,
  "DELETE /favourite": deleteFavourite,
})
