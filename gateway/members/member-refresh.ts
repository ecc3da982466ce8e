/**
 * Asks again for what may have been missed after an attach or an interruption: the balance, the favourites, whom the
 * member blocked, and the payments without a known end (law L7). The answers go through the pipeline like any other.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { VisitLog, type VisitLogShape, type LogUnavailable } from "../log/visit-log.ts"
import { blocksListed } from "../normalise/blocks.ts"
import { favouritesListed } from "../normalise/favourites.ts"
import { balanceTold, paymentSettled } from "../normalise/wallet.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome, Recipient } from "../upstream/frame.ts"
import { MemberApi, type MemberApiShape } from "../upstream/member-api.ts"
import { readOpenQuestions } from "../visits/read-open-questions.ts"
import { makeRounds, type Rounds } from "./rounds.ts"
import { type LiveVisit, outboxOf, Visits, type VisitTable } from "../visits/registry.ts"

export type RefreshResult = "done" | "unavailable" | "forbidden"

export interface MemberRefreshShape {
  readonly credits: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<RefreshResult, LogUnavailable>
  /** Favourites; where the upstream is silent they stay as they were. */
  readonly favourites: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<RefreshResult, LogUnavailable>
  /** Whom the member blocked, one question at a time; where the upstream is silent the list stays as it was. */
  readonly blocks: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<void, LogUnavailable>
  readonly payments: (
    member: MemberId,
    token: Redacted.Redacted,
    visits: Iterable<LiveVisit>,
  ) => Effect.Effect<void, LogUnavailable>
}

/** The most attempts where the answers are stale. */
const MAX_ATTEMPTS = 3

const ofMember = (member: MemberId): Recipient => ({ visit: null, owner: null, member })

const settled = (outcome: CallOutcome<unknown>): RefreshResult => {
  if (outcome._tag === "Answered") return "done"
  return isTokenRefused(outcome) ? "forbidden" : "unavailable"
}

interface RefreshDeps {
  readonly api: MemberApiShape
  readonly log: VisitLogShape
  readonly pipeline: PipelineShape
  readonly visits: VisitTable
  readonly paymentRounds: Rounds<VisitId>
  readonly blockRounds: Rounds<MemberId>
}

type Asked = "GET /block" | "GET /credits" | "GET /favourite"

interface Question<Call extends Asked> {
  readonly call: Call
  readonly facts: (outcome: CallOutcome<MemberApiBody<Call>>) => ReadonlyArray<Event>
  /** The result where every answer was stale. */
  readonly overtaken: RefreshResult
}

const ask = Effect.fnUntraced(function* <Call extends Asked>(
  { api, pipeline }: RefreshDeps,
  { call, facts, overtaken }: Question<Call>,
  member: MemberId,
  token: Redacted.Redacted,
): Effect.fn.Return<RefreshResult, LogUnavailable> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const asked = pipeline.stamp(member)
    const outcome = yield* api.call({ call, token, lang: DEFAULT_LOCALE, noNude: false })
    const told = yield* pipeline.answered(facts(outcome), ofMember(member), { cause: null, asked })
    if (!told.overtaken) return settled(outcome)
  }
  return overtaken
})

interface Asker {
  readonly member: MemberId
  readonly token: Redacted.Redacted
  readonly visit: LiveVisit
}

const askPayment = Effect.fnUntraced(function* (
  { api, pipeline }: RefreshDeps,
  { member, token, visit }: Asker,
  id: string,
) {
  const outcome = yield* api.call({
    call: "GET /payment/session/{id}",
    id,
    token,
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  const about = { visit: visit.visit, owner: null, member }
  yield* pipeline.answered(paymentSettled(outcome), about, { cause: null })
})

/** A visit without a connected browser is skipped: it asks again when the browser reconnects. */
const isHere = ({ visits }: RefreshDeps, visit: LiveVisit): boolean =>
  visits.isLive(visit) && outboxOf(visit) !== null

const askPayments = Effect.fnUntraced(function* (deps: RefreshDeps, asker: Asker) {
  if (!isHere(deps, asker.visit)) return
  const open = yield* readOpenQuestions(deps.log, asker.visit)
  for (const sessionId of [...open.payments]) {
    if (!isHere(deps, asker.visit)) return
    yield* askPayment(deps, asker, sessionId)
  }
})

/** A fact that made a balance stale is itself a balance. */
const CREDITS: Question<"GET /credits"> = {
  call: "GET /credits",
  facts: balanceTold,
  overtaken: "done",
}

/** A fact that made a list stale may be a single change of it. */
const FAVOURITES: Question<"GET /favourite"> = {
  call: "GET /favourite",
  facts: favouritesListed,
  overtaken: "unavailable",
}

const BLOCKS: Question<"GET /block"> = {
  call: "GET /block",
  facts: blocksListed,
  overtaken: "unavailable",
}

export class MemberRefresh extends Context.Service<MemberRefresh, MemberRefreshShape>()(
  "gateway/MemberRefresh",
) {
  static readonly layer = Layer.effect(
    MemberRefresh,
    Effect.gen(function* () {
      const deps: RefreshDeps = {
        api: yield* MemberApi,
        log: yield* VisitLog,
        pipeline: yield* Pipeline,
        visits: yield* Visits,
        paymentRounds: makeRounds(),
        blockRounds: makeRounds(),
      }
      return MemberRefresh.of({
        credits: (member, token) => ask(deps, CREDITS, member, token),
        favourites: (member, token) => ask(deps, FAVOURITES, member, token),
        blocks: (member, token) =>
          deps.blockRounds.run(member, Effect.asVoid(ask(deps, BLOCKS, member, token))),
        payments: (member, token, of) =>
          Effect.forEach(
            of,
            (visit) =>
              deps.paymentRounds.run(visit.visit, askPayments(deps, { member, token, visit })),
            { discard: true },
          ),
      })
    }),
  )
}
