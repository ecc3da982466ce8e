/**
 * Asks again for what may have been missed: the balance, the favourites, and the payments whose end is
 * not known (law L7). The answers go through the pipeline like any other.
 *
 * Called by members/member-presence.ts after an attach and after an interruption.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { VisitLog, type LogUnavailable } from "../log/visit-log.ts"
import { balanceTold } from "../normalise/credits.ts"
import { favouritesListed } from "../normalise/favourites.ts"
import { paymentSettled } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome, Recipient } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { trackPayment } from "../visits/open-payments.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"

export type RefreshResult = "done" | "unavailable" | "forbidden"

export interface MemberRefreshShape {
  readonly credits: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<RefreshResult, LogUnavailable>
  /** What the upstream does not tell now stays as it was. */
  readonly favourites: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<RefreshResult, LogUnavailable>
  readonly payments: (
    member: MemberId,
    token: Redacted.Redacted,
    visits: Iterable<LiveVisit>,
  ) => Effect.Effect<void, LogUnavailable>
}

/** How often an answer that was overtaken is asked for again. */
const ATTEMPTS = 3
const READ_EVENTS = 500

const ofMember = (member: MemberId): Recipient => ({ visit: null, owner: null, member })

/** Another fibre may have asked for it. */
const isDueAgain = ({ asksPayments }: LiveVisit) => asksPayments === "again"

const settled = (outcome: CallOutcome<unknown>): RefreshResult => {
  if (outcome._tag === "Answered") return "done"
  return isTokenRefused(outcome) ? "forbidden" : "unavailable"
}

export class MemberRefresh extends Context.Service<MemberRefresh, MemberRefreshShape>()(
  "gateway/Refresh",
) {
  static readonly layer = Layer.effect(
    MemberRefresh,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const log = yield* VisitLog
      const pipeline = yield* Pipeline
      const visits = yield* Visits

      /** Asks until no fact has overtaken the answer; `overtaken` is what is known when each was. */
      const ask = <Call extends "GET /credits" | "GET /favourite">(
        question: {
          readonly call: Call
          readonly facts: (outcome: CallOutcome<MemberApiBody<Call>>) => ReadonlyArray<Event>
          readonly overtaken: RefreshResult
        },
        member: MemberId,
        token: Redacted.Redacted,
        attempts = ATTEMPTS,
      ): Effect.Effect<RefreshResult, LogUnavailable> =>
        Effect.gen(function* () {
          const { call, facts, overtaken } = question
          const asked = pipeline.stamp(member)
          const outcome = yield* api.call({ call, token, lang: DEFAULT_LOCALE, noNude: false })
          const told = yield* pipeline.answered(facts(outcome), ofMember(member), {
            cause: null,
            asked,
          })
          if (!told.overtaken) return settled(outcome)
          return attempts > 1 ? yield* ask(question, member, token, attempts - 1) : overtaken
        })

      /** After a restart a visit's open payments are read from its log, once. */
      const openPayments = Effect.fnUntraced(
        function* (visit: LiveVisit) {
          if (visit.openPayments !== null) return visit.openPayments
          const open = new Set<string>()
          for (let after = 0; ;) {
            const stored = yield* log.read(visit.visit, after, READ_EVENTS)
            for (const { seq, wire } of stored) {
              trackPayment(open, (JSON.parse(wire) as { readonly event: Event }).event)
              after = seq
            }
            if (stored.length < READ_EVENTS) break
          }
          visit.openPayments = open
          return open
        },
        Effect.catchTag("VisitClosed", () => Effect.succeed<ReadonlySet<string>>(new Set())),
      )

      const payment = (
        member: MemberId,
        token: Redacted.Redacted,
        sessionId: string,
        visit: VisitId,
      ) =>
        Effect.gen(function* () {
          const outcome = yield* api.call({
            call: "GET /payment/session/{id}",
            id: sessionId,
            token,
            lang: DEFAULT_LOCALE,
            noNude: false,
          })
          const about = { visit, owner: null, member }
          yield* pipeline.answered(paymentSettled(outcome), about, { cause: null })
        })

      /** Nobody waits for the answers of a visit whose browser is gone: it asks when it is back. */
      const isHere = (visit: LiveVisit) =>
        visits.get(visit.visit) === visit && visit.outbox !== null

      const paymentRound = Effect.fnUntraced(function* (
        member: MemberId,
        token: Redacted.Redacted,
        visit: LiveVisit,
      ) {
        for (const sessionId of [...(yield* openPayments(visit))]) {
          if (!isHere(visit)) return
          yield* payment(member, token, sessionId, visit.visit)
        }
      })

      /** One round at a time for each visit; who comes meanwhile makes it go round once more. */
      const paymentRounds = Effect.fnUntraced(function* (
        member: MemberId,
        token: Redacted.Redacted,
        visit: LiveVisit,
      ) {
        if (!isHere(visit)) return
        if (visit.asksPayments !== "no") {
          visit.asksPayments = "again"
          return
        }
        const rounds = Effect.gen(function* () {
          do {
            visit.asksPayments = "now"
            yield* paymentRound(member, token, visit)
          } while (isDueAgain(visit) && isHere(visit))
        })
        yield* Effect.ensuring(
          rounds,
          Effect.sync(() => {
            visit.asksPayments = "no"
          }),
        )
      })

      return MemberRefresh.of({
        // What overtook a balance is one.
        credits: (member, token) =>
          ask({ call: "GET /credits", facts: balanceTold, overtaken: "done" }, member, token),
        // What overtook a list may be one of it.
        favourites: (member, token) =>
          ask(
            { call: "GET /favourite", facts: favouritesListed, overtaken: "unavailable" },
            member,
            token,
          ),
        payments: (member, token, of) =>
          Effect.forEach(of, (visit) => paymentRounds(member, token, visit), { discard: true }),
      })
    }),
  )
}
