/**
 * What the messenger's service is asked about a member by the gateway itself: how many messages are unread, and what
 * became of those whose answer was lost (ADR 0077). Nobody waits for it: a slow inbox delays neither wallet nor room.
 *
 * Invariants: one count runs at a time for a member, and one search for a visit; a search goes on until each message is
 * known, and ends with the visit's browser and with its session. The next attach begins another.
 */
import { Context, Effect, Latch, Layer, type Redacted, type Scope } from "effect"
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
  /** Begins to count what is unread; where the service is silent the number stays as it was. */
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
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

interface MessagesDeps {
  readonly messenger: MessengerApiShape
  readonly pipeline: PipelineShape
  readonly log: VisitLogShape
  readonly visits: VisitTable
  readonly fatal: FatalShape
  readonly scope: Scope.Scope
  readonly counting: Rounds<MemberId>
  /** For each visit whose messages are searched for: opened where that is asked for again. */
  readonly searches: Map<VisitId, Latch.Latch>
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
    // Its end may have been told meanwhile.
    if (!open.messages.has(key)) continue
    const found = lostMessageFound(performerId, outcome)
    if (found === null) continue
    const about = { visit: visit.visit, owner: null, member }
    yield* pipeline.answeredByMessenger([found], about, { cause: CommandId.make(key) })
  }
  return open.messages.size > 0
})

/** Goes on until nothing is open; a request meanwhile has it asked at once, and at short intervals again. */
const searching = Effect.fnUntraced(function* (
  once: Effect.Effect<boolean, LogUnavailable>,
  asked: Latch.Latch,
) {
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    const isOpen = yield* once
    if (!isOpen && !asked.isOpen()) return
    yield* Effect.raceFirst(asked.await, Effect.sleep(waitMs))
    waitMs = (yield* asked.close) ? FIRST_WAIT_MS : Math.min(2 * waitMs, LONGEST_WAIT_MS)
  }
})

const findLost = (
  deps: MessagesDeps,
  visit: LiveVisit,
  member: MemberId,
  present: PresentToken,
): Effect.Effect<void> => {
  const { searches } = deps
  const once = Effect.gen(function* () {
    const token = isHere(deps, visit) ? yield* present : null
    return token !== null && (yield* search(deps, { visit, member, token }))
  })
  return Effect.suspend(() => {
    const running = searches.get(visit.visit)
    if (running !== undefined) return Effect.asVoid(running.open)
    const asked = Latch.makeUnsafe(false)
    searches.set(visit.visit, asked)
    const leave = Effect.sync(() => searches.delete(visit.visit))
    return forked(deps, Effect.ensuring(searching(once, asked), leave))
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
        searches: new Map(),
      }
      return MemberMessages.of({
        countUnread: (member, present) =>
          forked(
            deps,
            Effect.flatMap(present, (token) =>
              token === null ? Effect.void : deps.counting.run(member, count(deps, member, token)),
            ),
          ),
        findLost: (visit, member, present) => findLost(deps, visit, member, present),
      })
    }),
  )
}
