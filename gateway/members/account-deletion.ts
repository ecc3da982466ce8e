/**
 * What the deletion of an account leaves to do here: every session of the member ends, their visits' logs
 * and their receipts are deleted, and what they wrote goes from the logs of whoever heard it.
 *
 *   begin ─▶ DELETE /member ─▶ carryOut          the gateway died, or nobody knows what became of it:
 *     │            │                             resume ─▶ GET /basic-info ─▶ gone ─▶ carryOut
 *     └─ withdraw ─┘ refused                                              └─▶ there ─▶ withdraw
 *
 * The upstream is asked whether the account is gone, until it says so or answers for the account, and never told
 * again to delete it (law L7). Nothing else than its own word ends the asking. Invariant: a member stays written
 * down until a later round has found nothing more, so that a visit that was just beginning is deleted too.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { Receipts } from "../store/receipts.ts"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { EventLog, type LogUnavailable, type OwnerId } from "../log/event-log.ts"
import { writerOf } from "../log/writer.ts"
import { Pipeline } from "../pipeline.ts"
import { DeletedAccounts } from "../store/deleted-accounts.ts"
import { AccountDeletions, type AccountDeletionsUnavailable } from "../store/account-deletions.ts"
import { type OpenedSession, type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { isMemberGone } from "../upstream/call-outcome.ts"
import { EndSession } from "./end-session.ts"
import { MemberProfiles } from "./member-profiles.ts"
import { MemberSessions } from "./member-sessions.ts"
import { outboxOf, Visits } from "../visits/registry.ts"

export type AccountPresence = "gone" | "there" | "unknown"

export interface AccountDeletionShape {
  readonly begin: (member: SessionMember) => Effect.Effect<void, AccountDeletionsUnavailable>
  /** The account stays. */
  readonly withdraw: (member: MemberId) => Effect.Effect<void>
  /** Nobody knows yet: `resume` finds out. */
  readonly leaveOpen: (member: MemberId) => Effect.Effect<void>
  /** Whether the account is still there, as its token tells. */
  readonly ask: (member: SessionMember) => Effect.Effect<AccountPresence>
  /** Answers the next session of the browser that asked for it. */
  readonly carryOut: (
    member: MemberId,
    asker: { readonly owner: OwnerId; readonly cause: CommandId } | null,
  ) => Effect.Effect<OpenedSession | null, LogUnavailable>
  /** Of one that was asked for elsewhere; answers whether nothing is left for a later round. */
  readonly clear: (member: MemberId) => Effect.Effect<boolean, LogUnavailable>
  /** Finishes what was left, now and every minute. Fork it in the gateway's scope. */
  readonly resume: Effect.Effect<void>
}

export class AccountDeletion extends Context.Service<AccountDeletion, AccountDeletionShape>()(
  "gateway/AccountDeletion",
) {
  static readonly layer = Layer.effect(
    AccountDeletion,
    Effect.gen(function* () {
      const accountDeletions = yield* AccountDeletions
      const deletedAccounts = yield* DeletedAccounts
      const memberSessions = yield* MemberSessions
      const endSession = yield* EndSession
      const visits = yield* Visits
      const log = yield* EventLog
      const pipeline = yield* Pipeline
      const receipts = yield* Receipts
      const profile = yield* MemberProfiles
      const sessions = yield* SessionStore
      const fatal = yield* Fatal
      const { limits } = yield* GatewayConfig
      const scope = yield* Effect.scope
      /** Members whose command runs at this moment: it decides, and `resume` leaves them alone. */
      const underWay = new Set<MemberId>()

      const settle = (member: MemberId) =>
        accountDeletions.end(member).pipe(
          // It is found again, and then there is nothing left to do.
          Effect.catch((error) => Effect.logError("accountDeletions", error.message)),
        )

      const ask: AccountDeletionShape["ask"] = Effect.fnUntraced(function* ({ token }) {
        const outcome = yield* profile.ask(token, { locale: DEFAULT_LOCALE, noNude: false })
        if (outcome._tag === "Answered") return "there"
        return isMemberGone(outcome) ? "gone" : "unknown"
      })

      /** The token of before may have run out since: those of the member's sessions tell too. */
      const askWithAnyToken = Effect.fnUntraced(function* (member: SessionMember) {
        const account = yield* ask(member)
        if (account !== "unknown") return account
        const now = yield* Clock.currentTimeMillis
        for (const owner of yield* memberSessions.ownersOf(member.memberId)) {
          const found = yield* Effect.orElseSucceed(sessions.present(owner, now), () =>
            Option.none(),
          )
          const present = Option.getOrNull(found)?.member ?? null
          if (present === null) continue
          if (Redacted.value(present.token) === Redacted.value(member.token)) continue
          const its = yield* ask(present)
          if (its !== "unknown") return its
        }
        return "unknown"
      })

      const isCatchingUp = (owner: OwnerId) =>
        [...visits.ofOwner(owner)].some((visit) => outboxOf(visit)?.phase === "backfill")

      /** Whether nothing is left for a later round, and the next session of whoever asked. */
      const clear = Effect.fnUntraced(function* (
        member: MemberId,
        asker: { readonly owner: OwnerId; readonly cause: CommandId } | null,
      ) {
        // Whatever is restored later is forgotten again by this; a later round tries again.
        const isListed = yield* deletedAccounts.add(member).pipe(
          Effect.as(true),
          Effect.catch((error) => Effect.as(Effect.logError(error.message), false)),
        )
        yield* pipeline.eraseWriter(writerOf(member))
        const owners = yield* memberSessions.ownersOf(member)
        const isAnyCatchingUp = owners.some(isCatchingUp)
        let next: OpenedSession | null = null
        let isWhole = true
        for (const owner of owners) {
          const isAsker = owner === asker?.owner
          const ended = yield* endSession.of(owner, "deleted", isAsker ? asker.cause : null).pipe(
            Effect.map((opened) => ({ opened })),
            Effect.catchTag("SessionsUnavailable", (error) =>
              Effect.as(Effect.logError("a session could not be ended", error.message), null),
            ),
          )
          if (ended === null) {
            isWhole = false
            continue
          }
          if (isAsker) next = ended.opened
          yield* receipts.forgetOwner(owner).pipe(
            // They end with their term.
            Effect.catch((error) => Effect.logError("receipts", error.message)),
          )
        }
        // While a session goes on, so does its visit; the next round ends both.
        if (!isWhole) return { next, isWhole }
        const forget = log.forgetMember(member)
        // A stream that still reads its visit's log is told its last fact before the log goes.
        if (isAnyCatchingUp) {
          yield* Effect.forkIn(
            Effect.delay(fatal.guard(forget), Duration.millis(2 * limits.lastFramesMs)),
            scope,
          )
        } else yield* forget
        return { next, isWhole: isListed && !isAnyCatchingUp }
      })

      const finish = Effect.fnUntraced(function* (member: SessionMember) {
        if (underWay.has(member.memberId)) return
        const account = yield* askWithAnyToken(member)
        if (account === "unknown" || underWay.has(member.memberId)) return
        const isDone = account === "there" || (yield* clear(member.memberId, null)).isWhole
        if (isDone) yield* settle(member.memberId)
      })

      const round = accountDeletions.pending.pipe(
        Effect.flatMap((members) => Effect.forEach(members, finish, { discard: true })),
        Effect.catchTag("AccountDeletionsUnavailable", (error) =>
          Effect.logError("accountDeletions", error.message),
        ),
      )

      return AccountDeletion.of({
        begin: (member) =>
          Effect.tap(accountDeletions.begin(member), () =>
            Effect.sync(() => underWay.add(member.memberId)),
          ),
        withdraw: (member) =>
          Effect.andThen(
            Effect.sync(() => underWay.delete(member)),
            settle(member),
          ),
        leaveOpen: (member) => Effect.sync(() => underWay.delete(member)),
        ask,
        carryOut: (member, asker) =>
          Effect.ensuring(
            Effect.map(clear(member, asker), ({ next }) => next),
            Effect.sync(() => underWay.delete(member)),
          ),
        clear: (member) => Effect.map(clear(member, null), ({ isWhole }) => isWhole),
        resume: fatal.guard(round).pipe(
          Effect.catchDefect(() => Effect.void),
          Effect.repeat(Schedule.spaced("1 minute")),
          Effect.asVoid,
        ),
      })
    }),
  )
}
