/** GET user/find and user/count: a walk, and a gathering where the walk was not enough. */
import { Clock, Effect } from "effect"
import { MAX_COUNTED_PERFORMERS } from "@foldcast/rules/grid/list"
import { SqlDatabase } from "../db/database.ts"
import type { FindFilter, FindRequest } from "./find-filter.ts"
import {
  gatherCount,
  gatherPage,
  needsNoWalk,
  type FindQuery,
  walkCount,
  walkPage,
} from "./find-query.ts"
import { gridPerformer } from "./performer-rows.ts"

const asked = <A>({ statement, values }: FindQuery<A>) =>
  Effect.flatMap(SqlDatabase, (database) => database.query(statement, values))

export const findPerformers = Effect.fn("performers.find")(function* (request: FindRequest) {
  const now = yield* Clock.currentTimeMillis
  const walked = needsNoWalk(request.filter) ? [] : yield* asked(walkPage(request, now))
  const rows = walked.length === request.limit ? walked : yield* asked(gatherPage(request, now))
  return rows.map(gridPerformer)
})

/** Never more than MAX_COUNTED, which stands for that many or more. */
export const countPerformers = Effect.fn("performers.count")(function* (filter: FindFilter) {
  const now = yield* Clock.currentTimeMillis
  const [walked] = needsNoWalk(filter) ? [] : yield* asked(walkCount(filter, now))
  if (walked?.count === MAX_COUNTED_PERFORMERS) return MAX_COUNTED_PERFORMERS
  const [gathered] = yield* asked(gatherCount(filter, now))
  return gathered?.count ?? 0
})
