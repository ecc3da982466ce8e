/** GET /favourite */
import { Effect } from "effect"
import { FavouritesAnswer } from "@foldcast/contracts/upstream/member-api"
import { Database } from "../db/database.ts"
import { favouritesOf } from "../favourites/favourite-store.ts"
import { memberCall, NoBody } from "../http/call.ts"

export const getFavourites = memberCall({
  body: NoBody,
  answer: FavouritesAnswer,
  handle: (member) =>
    Effect.gen(function* () {
      const rows = yield* favouritesOf(yield* Database, member.id)
      return { favourites: rows.map(({ performer_id: performerId }) => ({ performerId })) }
    }),
})
