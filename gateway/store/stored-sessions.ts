/**
 * Sessions (sessions/session-store.ts) in the durable store, with those not stored yet (allotments.ts) and those in
 * use (session-cache.ts) in memory. What is random, secret or a matter of time is decided here; what a write finds and
 * changes is decided in the table, in one transaction (sessions-table.ts).
 */
import { Effect, Layer, Option } from "effect"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import { cookieHash, isCookieValue } from "../sessions/cookie-value.ts"
import { sessionKeys } from "../sessions/sealed-member.ts"
import {
  goesOn,
  MAX_CURRENT_COOKIES,
  type ResolvedSession,
  RETIRING_MS,
  SessionStore,
  type SessionStoreShape,
} from "../sessions/session-store.ts"
import { DurableStore, type DurableStoreShape } from "./durable-store.ts"
import {
  guestSession,
  isHeldSessionPresent,
  presentSession,
  provenSession,
  REMEMBERS_MEMBER,
} from "./held-session.ts"
import { SessionRequests } from "./session-requests.ts"
import { SessionSeals, type StoredSessionsOptions } from "./session-seals.ts"

type Lookups = "resolve" | "present" | "isOf" | "ownersOfMember" | "openSessions"
type Beginnings = "allot" | "open" | "logIn" | "reissue" | "end"

/** What begins a session or gives it another cookie. */
const beginning = (
  requests: SessionRequests,
  seals: SessionSeals,
): Pick<SessionStoreShape, Beginnings> => ({
  allot: (now) =>
    Effect.sync(() => {
      const { owner, cookie, hash } = seals.newOwner()
      requests.allotments.add(owner, hash, now)
      return { session: guestSession(owner), cookie }
    }),
  open: (now) =>
    Effect.suspend(() => {
      const { owner, cookie, hash } = seals.newOwner()
      return Effect.as(requests.open(owner, hash, now), { session: guestSession(owner), cookie })
    }),
  logIn: (owner, member, now, { agent, proof } = {}) =>
    Effect.suspend(() => {
      const cookie = seals.newCookie()
      return Effect.as(
        requests.write("logIn", owner, now, () => ({
          ...seals.sealedMember(owner, member),
          agent: agent ?? null,
          retiresAt: now + RETIRING_MS,
          cookie: cookieHash(cookie),
          proof: proof === undefined ? null : cookieHash(proof),
          mostCookies: MAX_CURRENT_COOKIES,
        })),
        cookie,
      )
    }),
  reissue: (owner, now) =>
    Effect.suspend(() => {
      const cookie = seals.newCookie()
      const issued = { cookie: cookieHash(cookie), mostCookies: MAX_CURRENT_COOKIES }
      return Effect.as(
        requests.write("reissue", owner, now, () => issued),
        cookie,
      )
    }),
  end: (owner, reason, now) =>
    Effect.suspend(() => {
      const { hash, ...next } = seals.newOwner()
      const stored = { owner: next.owner, cookie: hash }
      const remembers = REMEMBERS_MEMBER[reason]
      return requests
        .write("end", owner, now, () => ({ next: stored, remembers }))
        .pipe(
          Effect.map((ageChecked) => ({
            session: { ...guestSession(next.owner), ageChecked },
            cookie: next.cookie,
          })),
          Effect.tap(() => Effect.logInfo("session ended", reason)),
        )
    }),
})

const lookups = (
  requests: SessionRequests,
  seals: SessionSeals,
): Pick<SessionStoreShape, Lookups> => ({
  resolve: (value, now) =>
    Effect.suspend(() => {
      if (!isCookieValue(value)) return Effect.succeedNone
      const hash = cookieHash(value)
      const owner = requests.allotments.ownerOf(hash, now)
      if (owner !== undefined) {
        return Effect.succeed(
          Option.some<ResolvedSession>({
            ...guestSession(owner),
            cookie: "current",
            renewalDue: false,
          }),
        )
      }
      return Effect.map(requests.byCookie(hash), (held) => provenSession(held, hash, now))
    }),
  present: (owner, now) =>
    Effect.suspend(() =>
      requests.allotments.has(owner, now)
        ? Effect.succeed(Option.some(guestSession(owner)))
        : Effect.map(requests.byOwner(owner), (held) => presentSession(held, now)),
    ),
  isOf: (owner, member, now) => requests.isOf(owner, member, now),
  ownersOfMember: (member) =>
    Effect.map(requests.ofMember(member), (found) => found.map(({ owner }) => owner)),
  openSessions: (memberId, now) =>
    Effect.map(requests.ofMember(memberId), (found) =>
      found.flatMap((stored) => {
        const { owner, startedAt, renewedAt, browser, system } = stored
        const member = seals.opened(stored)?.member ?? null
        return member !== null && goesOn(member, renewedAt, now)
          ? [{ owner, startedAt: startedAt ?? renewedAt, lastSeenAt: renewedAt, browser, system }]
          : []
      }),
    ),
})

const sessionStore = (requests: SessionRequests, seals: SessionSeals): SessionStoreShape => ({
  ...beginning(requests, seals),
  ...lookups(requests, seals),
  keep: (owner, now) =>
    Effect.suspend(() =>
      isHeldSessionPresent(requests.cache.byOwner(owner), now)
        ? Effect.void
        : requests.change("keep", owner, now),
    ),
  renew: (owner, now) => requests.change("renew", owner, now),
  refreshMember: (owner, member, now) =>
    Effect.asVoid(
      requests.write("refreshMember", owner, now, () => seals.sealedMember(owner, member)),
    ),
  describeMember: (memberId, facts) =>
    Effect.flatMap(requests.ofMember(memberId), (found) =>
      Effect.forEach(found, (stored) => requests.describe(stored, memberId, facts), {
        concurrency: "unbounded",
        // Stryker disable next-line BooleanLiteral: nobody reads what they come to
        discard: true,
      }),
    ),
  keepCall: (owner, call, now) =>
    Effect.asVoid(
      requests.write("keepCall", owner, now, () => ({
        sealed: call === null ? null : seals.sealedCall(owner, call),
      })),
    ),
  passAgeCheck: (owner, now) => requests.change("passAgeCheck", owner, now),
  forget: (now) => requests.forget(now),
})

export const makeStoredSessions = Effect.fn("makeStoredSessions")(function* (
  store: DurableStoreShape,
  options: StoredSessionsOptions,
) {
  const seals = new SessionSeals(yield* Ids, options)
  const requests = new SessionRequests(store, seals)
  if (seals.hasOlderSecrets) {
    yield* requests.sealAnew.pipe(
      Effect.flatMap((sessions) =>
        Effect.logInfo("no session needs an older SESSION_SECRET any more", { sealed: sessions }),
      ),
      // They can be read all the same: the older secret is needed until a start that succeeds.
      Effect.catch((failure) =>
        Effect.logError("sessions still need an older SESSION_SECRET", failure.detail),
      ),
    )
  }
  return sessionStore(requests, seals)
})

export const StoredSessions = {
  layer: Layer.effect(
    SessionStore,
    Effect.gen(function* () {
      const { sessionSecrets, longestSessionMs } = yield* GatewayConfig
      return yield* makeStoredSessions(yield* DurableStore, {
        keys: sessionKeys(sessionSecrets),
        longestMs: longestSessionMs,
      })
    }),
  ),
} as const
