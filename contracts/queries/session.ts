/** Read answers about the browser's own session and the member's open ones. Personal: never stored. */
import { Schema } from "effect"
import { MemberId, OpenSessionId } from "../ids.ts"
import { EpochMillis } from "../units.ts"

/** GET /api/session: who this browser is. Of the token only the member's id is known here. */
export const SessionAnswer = Schema.Struct({
  member: Schema.NullOr(
    Schema.Struct({ memberId: MemberId, username: Schema.String, verified: Schema.Boolean }),
  ),
  ageVerified: Schema.Boolean,
}).annotate({ identifier: "SessionAnswer" })
export type SessionAnswer = typeof SessionAnswer.Type

/** One of a member's open sessions. Browser and system as far as the user agent tells. */
export const OpenSession = Schema.Struct({
  id: OpenSessionId,
  isCurrent: Schema.Boolean,
  startedAt: EpochMillis,
  /** To the day: sessions are renewed at most once a day. */
  lastSeenAt: EpochMillis,
  browser: Schema.NullOr(Schema.String),
  system: Schema.NullOr(Schema.String),
})
export type OpenSession = typeof OpenSession.Type

/** GET /api/sessions: the member's open sessions, this one first. 401 for a guest. */
export const OpenSessionsAnswer = Schema.Struct({
  sessions: Schema.Array(OpenSession),
}).annotate({ identifier: "OpenSessionsAnswer" })
export type OpenSessionsAnswer = typeof OpenSessionsAnswer.Type

/** GET /api/username-suggestions?username= : free names like it. 401 for a guest. */
export const UsernameSuggestionsAnswer = Schema.Struct({
  suggestions: Schema.Array(Schema.String),
}).annotate({ identifier: "UsernameSuggestionsAnswer" })
export type UsernameSuggestionsAnswer = typeof UsernameSuggestionsAnswer.Type
