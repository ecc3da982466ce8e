/** Sessions in memory, for tests and simulations: the same promises, but for surviving the process. */
import { Effect, Layer, Option } from "effect"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/event-log.ts"
import { type AgentLabel, UNKNOWN_AGENT } from "./agent-label.ts"
import { Allotments } from "./allotments.ts"
import { COOKIE_BITS, cookieHash, isCookieValue, OWNER_BITS } from "./cookie-value.ts"
import {
  type CookieValue,
  goesOn,
  MAX_CURRENT_COOKIES,
  RENEWAL_AFTER_MS,
  RETIRING_MS,
  SESSION_LIFE_MS,
  type SessionMember,
  SessionRefused,
  SessionStore,
  type SessionStoreShape,
} from "./session-store.ts"

interface Entry {
  member: SessionMember | null
  ageChecked: boolean
  renewedAt: number
  startedAt: number
  agent: AgentLabel
}

interface Cookie {
  readonly owner: OwnerId
  retiresAt: number | null
}

type Refusal = SessionRefused["why"]

export const makeMemorySessionStore = Effect.map(Ids, (ids): SessionStoreShape => {
  const allotments = new Allotments()
  const sessions = new Map<OwnerId, Entry>()
  /** In the order of their issue. */
  const cookies = new Map<string, Cookie>()

  const refused = (why: Refusal) => Effect.fail(new SessionRefused({ why }))
  const newOwner = () => ids.token(OWNER_BITS) as OwnerId
  const newCookie = () => ids.token(COOKIE_BITS) as CookieValue
  const cookiesOf = (owner: OwnerId) => [...cookies].filter(([, cookie]) => cookie.owner === owner)

  const drop = (owner: OwnerId) => {
    sessions.delete(owner)
    for (const [hash] of cookiesOf(owner)) cookies.delete(hash)
  }

  const insert = (owner: OwnerId, hash: string, ageChecked: boolean, now: number): Entry => {
    const entry = {
      member: null,
      ageChecked,
      renewedAt: now,
      startedAt: now,
      agent: UNKNOWN_AGENT,
    }
    sessions.set(owner, entry)
    cookies.set(hash, { owner, retiresAt: null })
    return entry
  }

  const live = (owner: OwnerId, now: number): Entry | undefined => {
    const hash = allotments.take(owner, now)
    if (hash !== undefined) return insert(owner, hash, false, now)
    const entry = sessions.get(owner)
    return entry !== undefined && entry.renewedAt + SESSION_LIFE_MS > now ? entry : undefined
  }

  const issue = (owner: OwnerId): CookieValue => {
    const cookie = newCookie()
    cookies.set(cookieHash(cookie), { owner, retiresAt: null })
    const current = cookiesOf(owner).filter(([, { retiresAt }]) => retiresAt === null)
    for (const [hash] of current.slice(0, -MAX_CURRENT_COOKIES)) cookies.delete(hash)
    return cookie
  }

  const open = (ageChecked: boolean, now: number) => {
    const owner = newOwner()
    const cookie = newCookie()
    insert(owner, cookieHash(cookie), ageChecked, now)
    return { session: { owner, member: null, ageChecked }, cookie }
  }

  const onLive = <A>(
    owner: OwnerId,
    now: number,
    use: (entry: Entry) => Effect.Effect<A, SessionRefused>,
  ) =>
    Effect.suspend(() => {
      const entry = live(owner, now)
      return entry === undefined ? refused("unknown") : use(entry)
    })

  return {
    allot: (now) =>
      Effect.sync(() => {
        const owner = newOwner()
        const cookie = newCookie()
        allotments.add(owner, cookieHash(cookie), now)
        return { session: { owner, member: null, ageChecked: false }, cookie }
      }),
    keep: (owner, now) => onLive(owner, now, () => Effect.void),
    open: (now) => Effect.sync(() => open(false, now)),
    resolve: (value, now) =>
      Effect.sync(() => {
        if (!isCookieValue(value)) return Option.none()
        const hash = cookieHash(value)
        const allotted = allotments.ownerOf(hash, now)
        if (allotted !== undefined) {
          const session = { owner: allotted, member: null, ageChecked: false }
          return Option.some({ ...session, cookie: "current", renewalDue: false })
        }
        const cookie = cookies.get(hash)
        const entry = cookie === undefined ? undefined : sessions.get(cookie.owner)
        if (cookie === undefined || entry === undefined) return Option.none()
        const { member, ageChecked, renewedAt } = entry
        const { owner, retiresAt } = cookie
        if (renewedAt + SESSION_LIFE_MS <= now) return Option.none()
        if (retiresAt !== null && retiresAt <= now) return Option.none()
        const session = { owner, member, ageChecked }
        const current = retiresAt === null
        return Option.some({
          ...session,
          cookie: current ? "current" : "retiring",
          renewalDue: current && renewedAt + RENEWAL_AFTER_MS <= now,
        })
      }),
    present: (owner, now) =>
      Effect.sync(() => {
        if (allotments.has(owner, now)) {
          return Option.some({ owner, member: null, ageChecked: false })
        }
        const entry = sessions.get(owner)
        if (entry === undefined || entry.renewedAt + SESSION_LIFE_MS <= now) return Option.none()
        return Option.some({ owner, member: entry.member, ageChecked: entry.ageChecked })
      }),
    renew: (owner, now) =>
      onLive(owner, now, (entry) =>
        Effect.sync(() => {
          entry.renewedAt = now
        }),
      ),
    logIn: (owner, member, now, agent) =>
      onLive(owner, now, (entry) => {
        if (entry.member !== null && entry.member.memberId !== member.memberId) {
          return refused("anotherMember")
        }
        return Effect.sync(() => {
          if (entry.member === null) entry.startedAt = now
          entry.member = member
          entry.renewedAt = now
          entry.agent = agent ?? entry.agent
          for (const [, cookie] of cookiesOf(owner)) cookie.retiresAt ??= now + RETIRING_MS
          return issue(owner)
        })
      }),
    reissue: (owner, now) => onLive(owner, now, () => Effect.sync(() => issue(owner))),
    refreshMember: (owner, member, now) =>
      onLive(owner, now, (entry) => {
        if (entry.member === null) return refused("guest")
        if (entry.member.memberId !== member.memberId) return refused("anotherMember")
        return Effect.sync(() => {
          entry.member = member
        })
      }),
    describeMember: (memberId, facts) =>
      Effect.sync(() => {
        for (const entry of sessions.values()) {
          if (entry.member?.memberId === memberId) entry.member = { ...entry.member, ...facts }
        }
      }),
    passAgeCheck: (owner, now) =>
      onLive(owner, now, (entry) =>
        Effect.sync(() => {
          entry.ageChecked = true
        }),
      ),
    end: (owner, reason, now) =>
      onLive(owner, now, ({ ageChecked }) =>
        Effect.sync(() => {
          drop(owner)
          return open(ageChecked, now)
        }),
      ).pipe(Effect.tap(() => Effect.logInfo("session ended", reason))),
    ownersOfMember: (memberId) =>
      Effect.sync(() =>
        [...sessions].flatMap(([owner, { member }]) =>
          member?.memberId === memberId ? [owner] : [],
        ),
      ),
    openSessions: (memberId, now) =>
      Effect.sync(() =>
        [...sessions].flatMap(([owner, { member, renewedAt, startedAt, agent }]) =>
          member?.memberId === memberId && goesOn(member, renewedAt, now)
            ? [{ owner, startedAt, lastSeenAt: renewedAt, ...agent }]
            : [],
        ),
      ),
    forget: (now) =>
      Effect.sync(() => {
        for (const [hash, { retiresAt }] of cookies) {
          if (retiresAt !== null && retiresAt <= now) cookies.delete(hash)
        }
        const expired = [...sessions].filter(
          ([, entry]) => entry.renewedAt + SESSION_LIFE_MS <= now,
        )
        for (const [owner] of expired) drop(owner)
        return expired.length
      }),
  }
})

export const MemorySessionStore = {
  layer: Layer.effect(SessionStore, makeMemorySessionStore),
} as const
