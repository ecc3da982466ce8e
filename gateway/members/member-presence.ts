/**
 * Follows a member upstream while any of their visits is live: holds the member socket, asks again after every
 * interruption, and records the interruption (law L7).
 *
 *   visit attaches ─▶ hold socket ─▶ refresh        socket drops ─▶ SourceInterrupted
 *   socket is back ─▶ SourceRestored ─▶ refresh     token refused ─▶ its session ends, another token is used
 *
 * Invariant: a token that is refused or has expired ends its own session; the member's other sessions go on with
 * their tokens.
 */
import { Clock, Context, Duration, Effect, Layer, type Scope } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { Event } from "@foldcast/contracts/stream/event"
import { Fatal, type FatalShape } from "../fatal.ts"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { GatewayTime } from "../steady-clock.ts"
import type { MemberFrame } from "../upstream/frame.ts"
import {
  type MemberSocketListener,
  MemberSockets,
  type MemberSocketsShape,
} from "../upstream/member-socket.ts"
import { type LiveVisit, recipientOf, Visits, type VisitTable } from "../visits/registry.ts"
import { SessionEnder, type SessionEnderShape } from "./session-ender.ts"
import { MemberProfiles, type MemberProfilesShape } from "./member-profiles.ts"
import { MemberMessages, type MemberMessagesShape, type PresentToken } from "./member-messages.ts"
import { MemberRefresh, type MemberRefreshShape } from "./member-refresh.ts"
import { PresenceState } from "./presence-state.ts"
import type { PresentSession } from "./present-sessions.ts"

export interface MemberPresenceShape {
  /** A visit of this member attached: holds the socket, and asks what may have changed. */
  readonly arrived: (visit: LiveVisit, member: SessionMember) => Effect.Effect<void, LogUnavailable>
  /** The answer to a message of this visit was lost: asks what became of it until that is known. */
  readonly lostMessage: (visit: LiveVisit, member: MemberId) => Effect.Effect<void>
  /** Begins to count the member's unread messages. */
  readonly countUnread: (member: MemberId) => Effect.Effect<void>
  /** The session has a new token, which is used from here on. */
  readonly tokenChanged: (owner: OwnerId, member: SessionMember) => Effect.Effect<void>
  /**
   * Runs at intervals: ends sessions with an expired token, releases the sockets of members without a live visit,
   * and asks again where the upstream was silent.
   */
  readonly maintain: Effect.Effect<void, LogUnavailable>
}

interface PresenceDeps {
  readonly state: PresenceState
  readonly sockets: MemberSocketsShape
  readonly pipeline: PipelineShape
  readonly refresh: MemberRefreshShape
  readonly messages: MemberMessagesShape
  readonly visits: VisitTable
  readonly endSession: SessionEnderShape
  readonly profiles: MemberProfilesShape
  readonly fatal: FatalShape
  readonly time: GatewayTime["Service"]
  readonly scope: Scope.Scope
  readonly run: (effect: Effect.Effect<unknown>) => unknown
}

/** Members per turn of the event loop, so that other work is not blocked. */
const MEMBERS_A_TURN = 500

const inTurns = <A, E>(all: ReadonlyArray<A>, look: (one: A) => Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    for (const [index, one] of all.entries()) {
      if (index % MEMBERS_A_TURN === 0) yield* Effect.sleep(0)
      yield* look(one)
    }
  })

const INTERRUPTED: Event = { _tag: "SourceInterrupted", source: "member-socket" }
const RESTORED: Event = { _tag: "SourceRestored", source: "member-socket" }

const tell = ({ pipeline }: PresenceDeps, visit: LiveVisit, ...events: ReadonlyArray<Event>) =>
  pipeline.decided(events, recipientOf(visit), { cause: null })

const forgetAbsent = ({ state, visits }: PresenceDeps, sessions: Iterable<PresentSession>) => {
  for (const { owner, member } of sessions) {
    if (visits.ofOwner(owner).size === 0) state.sessions.leave(member.memberId, owner)
  }
}

const withLongestToken = (deps: PresenceDeps, member: MemberId) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    // This member's sessions only: this runs for every member who comes back, and a pass over all would be
    // quadratic.
    forgetAbsent(deps, deps.state.sessions.ofMember(member))
    return deps.state.sessions.withLongestToken(member, now)
  })

const endSessionOf = (
  { endSession, state }: PresenceDeps,
  member: MemberId,
  owner: OwnerId,
  reason: LogOutReason,
) =>
  endSession.of(owner, reason, null).pipe(
    Effect.andThen(Effect.sync(() => state.sessions.leave(member, owner))),
    // The next round tries again.
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.logError("a session could not be ended", error.message),
    ),
  )

/** The upstream refused a member's token: the session ends, unless it has another token by now. */
const refuse = Effect.fnUntraced(function* (
  { endSession, state }: PresenceDeps,
  { owner, member }: PresentSession,
) {
  const refused = yield* endSession.tokenRefused(owner, member.token)
  if (refused._tag === "GoesOn") state.sessions.enter({ owner, member: refused.member })
  else state.sessions.leave(member.memberId, owner)
})

/** Nobody waits for it, and a service that knows no blocks is as good as one that has none. */
const listBlocks = (
  { fatal, refresh, scope }: PresenceDeps,
  { member: { memberId, token } }: PresentSession,
) => Effect.forkIn(fatal.guard(refresh.blocks(memberId, token)), scope)

/** Asks the upstream about the account; returns whether the token was accepted. */
const askWith = Effect.fnUntraced(function* (
  deps: PresenceDeps,
  session: PresentSession,
  visits: Iterable<LiveVisit>,
) {
  const { refresh, state } = deps
  const { memberId, token } = session.member
  const credits = yield* refresh.credits(memberId, token)
  const isHeard = credits === "done"
  const favourites = isHeard ? yield* refresh.favourites(memberId, token) : credits
  if (isHeard) {
    yield* listBlocks(deps, session)
    yield* refresh.payments(memberId, token, visits)
  }
  if (credits === "unavailable" || favourites === "unavailable") {
    // Logged once per outage.
    if (state.unanswered(memberId)) {
      yield* Effect.logWarning("a member's account is not heard", { credits, favourites })
    }
  } else state.answered(memberId)
  return credits !== "forbidden"
})

const presentToken = (deps: PresenceDeps, member: MemberId): PresentToken =>
  Effect.map(withLongestToken(deps, member), (session) => session?.member.token ?? null)

/** What the messenger's service may have told meanwhile. Nobody waits for it. */
const askMessenger = Effect.fnUntraced(function* (
  deps: PresenceDeps,
  member: MemberId,
  visits: Iterable<LiveVisit>,
) {
  const { messages } = deps
  const present = presentToken(deps, member)
  yield* messages.countUnread(member, present)
  for (const visit of visits) yield* messages.findLost(visit, member, present)
})

/** Asks with this session's token; where it is refused, with the next session's, until one is accepted. */
const ask = Effect.fnUntraced(function* (
  deps: PresenceDeps,
  member: MemberId,
  first: PresentSession | null,
  of: Iterable<LiveVisit>,
) {
  let session = first
  let visits = of
  while (session !== null) {
    if (yield* askWith(deps, session, visits)) return yield* askMessenger(deps, member, visits)
    yield* refuse(deps, session)
    session = yield* withLongestToken(deps, member)
    visits = [...deps.visits.ofMember(member)]
  }
})

const askForAll = Effect.fnUntraced(function* (deps: PresenceDeps, member: MemberId) {
  yield* ask(deps, member, yield* withLongestToken(deps, member), [...deps.visits.ofMember(member)])
})

const release = ({ sockets, state }: PresenceDeps, member: MemberId) =>
  Effect.suspend(() => {
    state.released(member)
    return sockets.release(member)
  })

const onConnected = Effect.fnUntraced(function* (
  deps: PresenceDeps,
  member: MemberId,
  again: boolean,
) {
  const { state, visits } = deps
  state.connected(member)
  for (const visit of [...visits.ofMember(member)]) {
    if (state.listenFor(visit)) yield* tell(deps, visit, INTERRUPTED, RESTORED)
    else if (again) yield* tell(deps, visit, RESTORED)
  }
  yield* askForAll(deps, member)
})

const onInterrupted = Effect.fnUntraced(function* (deps: PresenceDeps, member: MemberId) {
  deps.state.interrupted(member)
  for (const visit of [...deps.visits.ofMember(member)]) yield* tell(deps, visit, INTERRUPTED)
})

/** Returns whether there is another token to try. */
const onTokenRefused = Effect.fnUntraced(function* (deps: PresenceDeps, member: MemberId) {
  const shown = deps.state.shownBy(member)
  if (shown !== undefined) yield* deps.fatal.guard(refuse(deps, shown))
  const other = yield* withLongestToken(deps, member)
  // Released at once, so that the next visit does not find a socket that has given up.
  if (other === null) yield* release(deps, member)
  return other !== null
})

/** Read from the event on, so that the answer to what the member sent is told before its echo (MSG-33). */
const MESSAGES_AFTER = Duration.millis(100)

/** One delay for both keeps their order: nothing is read before it was told. */
const isOfMessages = (call: string) => call === "private-message" || call === "message-read"

const hearLater = (deps: PresenceDeps, member: MemberId, frame: MemberFrame) => {
  const { fatal, messages, pipeline, scope } = deps
  const hear = Effect.sync(() => pipeline.memberFrame(frame)).pipe(Effect.delay(MESSAGES_AFTER))
  const countUnread = messages.countUnread(member, presentToken(deps, member))
  const work = frame.call === "private-message" ? Effect.andThen(hear, countUnread) : hear
  return Effect.forkIn(fatal.guard(work), scope)
}

const listener = (deps: PresenceDeps, member: MemberId): MemberSocketListener => {
  const { fatal, pipeline, state } = deps
  const about = { visit: null, owner: null, member }
  return {
    token: Effect.map(withLongestToken(deps, member), (session) => {
      state.tokenShown(member, session)
      return session?.member.token ?? null
    }),
    event: (call, payload) => {
      const frame = { source: "member-socket", call, payload, about } as const
      if (isOfMessages(call)) deps.run(hearLater(deps, member, frame))
      else pipeline.memberFrame(frame)
    },
    connected: (again) => fatal.guard(onConnected(deps, member, again)),
    interrupted: fatal.guard(onInterrupted(deps, member)),
    refused: onTokenRefused(deps, member),
  }
}

const arrived = Effect.fnUntraced(function* (
  deps: PresenceDeps,
  visit: LiveVisit,
  member: SessionMember,
) {
  const { profiles, sockets, state } = deps
  const { memberId } = member
  const session = { owner: visit.owner, member }
  yield* profiles.catchUpLogIn(visit, member)
  state.sessions.enter(session)
  yield* sockets.hold(memberId, listener(deps, memberId))
  if (state.isInterrupted(memberId)) yield* tell(deps, visit, INTERRUPTED)
  yield* profiles.complete(visit, member)
  yield* ask(deps, memberId, session, [visit])
})

const endExpired = (deps: PresenceDeps) => {
  const now = deps.time.earliest()
  return inTurns(deps.state.sessions.all(), ({ owner, member }) =>
    member.tokenExpiresAt <= now
      ? endSessionOf(deps, member.memberId, owner, "expired")
      : Effect.void,
  )
}

const askTheSilent = Effect.fnUntraced(function* (deps: PresenceDeps) {
  const { profiles, state, visits } = deps
  for (const member of state.allUnanswered()) yield* askForAll(deps, member)
  yield* inTurns(state.sessions.all(), ({ owner, member }) =>
    Effect.forEach([...visits.ofOwner(owner)], (visit) => profiles.complete(visit, member), {
      discard: true,
    }),
  )
})

const makeMaintain = (deps: PresenceDeps) => {
  let isAsking = false
  const askInBackground = Effect.suspend(() => {
    if (isAsking) return Effect.void
    isAsking = true
    // Forked, since a silent upstream is slow and nothing must wait for it.
    return Effect.forkIn(
      Effect.ensuring(
        deps.fatal.guard(askTheSilent(deps)),
        Effect.sync(() => {
          isAsking = false
        }),
      ),
      deps.scope,
    )
  })
  return Effect.gen(function* () {
    forgetAbsent(deps, deps.state.sessions.all())
    yield* endExpired(deps)
    yield* inTurns([...deps.sockets.held()], (member) =>
      deps.visits.ofMember(member).size === 0 ? release(deps, member) : Effect.void,
    )
    yield* deps.pipeline.forgetAbsent
    yield* askInBackground
  })
}

export class MemberPresence extends Context.Service<MemberPresence, MemberPresenceShape>()(
  "gateway/MemberPresence",
) {
  static readonly layer = Layer.effect(
    MemberPresence,
    Effect.gen(function* () {
      const deps: PresenceDeps = {
        state: new PresenceState(),
        sockets: yield* MemberSockets,
        pipeline: yield* Pipeline,
        refresh: yield* MemberRefresh,
        messages: yield* MemberMessages,
        visits: yield* Visits,
        endSession: yield* SessionEnder,
        profiles: yield* MemberProfiles,
        fatal: yield* Fatal,
        time: yield* GatewayTime,
        scope: yield* Effect.scope,
        run: Effect.runForkWith(yield* Effect.context()),
      }
      const { state, visits } = deps
      return MemberPresence.of({
        arrived: (visit, member) => arrived(deps, visit, member),
        lostMessage: (visit, member) =>
          deps.messages.findLost(visit, member, presentToken(deps, member)),
        countUnread: (member) => deps.messages.countUnread(member, presentToken(deps, member)),
        tokenChanged: (owner, member) =>
          Effect.sync(() => {
            if (visits.ofOwner(owner).size > 0) state.sessions.enter({ owner, member })
          }),
        maintain: makeMaintain(deps),
      })
    }),
  )
}
