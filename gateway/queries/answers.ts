/**
 * The bodies of the queries about sessions (contracts/queries/session.ts). Pure. Of the token's content the browser
 * only learns the member's id.
 */
import type { OpenSession, SessionAnswer } from "@foldcast/contracts/queries/session"
import type { OwnerId } from "../log/visit-header.ts"
import { openSessionId } from "../sessions/open-session-id.ts"
import type { OpenSessionRecord, ResolvedSession } from "../sessions/session-store.ts"

/** A member's response: never stored, and different for every cookie. */
export const personalResponse = (body: unknown): Response =>
  new Response(JSON.stringify(body), {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      Vary: "Cookie",
    },
  })

type Asking = Pick<ResolvedSession, "member" | "cookie" | "ageChecked"> | null

/**
 * The logged-in member; null without a session, for a guest, or where the cookie only serves to repeat a log-in.
 */
export const memberIn = (session: Pick<ResolvedSession, "member" | "cookie"> | null) =>
  session?.cookie === "current" ? session.member : null

export const sessionAnswer = (session: Asking): SessionAnswer => {
  const member = memberIn(session)
  return {
    member:
      member === null
        ? null
        : { memberId: member.memberId, username: member.username, verified: member.verified },
    ageVerified: session?.ageChecked === true,
  }
}

/** The present session first, then the others by last use. */
export const openSessionsAnswer = (
  records: ReadonlyArray<OpenSessionRecord>,
  current: OwnerId,
): ReadonlyArray<OpenSession> =>
  records
    .map(({ owner, startedAt, lastSeenAt, browser, system }) => ({
      id: openSessionId(owner),
      isCurrent: owner === current,
      startedAt,
      lastSeenAt,
      browser,
      system,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt)
