/**
 * Carries out the deletion of an account in this gateway: every session of the member ends, their visits' logs and
 * receipts are deleted, and their lines are erased from other visits' logs.
 *
 *   begin ─▶ DELETE /member ─▶ carryOut          after a crash or an unknown outcome:
 *     │            │                             resume ─▶ GET /basic-info ─▶ gone ─▶ carryOut
 *     └─ withdraw ─┘ refused                                              └─▶ there ─▶ withdraw
 *
 * The upstream is asked whether the account is gone until it gives a definite answer, and the DELETE is never
 * repeated (law L7). Invariant: a member stays recorded until a later round finds nothing more, so that a visit
 * that was just beginning is deleted too.
 */
import {
  Clock,
  Context,
  Duration,
  Effect,
  Layer,
  Option,
  Redacted,
  Schedule,
  type Scope,
} from "effect"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import { Fatal, type FatalShape } from "../fatal.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { VisitIndex, type VisitIndexShape } from "../log/visit-index.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { writerOf } from "../log/writer.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import {
  type OpenedSession,
  type SessionMember,
  SessionStore,
  type SessionStoreShape,
} from "../sessions/session-store.ts"
import {
  AccountDeletions,
  type AccountDeletionsShape,
  type AccountDeletionsUnavailable,
} from "../store/account-deletions.ts"
import { DeletedAccounts, type DeletedAccountsShape } from "../store/deleted-accounts.ts"
import { Receipts, type ReceiptsShape } from "../store/receipts.ts"
import { isMemberGone } from "../upstream/call-outcome.ts"
import { outboxOf, Visits, type VisitTable } from "../visits/registry.ts"
import { SessionEnder, type SessionEnderShape } from "./session-ender.ts"
import { MemberProfiles, type MemberProfilesShape } from "./member-profiles.ts"
import { MemberSessions, type MemberSessionsShape } from "./member-sessions.ts"

export type AccountPresence = "gone" | "there" | "unknown"

interface DeletionRequester {
  readonly owner: OwnerId
  readonly cause: CommandId
}

export interface AccountDeletionShape {
  readonly begin: (member: SessionMember) => Effect.Effect<void, AccountDeletionsUnavailable>
  /** Drops the deletion: the account stays. */
  readonly withdraw: (member: MemberId) => Effect.Effect<void>
  /** Leaves the deletion undecided: `resume` finds out. */
  readonly leaveOpen: (member: MemberId) => Effect.Effect<void>
  /** Asks with the member's token whether the account still exists. */
  readonly ask: (member: SessionMember) => Effect.Effect<AccountPresence>
  /** Returns the next session of the requesting browser. */
  readonly carryOut: (
    member: MemberId,
    requester: DeletionRequester | null,
  ) => Effect.Effect<OpenedSession | null, LogUnavailable>
  /** For a deletion that was requested elsewhere; returns whether nothing is left for a later round. */
  readonly clear: (member: MemberId) => Effect.Effect<boolean, LogUnavailable>
  /** Finishes open deletions, now and every minute. Fork it in the gateway's scope. */
  readonly resume: Effect.Effect<void>
}

interface DeletionDeps {
  readonly accountDeletions: AccountDeletionsShape
  readonly deletedAccounts: DeletedAccountsShape
  readonly memberSessions: MemberSessionsShape
  readonly endSession: SessionEnderShape
  readonly visits: VisitTable
  readonly index: VisitIndexShape
  readonly pipeline: PipelineShape
  readonly receipts: ReceiptsShape
  readonly profiles: MemberProfilesShape
  readonly sessions: SessionStoreShape
  readonly fatal: FatalShape
  readonly scope: Scope.Scope
  /** Milliseconds for a stream to receive the last facts of its visit. */
  readonly lastFramesMs: number
  /** Members whose command is running: the command decides, and `resume` skips them. */
  readonly inFlight: Set<MemberId>
}

const settle = ({ accountDeletions }: DeletionDeps, member: MemberId) =>
  accountDeletions.end(member).pipe(
    // The record is found again in the next round, which then has nothing to delete.
    Effect.catch((error) => Effect.logError("accountDeletions", error.message)),
  )

const ask = Effect.fnUntraced(function* (
  { profiles }: DeletionDeps,
  { token }: SessionMember,
): Effect.fn.Return<AccountPresence> {
  const outcome = yield* profiles.ask(token, { locale: DEFAULT_LOCALE, noNude: false })
  if (outcome._tag === "Answered") return "there"
  return isMemberGone(outcome) ? "gone" : "unknown"
})

/** The recorded token may have expired, so the tokens of the member's sessions are tried too. */
const askWithAnyToken = Effect.fnUntraced(function* (
  deps: DeletionDeps,
  member: SessionMember,
): Effect.fn.Return<AccountPresence> {
  const { memberSessions, sessions } = deps
  const account = yield* ask(deps, member)
  if (account !== "unknown") return account
  const now = yield* Clock.currentTimeMillis
  for (const owner of yield* memberSessions.ownersOf(member.memberId)) {
    const found = yield* Effect.orElseSucceed(sessions.present(owner, now), () => Option.none())
    const present = Option.getOrNull(found)?.member ?? null
    if (present === null) continue
    if (Redacted.value(present.token) === Redacted.value(member.token)) continue
    const its = yield* ask(deps, present)
    if (its !== "unknown") return its
  }
  return "unknown"
})

const isCatchingUp = ({ visits }: DeletionDeps, owner: OwnerId): boolean =>
  [...visits.ofOwner(owner)].some((visit) => outboxOf(visit)?.phase === "backfill")

/** Ends the owner's session and forgets its receipts; null where the session could not be ended. */
const endSessionOf = Effect.fnUntraced(function* (
  { endSession, receipts }: DeletionDeps,
  owner: OwnerId,
  cause: CommandId | null,
) {
  const ended = yield* endSession.of(owner, "deleted", cause).pipe(
    Effect.map((next) => ({ next })),
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("a session could not be ended", error.message), null),
    ),
  )
  if (ended === null) return null
  yield* receipts.forgetOwner(owner).pipe(
    // Receipts that stay expire at the end of their term.
    Effect.catch((error) => Effect.logError("receipts", error.message)),
  )
  return ended
})

/**
 * `isSafe` false: a stream still reads its visit's log, so the log is deleted only after its last fact can be sent.
 */
const forgetLogs = Effect.fnUntraced(function* (
  { fatal, index, lastFramesMs, scope }: DeletionDeps,
  member: MemberId,
  isSafe: boolean,
) {
  const forget = index.forgetMember(member)
  if (isSafe) return yield* Effect.asVoid(forget)
  const later = Effect.delay(fatal.guard(forget), Duration.millis(2 * lastFramesMs))
  yield* Effect.forkIn(later, scope)
})

/** Returns whether nothing is left for a later round, and the requester's next session. */
const clear = Effect.fnUntraced(function* (
  deps: DeletionDeps,
  member: MemberId,
  requester: DeletionRequester | null,
) {
  const { deletedAccounts, memberSessions, pipeline } = deps
  // This list makes a restored backup forget the account again; a later round retries the entry.
  const isListed = yield* deletedAccounts.add(member).pipe(
    Effect.as(true),
    Effect.catch((error) => Effect.as(Effect.logError(error.message), false)),
  )
  yield* pipeline.eraseWriter(writerOf(member))
  const owners = yield* memberSessions.ownersOf(member)
  const isAnyCatchingUp = owners.some((owner) => isCatchingUp(deps, owner))
  let next: OpenedSession | null = null
  let isWhole = true
  for (const owner of owners) {
    const cause = owner === requester?.owner ? requester.cause : null
    const ended = yield* endSessionOf(deps, owner, cause)
    if (ended === null) isWhole = false
    else if (owner === requester?.owner) next = ended.next
  }
  // A session that goes on keeps its visits; the next round ends both.
  if (!isWhole) return { next, isWhole }
  yield* forgetLogs(deps, member, !isAnyCatchingUp)
  return { next, isWhole: isListed && !isAnyCatchingUp }
})

const finish = Effect.fnUntraced(function* (deps: DeletionDeps, member: SessionMember) {
  const { memberId } = member
  if (deps.inFlight.has(memberId)) return
  const account = yield* askWithAnyToken(deps, member)
  if (account === "unknown" || deps.inFlight.has(memberId)) return
  const isDone = account === "there" || (yield* clear(deps, memberId, null)).isWhole
  if (isDone) yield* settle(deps, memberId)
})

const finishAll = (deps: DeletionDeps) =>
  deps.accountDeletions.pending.pipe(
    Effect.flatMap((members) =>
      Effect.forEach(members, (member) => finish(deps, member), { discard: true }),
    ),
    Effect.catchTag("AccountDeletionsUnavailable", (error) =>
      Effect.logError("accountDeletions", error.message),
    ),
  )

const serviceOf = (deps: DeletionDeps): AccountDeletionShape => {
  const { accountDeletions, fatal, inFlight } = deps
  return {
    begin: (member) =>
      Effect.tap(accountDeletions.begin(member), () =>
        Effect.sync(() => inFlight.add(member.memberId)),
      ),
    withdraw: (member) =>
      Effect.andThen(
        Effect.sync(() => inFlight.delete(member)),
        settle(deps, member),
      ),
    leaveOpen: (member) => Effect.sync(() => inFlight.delete(member)),
    ask: (member) => ask(deps, member),
    carryOut: (member, requester) =>
      Effect.ensuring(
        Effect.map(clear(deps, member, requester), ({ next }) => next),
        Effect.sync(() => inFlight.delete(member)),
      ),
    clear: (member) => Effect.map(clear(deps, member, null), ({ isWhole }) => isWhole),
    resume: fatal.guard(finishAll(deps)).pipe(
      Effect.catchDefect(() => Effect.void),
      Effect.repeat(Schedule.spaced("1 minute")),
      Effect.asVoid,
    ),
  }
}

export class AccountDeletion extends Context.Service<AccountDeletion, AccountDeletionShape>()(
  "gateway/AccountDeletion",
) {
  static readonly layer = Layer.effect(
    AccountDeletion,
    Effect.gen(function* () {
      const { limits } = yield* GatewayConfig
      return AccountDeletion.of(
        serviceOf({
          accountDeletions: yield* AccountDeletions,
          deletedAccounts: yield* DeletedAccounts,
          memberSessions: yield* MemberSessions,
          endSession: yield* SessionEnder,
          visits: yield* Visits,
          index: yield* VisitIndex,
          pipeline: yield* Pipeline,
          receipts: yield* Receipts,
          profiles: yield* MemberProfiles,
          sessions: yield* SessionStore,
          fatal: yield* Fatal,
          scope: yield* Effect.scope,
          lastFramesMs: limits.lastFramesMs,
          inFlight: new Set(),
        }),
      )
    }),
  )
}
