/**
 * Reading reports and deciding on them, by the operator's own people. A decision is told to who reported, where there is
 * an address.
 *
 * Invariant: a report is decided once; decision and mail commit together.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { type ReportDecision, ReportEvidence } from "@foldcast/contracts/upstream/report-decisions"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { notFound, Refused } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo } from "../members/account-mails.ts"
import { memberById } from "../members/member-store.ts"
import { lockReport, reportById, type StoredReport, storeDecision } from "./report-store.ts"

const decodeEvidence = Schema.decodeUnknownSync(ReportEvidence)

export const headOf = ({
  id,
  kind,
  reason,
  performer_id: performerId,
  received_at,
}: Pick<StoredReport, "id" | "kind" | "reason" | "performer_id" | "received_at">) => ({
  id,
  kind,
  reason,
  performerId,
  receivedAt: received_at.getTime(),
})

export const readReport = Effect.fn("safety.readReport")(function* (id: string) {
  const found = yield* reportById(yield* SqlDatabase, id)
  if (found === null) return yield* notFound()
  const { evidence, outcome, statement, decided_at } = found
  yield* Effect.logInfo("a report was read", { report: id })
  return {
    ...headOf(found),
    messageId: found.message_id,
    words: found.words,
    hasReader: found.member_id !== null || found.email !== null,
    evidence: evidence === null ? null : decodeEvidence(JSON.parse(evidence)),
    hasPicture: found.has_picture,
    decision:
      outcome === null || decided_at === null
        ? null
        : { outcome, statement: statement ?? "", at: decided_at.getTime() },
  }
})

/** Null where nobody is written to. */
const readerOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { member_id, email, lang, brand }: StoredReport,
) {
  if (member_id === null) return email === null ? null : { to: email, lang, brand }
  return Option.getOrNull(Option.map(yield* memberById(queries, member_id), mailTo))
})

export const decideReport = Effect.fn("safety.decideReport")(function* (
  id: string,
  decision: ReportDecision,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const found = yield* lockReport(queries, id)
      if (found === null) return yield* notFound()
      if (found.outcome !== null) {
        const isSame = found.outcome === decision.outcome && found.statement === decision.statement
        return isSame ? undefined : yield* new Refused({ status: 409, label: "decided" })
      }
      yield* storeDecision(queries, id, decision, at)
      const to = yield* readerOf(queries, found)
      if (to !== null)
        yield* writeMail(queries, { _tag: "ReportDecided", ...to, report: id, ...decision })
    }),
  )
  yield* Effect.logInfo("a report was decided", { report: id, outcome: decision.outcome })
  yield* (yield* MailSender).wake
})
