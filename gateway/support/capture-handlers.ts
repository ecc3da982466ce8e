/**
 * The list of captures, and captures themselves.
 *
 * Invariant: every list and every capture is in the audit before its first byte leaves.
 */
import { Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { Clock, Effect, Exit, Schema, Stream } from "effect"
import type { Context as HttpContext } from "hono"
import { VisitId } from "@foldcast/contracts/ids"
import { type ProblemDetails, refusal } from "../http/problem.ts"
import { Ids } from "../ids.ts"
import type { SearchTerms } from "../log/search-terms.ts"
import type { VisitRecord } from "../log/visit-header.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { VisitLog } from "../log/visit-log.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { KeptAnswers } from "../store/kept-answers.ts"
import { Audit } from "./audit.ts"
import { keyedDigest } from "./digests.ts"
import { type CaptureMaker, exportVisits } from "./export.ts"
import { SigningKeys } from "./signing-keys.ts"
import type { GrantedAccess } from "./support-guard.ts"
import { listedCapture, visitQueryOf } from "./support-query.ts"
import { visitsOfPerson } from "./visits-of-person.ts"

export interface CaptureSettings extends Omit<CaptureMaker, "signer"> {
  readonly terms: SearchTerms
}

/** Bits of the key behind one capture's tokens; it is forgotten with the response. */
const KEY_BITS = 256
/** Visits of one tab in one file at most, the newest ones. */
const MAX_TAB_VISITS = 200

const decodeVisit = Schema.decodeUnknownExit(VisitId)

const json = (body: unknown) =>
  new Response(JSON.stringify(body), {
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  })

const gzipOf = (name: string, texts: AsyncIterable<string>): Response => {
  const bytes = Readable.from(texts).compose(createGzip())
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${name}.ndjson.gz"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  })
}

export const makeCaptureHandlers = Effect.gen(function* () {
  const log = yield* VisitLog
  const index = yield* VisitIndex
  const kept = yield* KeptAnswers
  const audit = yield* Audit
  const { signer } = yield* SigningKeys
  const ids = yield* Ids

  const refuse = (kind: ProblemKind, details?: ProblemDetails) =>
    refusal(ids, kind, details).response

  /** The visits of one tab and one person, from the first to the last. */
  const tabVisits = (visit: VisitRecord) =>
    Effect.map(index.list({ tab: visit.tab, limit: MAX_TAB_VISITS }), (visits) =>
      visitsOfPerson(visit, visits).toSorted((a, b) => a.at - b.at),
    )

  return (settings: CaptureSettings) => ({
    list: Effect.fnUntraced(function* ({ name, reason }: GrantedAccess, { req }: HttpContext) {
      const query = visitQueryOf(req.queries(), settings.terms)
      if (Array.isArray(query)) {
        const fields = query.map((field: string) => ({ field, label: "support.parameter" }))
        return refuse("malformed", { label: "support.query", fields })
      }
      const visits = yield* index.list(query as Exclude<typeof query, ReadonlyArray<string>>)
      yield* audit.record({
        name,
        reason,
        action: "list",
        by: Object.keys(req.query()),
        visits: visits.map(({ visit }) => visit),
      })
      return json({ captures: visits.map(listedCapture) })
    }),

    capture: Effect.fnUntraced(function* ({ name, reason }: GrantedAccess, { req }: HttpContext) {
      const at = yield* Clock.currentTimeMillis
      const id = decodeVisit(req.param("visit"))
      const found = Exit.isSuccess(id) ? yield* index.find(id.value) : null
      if (found === null) return refuse("noSuchVisit")
      const wholeTab = req.query("tab") === "1"
      const visits = wholeTab ? yield* tabVisits(found) : [found]
      yield* audit.record({
        name,
        reason,
        action: wholeTab ? "tab-capture" : "capture",
        visits: visits.map(({ visit }) => visit),
      })
      const digest = keyedDigest(ids.token(KEY_BITS))
      const texts = exportVisits({ log, kept }, visits, { ...settings, signer }, digest, at)
      return gzipOf(wholeTab ? `tab-${found.visit}` : found.visit, Stream.toAsyncIterable(texts))
    }),
  })
})
