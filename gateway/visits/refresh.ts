/**
 * Asks again for what may have been missed: the balance, the favourites, and the payments whose end is not
 * known (law L7; UA10). The answers go through the pipeline like any other frame.
 *
 * Called by visits/member-presence.ts after an attach and after an interruption.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { EventLog, type LogUnavailable } from "../log/event-log.ts"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import type { CallOutcome, Recipient } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { followPayment } from "./open-payments.ts"
import { type LiveVisit, Visits } from "./registry.ts"

export type Refreshed = "done" | "unavailable" | "forbidden"

export interface RefreshShape {
  readonly credits: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<Refreshed, LogUnavailable>
  /** What the upstream does not tell now stays as it was. */
  readonly favourites: (
    member: MemberId,
    token: Redacted.Redacted,
  ) => Effect.Effect<Refreshed, LogUnavailable>
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

const settled = (outcome: CallOutcome<unknown>): Refreshed => {
  if (outcome._tag === "Answered") return "done"
  if (outcome._tag === "Refused" && (outcome.status === 401 || outcome.status === 403)) {
    return "forbidden"
  }
  return "unavailable"
}

export class Refresh extends Context.Service<Refresh, RefreshShape>()("gateway/Refresh") {
  static readonly layer = Layer.effect(
    Refresh,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const log = yield* EventLog
      const pipeline = yield* Pipeline
      const visits = yield* Visits

      const ask = (
        call: "GET /credits" | "GET /favourite",
        member: MemberId,
        token: Redacted.Redacted,
        attempts = ATTEMPTS,
      ): Effect.Effect<Refreshed, LogUnavailable> =>
        Effect.gen(function* () {
          const stamp = pipeline.stamp(member)
          const outcome = yield* api.call({ call, token, lang: "nl", noNude: false })
          const passed = yield* pipeline.answer(
            { source: "member-api", call, outcome, about: ofMember(member), cause: null },
            { memberId: member, entering: false, preference: NO_PREFERENCE, stamp },
          )
          if (!passed.overtaken) return settled(passed.outcome)
          if (attempts > 1) return yield* ask(call, member, token, attempts - 1)
          // What overtook a balance is one; what overtook a list may be one of it.
          return call === "GET /credits" ? "done" : "unavailable"
        })

      /** After a restart a visit's open payments are read from its log, once. */
      const openPayments = Effect.fnUntraced(
        function* (visit: LiveVisit) {
          if (visit.openPayments !== null) return visit.openPayments
          const open = new Set<string>()
          for (let after = 0; ;) {
            const stored = yield* log.read(visit.visit, after, READ_EVENTS)
            for (const { seq, wire } of stored) {
              followPayment(open, (JSON.parse(wire) as { readonly event: Event }).event)
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
            lang: "nl",
            noNude: false,
          })
          yield* pipeline.answer(
            {
              source: "member-api",
              call: "GET /payment/session/{id}",
              outcome,
              about: { visit, owner: null, member },
              cause: null,
            },
            { memberId: member, entering: false, preference: NO_PREFERENCE, stamp: null },
          )
        })

      return Refresh.of({
        credits: (member, token) => ask("GET /credits", member, token),
        favourites: (member, token) => ask("GET /favourite", member, token),
        payments: Effect.fnUntraced(function* (member, token, of) {
          const asked = new Set<string>()
          for (const visit of of) {
            if (visits.get(visit.visit) !== visit) continue
            for (const sessionId of yield* openPayments(visit)) {
              if (asked.has(sessionId)) continue
              asked.add(sessionId)
              yield* payment(member, token, sessionId, visit.visit)
            }
          }
        }),
      })
    }),
  )
}
