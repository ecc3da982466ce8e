/**
 * Receives a report, keeps its evidence and acknowledges it by mail: to the account's address, or to the one that a
 * guest gives.
 *
 * Invariants: a key reports once; report and mail commit together; a guest reports no private message.
 */
import { Clock, Effect } from "effect"
import { REPORT_KEPT_DAYS } from "@foldcast/contracts/report"
import type { Locale } from "@foldcast/contracts/units"
import type { ReportRequest } from "@foldcast/contracts/upstream/reports"
import { emailFault, trimmedEmail } from "@foldcast/rules/email"
import { sameKey } from "@foldcast/rules/names/same-key"
import { brandById } from "../brands/brands.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo } from "../members/account-mails.ts"
import { AttemptLimits } from "../members/attempt-limits.ts"
import type { StoredMember } from "../members/member.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { evidenceOf } from "./report-evidence.ts"
import { insertReport, reportByKey } from "./report-store.ts"

const DAY_MS = 86_400_000
const MEMBERS_ONLY = new Refused({ status: 400, label: "membersOnly" })

export interface Reporter {
  readonly member: StoredMember | null
  readonly address: string
  readonly lang: Locale
}

/** The guest's address for mails; null where none is given. */
const guestEmail = Effect.fnUntraced(function* ({ email }: ReportRequest) {
  if (email === undefined) return null
  return emailFault(email) === null ? trimmedEmail(email) : yield* badRequest("email")
})

/** The id of what the key reported before; null: nothing yet. */
const before = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { key, kind, performerId }: ReportRequest,
  member: StoredMember | null,
) {
  const known = yield* reportByKey(queries, key)
  if (known === null) return null
  const isSame = known.kind === kind && known.performer_id === String(performerId)
  return isSame && known.member_id === (member?.id ?? null) ? known.id : yield* badRequest("key")
})

const countTry = Effect.fnUntraced(function* ({ member, address }: Reporter, email: string | null) {
  const limits = yield* AttemptLimits
  const reader = member?.id ?? (email === null ? null : sameKey(email))
  yield* limits.take(
    { limit: "reportsPerAddress", address },
    ...(reader === null ? [] : [{ limit: "reportsPerReader" as const, name: reader }]),
  )
})

export const receiveReport = Effect.fn("safety.receiveReport")(function* (
  given: ReportRequest,
  reporter: Reporter,
) {
  const request = { ...given, words: given.words.trim() }
  if (request.words === "") return yield* badRequest("body")
  const { member, lang } = reporter
  const database = yield* SqlDatabase
  const known = yield* before(database, request, member)
  if (known !== null) return known
  if (member === null && request.kind === "message") return yield* MEMBERS_ONLY
  const email = member === null ? yield* guestEmail(request) : null
  yield* countTry(reporter, email)
  const kept = yield* evidenceOf(database, request, member?.id ?? null)
  const id = (yield* BackendIds).next("rp")
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now)
  const brand = member?.brand ?? brandById(request.brand).id
  const taken = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      if (member !== null) yield* lockPresentMember(queries, member.id)
      const isNew = yield* insertReport(queries, {
        id,
        request,
        memberId: member?.id ?? null,
        email,
        lang,
        brand,
        ...kept,
        at,
        eraseAt: new Date(now + REPORT_KEPT_DAYS * DAY_MS),
      })
      // The same report came twice at once.
      if (!isNew) return (yield* before(queries, request, member)) ?? id
      const to =
        member === null ? (email === null ? null : { to: email, lang, brand }) : mailTo(member)
      if (to !== null) yield* writeMail(queries, { _tag: "ReportReceived", ...to, report: id, at })
      return id
    }),
  )
  yield* (yield* MailSender).wake
  return taken
})
