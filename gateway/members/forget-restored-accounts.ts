/**
 * Deletes again what a restored backup brought back: sessions and visits of accounts that were deleted after the
 * backup, and their lines in other logs. Runs before anything is read or served.
 */
import { Effect } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { VisitIndex } from "../log/visit-index.ts"
import { VisitLog } from "../log/visit-log.ts"
import { type WriterId, writerOf } from "../log/writer.ts"
import { DeletedAccounts } from "../store/deleted-accounts.ts"
import { eachMember } from "./each-member.ts"

export const forgetRestoredAccounts = Effect.gen(function* () {
  const { listed, endSessions } = yield* DeletedAccounts
  if (listed.length === 0) return
  const log = yield* VisitLog
  const index = yield* VisitIndex
  const deleted = new Set(listed.map(({ hash }) => hash))
  const sessions = yield* endSessions(listed.flatMap((account) => account.sessions))
  let visits = 0
  const back: Array<MemberId> = []
  yield* eachMember(index, (member) => {
    if (deleted.has(writerOf(member))) back.push(member)
  })
  for (const member of back) visits += yield* index.forgetMember(member)
  const writers = yield* log.eraseWriters(listed.map(({ hash }) => hash as WriterId))
  if (sessions + visits + writers > 0)
    yield* Effect.logWarning("deleted accounts had come back, as with a backup: forgotten again", {
      sessions,
      visits,
      writers,
    })
})
