/**
 * What the messenger's service is asked about a member by the gateway itself: how many messages are unread, and what
 * became of those whose answer was lost (ADR 0077). Nobody waits for it: a slow inbox delays neither wallet nor room.
 *
 * Invariants: one count runs at a time for a member, and one search for a visit; a search ends with the visit's browser,
 * with the session, and after its last try. The next attach begins another.
 */
import { Context, Effect, Layer, type Redacted, Schedule, type Scope } from "effect"
import { CommandId, type MemberId, type VisitId } from "@foldcast/contracts/ids"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { Fatal, type FatalShape } from "../fatal.ts"
import { VisitLog, type VisitLogShape, type LogUnavailable } from "../log/visit-log.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { lostMessageFound, unreadCounted } from "../normalise/message-facts.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MessengerApi, type MessengerApiShape } from "../upstream/messenger-api.ts"
import { readOpenQuestions } from "../visits/read-open-questions.ts"
import { type LiveVisit, outboxOf, Visits, type VisitTable } from "../visits/registry.ts"
import { makeRounds, type Rounds } from "./rounds.ts"

/** The token of a session that the member has now; null where there is none. */
export type PresentToken = Effect.Effect<Redacted.Redacted | null>

export interface MemberMessagesShape {
  /** Counts what is unread; where the service is silent the number stays as it was. */
  readonly unread: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<void, LogUnavailable>
  /** The same, without waiting for it. */
  readonly countUnread: (member: MemberId, present: PresentToken) => Effect.Effect<void>
  /** Begins to ask what became of the visit's messages whose answer was lost. */
  readonly findLost: (
    visit: LiveVisit,
    member: MemberId,
    present: PresentToken,
  ) => Effect.Effect<void>
}

/** The most counts where the answers are stale. */
const MAX_ATTEMPTS = 3

/** Between the searches for a lost message. */
const SEARCHING = Schedule.max([
  Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")]),
  Schedule.recurs(40),
])

interface MessagesDeps {
  readonly messenger: MessengerApiShape
  readonly pipeline: PipelineShape
  readonly log: VisitLogShape
  readonly visits: VisitTable
  readonly fatal: FatalShape
  readonly scope: Scope.Scope
  readonly counting: Rounds<MemberId>
  readonly searching: Set<VisitId>
}

const forked = ({ fatal, scope }: MessagesDeps, work: Effect.Effect<unknown, LogUnavailable>) =>
  Effect.asVoid(Effect.forkIn(fatal.guard(work), scope))

const count = Effect.fnUntraced(function* (
  { messenger, pipeline }: MessagesDeps,
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
      const why = reasonOf(outcome)
      return yield* Effect.logWarning("unread messages were not counted", { why })
    }
    const about = { visit: null, owner: null, member }
    const told = yield* pipeline.answeredByMessenger(unreadCounted(outcome), about, {
      cause: null,
      asked,
    })
    if (!told.overtaken) return
  }
  yield* Effect.logWarning("unread messages were not counted", { why: "overtaken" })
})

const isHere = ({ visits }: MessagesDeps, visit: LiveVisit): boolean =>
  visits.isLive(visit) && outboxOf(visit) !== null

/** Asks once about each lost message; answers whether another try is of use. */
const search = Effect.fnUntraced(function* (
  deps: MessagesDeps,
  { visit, member, token }: { visit: LiveVisit; member: MemberId; token: Redacted.Redacted },
) {
  const { messenger, pipeline, log } = deps
  const open = yield* readOpenQuestions(log, visit)
  for (const [key, performerId] of [...open.messages]) {
    if (!isHere(deps, visit)) return false
    const outcome = yield* messenger.call({
      call: "GET /inbox/sent/{id}",
      id: key,
      token,
      lang: DEFAULT_LOCALE,
      noNude: false,
    })
    if (isTokenRefused(outcome)) return false
    const found = lostMessageFound(performerId, outcome)
    if (found === null) continue
    const about = { visit: visit.visit, owner: null, member }
    yield* pipeline.answeredByMessenger([found], about, { cause: CommandId.make(key) })
  }
  return open.messages.size > 0
})

const findLost = (
  deps: MessagesDeps,
  visit: LiveVisit,
  member: MemberId,
  present: PresentToken,
): Effect.Effect<void> => {
  const { searching } = deps
  const once = Effect.gen(function* () {
    const token = isHere(deps, visit) ? yield* present : null
    return token !== null && (yield* search(deps, { visit, member, token }))
  })
  return Effect.suspend(() => {
    if (searching.has(visit.visit)) return Effect.void
    searching.add(visit.visit)
    const leave = Effect.sync(() => searching.delete(visit.visit))
    const until = (isOpen: boolean) => !isOpen
    return forked(deps, Effect.ensuring(Effect.repeat(once, { schedule: SEARCHING, until }), leave))
  })
}

export class MemberMessages extends Context.Service<MemberMessages, MemberMessagesShape>()(
  "gateway/MemberMessages",
) {
  static readonly layer = Layer.effect(
    MemberMessages,
    Effect.gen(function* () {
      const deps: MessagesDeps = {
        messenger: yield* MessengerApi,
        pipeline: yield* Pipeline,
        log: yield* VisitLog,
        visits: yield* Visits,
        fatal: yield* Fatal,
        scope: yield* Effect.scope,
        counting: makeRounds(),
        searching: new Set(),
      }
      const unread: MemberMessagesShape["unread"] = (member, token) =>
        deps.counting.run(member, count(deps, member, token))
      return MemberMessages.of({
        unread,
        countUnread: (member, present) =>
          forked(
            deps,
            Effect.flatMap(present, (token) =>
              token === null ? Effect.void : unread(member, token),
            ),
          ),
        findLost: (visit, member, present) => findLost(deps, visit, member, present),
      })
    }),
  )
}
