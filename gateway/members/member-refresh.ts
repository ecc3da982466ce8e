/**
 * Asks again for what may have been missed after an attach or an interruption: the balance, the favourites, how many
 * messages are unread, and what has no known end: payments, and messages whose answer was lost (law L7). The answers go
 * through the pipeline like any other.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import { CommandId, type MemberId, type VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { VisitLog, type VisitLogShape, type LogUnavailable } from "../log/visit-log.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { favouritesListed } from "../normalise/favourites.ts"
import { lostMessageFound, unreadCounted } from "../normalise/message-facts.ts"
import { balanceTold, paymentSettled } from "../normalise/wallet.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome, Recipient } from "../upstream/frame.ts"
import { MemberApi, type MemberApiShape } from "../upstream/member-api.ts"
import { MessengerApi, type MessengerApiShape } from "../upstream/messenger-api.ts"
import { OpenQuestions, type ToldFact } from "../visits/open-questions.ts"
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
  /** How many messages are unread; where the service is silent the number stays as it was. */
  readonly unread: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<void, LogUnavailable>
  readonly openQuestions: (
    member: MemberId,
    token: Redacted.Redacted,
    visits: Iterable<LiveVisit>,
  ) => Effect.Effect<void, LogUnavailable>
}

/** The most attempts where the answers are stale. */
const MAX_ATTEMPTS = 3
const READ_EVENTS = 500

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
  readonly messenger: MessengerApiShape
  readonly openRounds: Rounds<VisitId>
  readonly unreadRounds: Rounds<MemberId>
}

interface Question<Call extends "GET /credits" | "GET /favourite"> {
  readonly call: Call
  readonly facts: (outcome: CallOutcome<MemberApiBody<Call>>) => ReadonlyArray<Event>
  /** The result where every answer was stale. */
  readonly overtaken: RefreshResult
}

const ask = Effect.fnUntraced(function* <Call extends "GET /credits" | "GET /favourite">(
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

const askUnread = Effect.fnUntraced(function* (
  { messenger, pipeline }: RefreshDeps,
  member: MemberId,
  token: Redacted.Redacted,
) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const asked = pipeline.stamp(member)
    const outcome = yield* messenger.call({
      call: "GET /inbox/count-unread",
      token,
      lang: DEFAULT_LOCALE,
      noNude: false,
    })
    if (outcome._tag !== "Answered") {
      return yield* Effect.logWarning("unread messages were not counted", {
        why: reasonOf(outcome),
      })
    }
    const options = { cause: null, asked }
    const told = yield* pipeline.answeredByMessenger(
      unreadCounted(outcome),
      ofMember(member),
      options,
    )
    if (!told.overtaken) return
  }
})

/** A visit's open questions; after a restart they are read from its log, once. */
const openQuestions = Effect.fnUntraced(
  function* ({ log }: RefreshDeps, visit: LiveVisit) {
    const known = visit.projection.open
    if (known !== null) return known
    const open = new OpenQuestions()
    for (let after = 0; ;) {
      const stored = yield* log.read(visit.visit, after, READ_EVENTS)
      for (const { seq, wire } of stored) {
        open.apply(JSON.parse(wire) as ToldFact)
        after = seq
      }
      if (stored.length < READ_EVENTS) break
    }
    visit.projection.openRead(open)
    return open
  },
  Effect.catchTag("VisitClosed", () => Effect.succeed(new OpenQuestions())),
)

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

/** A message whose answer was lost, by the command that sent it. */
const askMessage = Effect.fnUntraced(function* (
  { messenger, pipeline }: RefreshDeps,
  { member, token, visit }: Asker,
  [key, performerId]: readonly [key: string, performerId: string],
) {
  const outcome = yield* messenger.call({
    call: "GET /inbox/sent/{id}",
    id: key,
    token,
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  const found = lostMessageFound(performerId, outcome)
  if (found === null) return
  const about = { visit: visit.visit, owner: null, member }
  yield* pipeline.answeredByMessenger([found], about, { cause: CommandId.make(key) })
})

/** A visit without a connected browser is skipped: it asks again when the browser reconnects. */
const isHere = ({ visits }: RefreshDeps, visit: LiveVisit): boolean =>
  visits.isLive(visit) && outboxOf(visit) !== null

const askOpen = Effect.fnUntraced(function* (deps: RefreshDeps, asker: Asker) {
  if (!isHere(deps, asker.visit)) return
  const open = yield* openQuestions(deps, asker.visit)
  for (const sessionId of [...open.payments]) {
    if (!isHere(deps, asker.visit)) return
    yield* askPayment(deps, asker, sessionId)
  }
  for (const message of [...open.messages]) {
    if (!isHere(deps, asker.visit)) return
    yield* askMessage(deps, asker, message)
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
        messenger: yield* MessengerApi,
        openRounds: makeRounds(),
        unreadRounds: makeRounds(),
      }
      return MemberRefresh.of({
        credits: (member, token) => ask(deps, CREDITS, member, token),
        favourites: (member, token) => ask(deps, FAVOURITES, member, token),
        unread: (member, token) => deps.unreadRounds.run(member, askUnread(deps, member, token)),
        openQuestions: (member, token, of) =>
          Effect.forEach(
            of,
            (visit) => deps.openRounds.run(visit.visit, askOpen(deps, { member, token, visit })),
            { discard: true },
          ),
      })
    }),
  )
}
