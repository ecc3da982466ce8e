/** GET user/find, user/count, user/autocomplete and featured/categories. */
import { Effect } from "effect"
import {
  AutocompleteAnswer,
  CategoriesAnswer,
  CountAnswer,
  FindAnswer,
} from "@foldcast/contracts/upstream/performer-service"
import { SqlDatabase } from "../db/database.ts"
import { NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest } from "../http/refused.ts"
import { wholeNumberIn } from "../http/whole-number.ts"
import { DEFAULT_SUGGESTED, MAX_SUGGESTED, suggestPerformers } from "../performers/autocomplete.ts"
import { CATEGORY_TABLE } from "../performers/category-table.ts"
import { readFindFilter, readFind } from "../performers/find-filter.ts"
import { countPerformers, findPerformers } from "../performers/find.ts"

const getFind = openCall({
  body: NoBody,
  answer: FindAnswer,
  handle: Effect.fnUntraced(function* ({ query, lang }) {
    const request = yield* Effect.fromResult(readFind(query, lang))
    return { performers: yield* findPerformers(request) }
  }),
})

const getCount = openCall({
  body: NoBody,
  answer: CountAnswer,
  handle: Effect.fnUntraced(function* ({ query }) {
    const filter = yield* Effect.fromResult(readFindFilter(query))
    return { count: yield* countPerformers(filter) }
  }),
})

const MAX_TYPED = 128

const getAutocomplete = openCall({
  body: NoBody,
  answer: AutocompleteAnswer,
  handle: Effect.fnUntraced(function* ({ query }) {
    const typed = query.get("username") ?? ""
    if (typed.length > MAX_TYPED) return yield* badRequest("username")
    const limit = wholeNumberIn(query, "limit", 1, MAX_SUGGESTED)
    if (limit === undefined) return yield* badRequest("limit")
    const database = yield* SqlDatabase
    return { performers: yield* suggestPerformers(database, typed, limit ?? DEFAULT_SUGGESTED) }
  }),
})

const getCategories = openCall({
  body: NoBody,
  answer: CategoriesAnswer,
  handle: () => Effect.succeed(CATEGORY_TABLE),
})

export const performersRoutes = routesOf({
  "GET /user/find": getFind,
  "GET /user/count": getCount,
  "GET /user/autocomplete": getAutocomplete,
  "GET /featured/categories": getCategories,
})
