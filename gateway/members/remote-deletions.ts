/**
 * Follows deletions of accounts that were not requested here, but at another gateway or by the service itself. The
 * service lists them (UA59), and their data here is deleted as if requested here. A service without that list is
 * asked without effect.
 *
 * Invariants: an account is on this gateway's own list before the cursor in the service's list passes it, or it is
 * retried; what fails or was just beginning is done in a later round, since a member stays in the set until a later
 * round finds nothing more.
 */
import { Duration, Effect, Schedule } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { type WriterId, writerOf } from "../log/writer.ts"
import { Pipeline } from "../pipeline.ts"
import { DeletedAccounts } from "../store/deleted-accounts.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { AccountDeletion } from "./account-deletion.ts"
import { eachMember } from "./each-member.ts"

/** These calls serve no page, so the language is the default. */
const ASKED_FOR_ITSELF = { lang: DEFAULT_LOCALE, noNude: false } as const

export const followRemoteDeletions = Effect.gen(function* () {
  const api = yield* MemberApi
  const index = yield* VisitIndex
  const pipeline = yield* Pipeline
  const fatal = yield* Fatal
  const deletedAccounts = yield* DeletedAccounts
  const accountDeletion = yield* AccountDeletion
  const { limits } = yield* GatewayConfig
  /** The cursor: entries of the service's list that are done. */
  let done = 0
  /** Members with visits here, until a later round finds nothing more of them. */
  const left = new Set<MemberId>()

  const finish = Effect.fnUntraced(function* () {
    for (const member of [...left]) if (yield* accountDeletion.clear(member)) left.delete(member)
  })

  const forget = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>) {
    const strangers = new Set(accounts.filter((hash) => !deletedAccounts.has(hash)))
    if (strangers.size === 0) return
    const here: Array<MemberId> = []
    yield* eachMember(index, (member) => {
      if (strangers.delete(writerOf(member))) here.push(member)
    })
    for (const member of here) {
      left.add(member)
      yield* accountDeletion.clear(member)
    }
    for (const hash of strangers) {
      yield* pipeline.eraseWriter(hash as WriterId)
      yield* deletedAccounts.addHash(hash)
    }
  })

  const round = Effect.gen(function* () {
    yield* finish()
    for (;;) {
      const query = { after: String(done) }
      const outcome = yield* api.call({ call: "GET /deleted-accounts", query, ...ASKED_FOR_ITSELF })
      if (outcome._tag !== "Answered") return
      const { accounts, total } = outcome.body
      // A list that became shorter is another list, so the cursor starts again.
      if (total < done) {
        done = 0
        continue
      }
      yield* forget(accounts)
      done += accounts.length
      if (accounts.length === 0 || done >= total) return
    }
  }).pipe(Effect.catchTag("DeletedAccountsUnavailable", (error) => Effect.logError(error.message)))

  return yield* fatal.guard(round).pipe(
    Effect.catchDefect(() => Effect.void),
    Effect.delay(Duration.millis(limits.deletedAccountsEveryMs)),
    Effect.repeat(Schedule.forever),
  )
})
