/**
 * Sessions: which owner a browser is. They are in the durable store (store/stored-sessions.ts).
 *
 *   owner   stable for the session's life; owns visits and receipts; 128 random bits
 *   cookie  a value of 256 random bits that proves the owner; stored only as its SHA-256
 *
 *   current   proves the owner fully
 *   retiring  was current before a log-in: for 60 s more it may only attach to the visit that logged in and
 *             repeat that command; the caller enforces that. After a password change
 *             it attaches to nothing (visits/cookie-changes.ts)
 *
 * Invariants: an ended owner is gone at once with all its cookies; within one owner a member is never replaced by
 * another member; a member has no call; no token is stored unsealed; what an Effect answered is durable, except an
 * allotted session; a member's session ends SESSION_DAYS after the log-in, however it is used.
 */
import { Context, type Effect, type Option, type Redacted, Schema } from "effect"
import type { IvrSessionId, MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { OwnerId } from "../log/visit-header.ts"
import type { AgentLabel } from "./agent-label.ts"

/** The cookie's value: 43 characters of base64url. */
export type CookieValue = string & { readonly CookieValue: unique symbol }

/** Rolling expiry: a session lives this long after its last renewal. */
export const SESSION_LIFE_MS = 30 * 86_400_000
/** How long the old value stays valid after a log-in (docs/protocol.md, "Log-in and log-out"). */
export const RETIRING_MS = 60_000
/** A session is renewed at most this often, so that most page reads write nothing. */
export const RENEWAL_AFTER_MS = 86_400_000
/** How long an allotted session waits for its first use, and the most that wait at the same time. */
export const ALLOTMENT_MS = 120_000
export const MAX_ALLOTMENTS = 10_000
/** The most current values of one owner; the oldest is dropped. */
export const MAX_CURRENT_COOKIES = 4

/** Whether a member's session is still valid: neither it nor its upstream token has expired. */
export const goesOn = (member: SessionMember, renewedAt: number, now: number): boolean =>
  renewedAt + SESSION_LIFE_MS > now && member.tokenExpiresAt > now

export interface SessionMember {
  readonly memberId: MemberId
  readonly username: string
  readonly verified: boolean
  /** The upstream bearer token; sealed where it is stored. */
  readonly token: Redacted.Redacted
  /**
   * Gateway milliseconds: the token's expiry. In a session that was read from the store it is never later than the
   * session's absolute end, SESSION_DAYS after the log-in.
   */
  readonly tokenExpiresAt: number
}

/** A guest who pays by a phone call. */
export interface SessionCall {
  readonly session: IvrSessionId
  /** What the caller is called in rooms. */
  readonly username: string
  /** Good for this call alone; sealed where it is stored. */
  readonly token: Redacted.Redacted
  /** As it was last heard: what a page shows until it is asked for again. */
  readonly state: OpenCallState
}

/** A call that is over is no session's. */
export type OpenCallState = "pending" | "in_call"

export interface Session {
  readonly owner: OwnerId
  readonly member: SessionMember | null
  /** Of a guest alone: a log-in ends it. */
  readonly call: SessionCall | null
  /** Survives log-out: the next owner of the same browser inherits it. */
  readonly ageChecked: boolean
}

export interface ResolvedSession extends Session {
  readonly cookie: "current" | "retiring"
  /** The caller must renew the session and send the cookie again, so that its 30 days roll. */
  readonly renewalDue: boolean
}

export interface OpenSessionRecord extends AgentLabel {
  readonly owner: OwnerId
  readonly startedAt: number
  /** The last renewal, to the day. */
  readonly lastSeenAt: number
}

export interface LogInFrom {
  /** The previous label is kept where none is given. */
  readonly agent?: AgentLabel
  /**
   * The value that asked for the log-in. If another log-in of the same browser has retired it since, no value
   * retires now: the two answers may arrive in either order, and the browser keeps the later one.
   */
  readonly proof?: CookieValue
}

export interface OpenedSession {
  readonly session: Session
  readonly cookie: CookieValue
}

/** The store cannot be read or written, so nothing is known of the session; answer 503. */
export class SessionsUnavailable extends Schema.TaggedError<SessionsUnavailable>()(
  "SessionsUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the session store failed at ${this.operation}: ${this.detail}`
  }
}

/** Unknown: ended or expired. Calling: a call pays for this guest. */
export const SESSION_REFUSALS = ["unknown", "anotherMember", "guest", "calling"] as const

/** The owner cannot do this. */
export class SessionRefused extends Schema.TaggedError<SessionRefused>()("SessionRefused", {
  why: Schema.Literals(SESSION_REFUSALS),
}) {
  override get message() {
    return `the session refused: ${this.why}`
  }
}

type Written<A> = Effect.Effect<A, SessionsUnavailable | SessionRefused>

export interface SessionStoreShape {
  /** Makes a guest's new session in memory only, so that a crawler's page leaves no trace. */
  readonly allot: (now: number) => Effect.Effect<OpenedSession>
  /** Makes an allotted session durable; does nothing for a durable one. */
  readonly keep: (owner: OwnerId, now: number) => Written<void>
  /** Makes a guest's new session, durable. */
  readonly open: (now: number) => Effect.Effect<OpenedSession, SessionsUnavailable>
  /** Looks up a cookie; read only. Malformed, unknown, expired and ended values are all `none`. */
  readonly resolve: (
    cookie: string,
    now: number,
  ) => Effect.Effect<Option.Option<ResolvedSession>, SessionsUnavailable>
  /** Reads the session again by its owner, for callers that have already resolved its cookie. Read only. */
  readonly present: (
    owner: OwnerId,
    now: number,
  ) => Effect.Effect<Option.Option<Session>, SessionsUnavailable>
  /** Restarts the session's 30 days. */
  readonly renew: (owner: OwnerId, now: number) => Written<void>
  /**
   * Guest → member, or the same member again. The present values retire; returns the new value. Refused while a call
   * pays for the guest: only who ends it still knows its token.
   */
  readonly logIn: (
    owner: OwnerId,
    member: SessionMember,
    now: number,
    from?: LogInFrom,
  ) => Written<CookieValue>
  /**
   * Adds a current value: for a log-in repeated with a retiring value, because the answer with the new value was
   * lost.
   */
  readonly reissue: (owner: OwnerId, now: number) => Written<CookieValue>
  /** Updates the logged-in member with what the upstream now says. */
  readonly refreshMember: (owner: OwnerId, member: SessionMember, now: number) => Written<void>
  /** Updates a member in all of their sessions with what the upstream now says; each session keeps its token. */
  readonly describeMember: (
    member: MemberId,
    facts: Pick<SessionMember, "username" | "verified">,
  ) => Effect.Effect<void, SessionsUnavailable>
  /** Keeps a guest's call; null forgets it. A member's session is refused. */
  readonly keepCall: (owner: OwnerId, call: SessionCall | null, now: number) => Written<void>
  readonly passAgeCheck: (owner: OwnerId, now: number) => Written<void>
  /**
   * The owner and all its cookies are gone when this answers; a new guest owner inherits the age check. An unknown
   * owner is refused, so that one log-out makes one new session. The reason is logged. After a log-out or an expiry
   * the new session remembers the member (`isOf`).
   */
  readonly end: (owner: OwnerId, reason: LogOutReason, now: number) => Written<OpenedSession>
  /**
   * Whether the browser belongs to this member: they are logged in, or were the last who were, within this
   * session's life (ADR 0048). Read only; false for an allotted session.
   */
  readonly isOf: (
    owner: OwnerId,
    member: MemberId,
    now: number,
  ) => Effect.Effect<boolean, SessionsUnavailable>
  readonly ownersOfMember: (
    member: MemberId,
  ) => Effect.Effect<ReadonlyArray<OwnerId>, SessionsUnavailable>
  /** The member's valid sessions, for their list. */
  readonly openSessions: (
    member: MemberId,
    now: number,
  ) => Effect.Effect<ReadonlyArray<OpenSessionRecord>, SessionsUnavailable>
  /** Deletes expired sessions; returns how many. */
  readonly forget: (now: number) => Effect.Effect<number, SessionsUnavailable>
}

export class SessionStore extends Context.Service<SessionStore, SessionStoreShape>()(
  "gateway/SessionStore",
) {}
