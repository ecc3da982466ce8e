/** Everybody who has visits in a log, page by page. */
import { Effect } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { EventLogShape, LogUnavailable } from "../log/event-log.ts"

/** Members looked at by one request of the log's thread. */
const MEMBERS_AT_ONCE = 1_000

export const eachMember = (
  log: Pick<EventLogShape, "members">,
  visit: (member: MemberId) => void,
): Effect.Effect<void, LogUnavailable> =>
  Effect.gen(function* () {
    let page: ReadonlyArray<MemberId> = []
    do {
      page = yield* log.members(page.at(-1) ?? null, MEMBERS_AT_ONCE)
      for (const member of page) visit(member)
    } while (page.length === MEMBERS_AT_ONCE)
  })
