/**
 * What sessions should answer, said in the plainest way: the oracle of sessions.test.ts. It is told the
 * random values that were drawn and decides everything else by itself.
 */
import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import type { OwnerId } from "../log/visit-header.ts"
import {
  ALLOTMENT_MS,
  type CookieValue,
  MAX_CURRENT_COOKIES,
  type OpenedSession,
  RENEWAL_AFTER_MS,
  type ResolvedSession,
  type SessionCall,
  RETIRING_MS,
  SESSION_LIFE_MS,
  type SessionMember,
  type SessionRefused,
} from "../sessions/session-store.ts"

interface ModelSession {
  member: SessionMember | null
  call: SessionCall | null
  ageChecked: boolean
  renewedAt: number
  durable: boolean
  readonly current: Array<CookieValue>
  readonly retiring: Array<{ readonly cookie: CookieValue; readonly until: number }>
}

type Refusal = SessionRefused["why"] | "none"

export const sessionModel = () => {
  const sessions = new Map<OwnerId, ModelSession>()

  const find = (owner: OwnerId, now: number): ModelSession | undefined => {
    const session = sessions.get(owner)
    if (session === undefined) return undefined
    const life = session.durable ? SESSION_LIFE_MS : ALLOTMENT_MS
    return session.renewedAt + life > now ? session : undefined
  }

  /** Every write makes an allotted session durable, and its 30 days begin. */
  const findToWrite = (owner: OwnerId, now: number): ModelSession | undefined => {
    const session = find(owner, now)
    if (session !== undefined && !session.durable) {
      session.durable = true
      session.renewedAt = now
    }
    return session
  }

  const made = ({ session, cookie }: OpenedSession, durable: boolean, now: number) => {
    const { owner, member, call, ageChecked } = session
    const cookies = { current: [cookie], retiring: [] }
    sessions.set(owner, { member, call, ageChecked, renewedAt: now, durable, ...cookies })
  }

  const refusalOf = (
    session: ModelSession | undefined,
    member: SessionMember | null,
    needsMember: boolean,
  ): Refusal => {
    if (session === undefined) return "unknown"
    if (session.member === null) return needsMember ? "guest" : "none"
    const isOther = member !== null && session.member.memberId !== member.memberId
    return isOther ? "anotherMember" : "none"
  }

  return {
    made,
    issued: (
      owner: OwnerId,
      member: SessionMember | null,
      answer: Result.Result<CookieValue, unknown>,
      now: number,
    ): boolean => {
      const session = findToWrite(owner, now)
      const isCalling = member !== null && (session?.call ?? null) !== null
      const refusal = isCalling ? "calling" : refusalOf(session, member, false)
      if (Result.isFailure(answer)) return refusal !== "none"
      if (refusal !== "none" || session === undefined) return false
      if (member !== null) {
        const retired = session.current.splice(0)
        session.retiring.push(...retired.map((cookie) => ({ cookie, until: now + RETIRING_MS })))
        session.member = member
        session.renewedAt = now
      }
      session.current.push(answer.success)
      session.current.splice(0, session.current.length - MAX_CURRENT_COOKIES)
      return true
    },
    end: (owner: OwnerId, answer: Result.Result<OpenedSession, unknown>, now: number): boolean => {
      const session = findToWrite(owner, now)
      if (session === undefined) return Result.isFailure(answer)
      sessions.delete(owner)
      if (Result.isFailure(answer)) return false
      made(answer.success, true, now)
      const { member, call, ageChecked } = answer.success.session
      return member === null && call === null && ageChecked === session.ageChecked
    },
    changed: (
      what: "keep" | "renew" | "age" | "refresh",
      owner: OwnerId,
      member: SessionMember,
      now: number,
    ): Refusal => {
      const session = findToWrite(owner, now)
      const refusal = refusalOf(session, what === "refresh" ? member : null, what === "refresh")
      if (session === undefined || refusal !== "none") return refusal
      if (what === "renew") session.renewedAt = now
      if (what === "age") session.ageChecked = true
      if (what === "refresh") session.member = member
      return "none"
    },
    callKept: (owner: OwnerId, call: SessionCall | null, now: number): Refusal => {
      const session = findToWrite(owner, now)
      if (session === undefined) return "unknown"
      if (session.member !== null) return "anotherMember"
      session.call = call
      return "none"
    },
    agrees: (cookie: CookieValue, seen: ResolvedSession | null, now: number): boolean => {
      for (const [owner, { current, retiring, member, call, ageChecked }] of sessions) {
        const session = find(owner, now)
        const isCurrent = current.includes(cookie)
        const isRetiring = retiring.some((one) => one.cookie === cookie && one.until > now)
        if (session === undefined || !(isCurrent || isRetiring)) continue
        return isDeepStrictEqual(seen, {
          owner,
          member,
          call,
          ageChecked,
          cookie: isCurrent ? "current" : "retiring",
          renewalDue: isCurrent && session.durable && session.renewedAt + RENEWAL_AFTER_MS <= now,
        })
      }
      return seen === null
    },
  }
}
