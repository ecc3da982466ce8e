/**
 * Sessions: who a browser is. They lie in the durable store (store/stored-sessions.ts).
 *
 *   owner   stable for the session's life; owns visits and receipts; 128 random bits
 *   cookie  a value of 256 random bits that proves the owner; stored only as its SHA-256
 *
 *   current   proves the owner fully
 *   retiring  was current before a log-in: for 60 s more it may attach to the visit that logged in and
 *             repeat that command, and nothing else; the caller keeps it to that. After a changed password
 *             it attaches to nothing (visits/cookie-changes.ts)
 *
 * Invariants: an ended owner is gone at once with all its cookies; a member is never replaced by another member
 * within one owner; no token lies in the store unsealed; what an Effect answered is durable, an allotted session
 * excepted; a member's session ends SESSION_DAYS after the log-in, however it is used.
 */
import { Context, type Effect, type Option, type Redacted, Schema } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { OwnerId } from "../log/visit-header.ts"
import type { AgentLabel } from "./agent-label.ts"

/** What the cookie holds: 43 characters of base64url. */
export type CookieValue = string & { readonly CookieValue: unique symbol }

/** Rolling: a session lives this long after it was last renewed. */
export const SESSION_LIFE_MS = 30 * 86_400_000
/** How long the value before a log-in still serves (docs/protocol.md, "Log-in and log-out"). */
export const RETIRING_MS = 60_000
/** A session is renewed at most this often, so that reading a page writes nothing. */
export const RENEWAL_AFTER_MS = 86_400_000
/** How long an allotted session waits for its first use, and how many wait at once. */
export const ALLOTMENT_MS = 120_000
export const MAX_ALLOTMENTS = 10_000
/** Values that prove one owner at the same time; the oldest goes. */
export const MAX_CURRENT_COOKIES = 4

/** Whether a member's session can still be used: neither it nor its upstream token has run out. */
export const goesOn = (member: SessionMember, renewedAt: number, now: number): boolean =>
  renewedAt + SESSION_LIFE_MS > now && member.tokenExpiresAt > now

export interface SessionMember {
  readonly memberId: MemberId
  readonly username: string
  readonly verified: boolean
  /** The upstream bearer token; sealed where it is stored. */
  readonly token: Redacted.Redacted
  /**
   * Gateway milliseconds: until when the token may be used. Of a session that was read it is never later than the
   * session's absolute end, SESSION_DAYS after the log-in.
   */
  readonly tokenExpiresAt: number
}

export interface Session {
  readonly owner: OwnerId
  readonly member: SessionMember | null
  /** Kept over log-out: the next owner of the same browser inherits it. */
  readonly ageChecked: boolean
}

export interface ResolvedSession extends Session {
  readonly cookie: "current" | "retiring"
  /** The caller renews it and sends the cookie again, so that its 30 days roll. */
  readonly renewalDue: boolean
}

export interface OpenSessionRecord extends AgentLabel {
  readonly owner: OwnerId
  /** When the member logged in here. */
  readonly startedAt: number
  /** To the day: when it was last renewed. */
  readonly lastSeenAt: number
}

/** The browser that logs in. */
export interface LogInFrom {
  /** The one before is kept where none is given. */
  readonly agent?: AgentLabel
  /**
   * The value that it asked with. Where that retired since, by another log-in of the same browser, no value
   * retires now: the two answers may arrive in either order, and the browser keeps the last.
   */
  readonly proof?: CookieValue
}

export interface OpenedSession {
  readonly session: Session
  readonly cookie: CookieValue
}

/** The store cannot be read or written: nothing is known of the session; answer 503. */
export class SessionsUnavailable extends Schema.TaggedError<SessionsUnavailable>()(
  "SessionsUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the session store failed at ${this.operation}: ${this.detail}`
  }
}

/** The owner cannot do this: unknown (ended, expired), or another member is logged in. */
export class SessionRefused extends Schema.TaggedError<SessionRefused>()("SessionRefused", {
  why: Schema.Literals(["unknown", "anotherMember", "guest"]),
}) {
  override get message() {
    return `the session refused: ${this.why}`
  }
}

type Written<A> = Effect.Effect<A, SessionsUnavailable | SessionRefused>

export interface SessionStoreShape {
  /** A guest's new session, in memory only: a page for a crawler leaves no trace. */
  readonly allot: (now: number) => Effect.Effect<OpenedSession>
  /** Makes an allotted session durable; of a durable one nothing changes. */
  readonly keep: (owner: OwnerId, now: number) => Written<void>
  /** A guest's new session, durable. */
  readonly open: (now: number) => Effect.Effect<OpenedSession, SessionsUnavailable>
  /** Reads only. Malformed, unknown, expired and ended values are all `none`. */
  readonly resolve: (
    cookie: string,
    now: number,
  ) => Effect.Effect<Option.Option<ResolvedSession>, SessionsUnavailable>
  /** The session as it is now, for those who looked its cookie up a moment ago. Reads only. */
  readonly present: (
    owner: OwnerId,
    now: number,
  ) => Effect.Effect<Option.Option<Session>, SessionsUnavailable>
  /** The session's 30 days begin anew. */
  readonly renew: (owner: OwnerId, now: number) => Written<void>
  /** Guest → member, or the same member again. Values until now retire; the answer is the new one. */
  readonly logIn: (
    owner: OwnerId,
    member: SessionMember,
    now: number,
    from?: LogInFrom,
  ) => Written<CookieValue>
  /**
   * One more current value: for a log-in repeated by a retiring one, whose answer with the new value was
   * lost.
   */
  readonly reissue: (owner: OwnerId, now: number) => Written<CookieValue>
  /** What the upstream now says of the member who is logged in. */
  readonly refreshMember: (owner: OwnerId, member: SessionMember, now: number) => Written<void>
  /** What the upstream now says of a member, in all of their sessions; each keeps its token. */
  readonly describeMember: (
    member: MemberId,
    facts: Pick<SessionMember, "username" | "verified">,
  ) => Effect.Effect<void, SessionsUnavailable>
  readonly passAgeCheck: (owner: OwnerId, now: number) => Written<void>
  /**
   * The owner and all its cookies are gone when this answers; a new guest owner inherits the age check.
   * An unknown owner is refused, so that one log-out makes one new session. The reason is logged. Who logged
   * out, or whose time ran out, is remembered by the new one (`isOf`).
   */
  readonly end: (owner: OwnerId, reason: LogOutReason, now: number) => Written<OpenedSession>
  /**
   * Whether the browser is this member's own: they are logged in there, or were the last who were, in this
   * session's life (ADR 0048). Reads only; an allotted session is nobody's.
   */
  readonly isOf: (
    owner: OwnerId,
    member: MemberId,
    now: number,
  ) => Effect.Effect<boolean, SessionsUnavailable>
  readonly ownersOfMember: (
    member: MemberId,
  ) => Effect.Effect<ReadonlyArray<OwnerId>, SessionsUnavailable>
  /** The member's sessions that go on, as their list shows them. */
  readonly openSessions: (
    member: MemberId,
    now: number,
  ) => Effect.Effect<ReadonlyArray<OpenSessionRecord>, SessionsUnavailable>
  /** Deletes what expired. Answers how many sessions. */
  readonly forget: (now: number) => Effect.Effect<number, SessionsUnavailable>
}

export class SessionStore extends Context.Service<SessionStore, SessionStoreShape>()(
  "gateway/SessionStore",
) {}
