/** Iterates over all members who have visits, in batches. */
import { Effect } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { VisitIndexShape } from "../log/visit-index.ts"
import type { LogUnavailable } from "../log/visit-log.ts"

/** Members per request to the log's thread. */
const MEMBERS_AT_ONCE = 1_000

export const eachMember = (
  index: Pick<VisitIndexShape, "members">,
  visit: (member: MemberId) => void,
): Effect.Effect<void, LogUnavailable> =>
  Effect.gen(function* () {
    let page: ReadonlyArray<MemberId> = []
    do {
      page = yield* index.members(page.at(-1) ?? null, MEMBERS_AT_ONCE)
      for (const member of page) visit(member)
    } while (page.length === MEMBERS_AT_ONCE)
  })
