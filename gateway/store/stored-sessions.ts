/**
 * Sessions (sessions/session-store.ts) in the durable store, with those not stored yet (allotments.ts) and
 * those in use (session-cache.ts) in memory. What is random, secret or a matter of time is decided here;
 * what a write finds and changes is decided in the table, in one transaction (sessions-table.ts).
 */
import { Effect, Layer, Option } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { COOKIE_BITS, cookieHash, isCookieValue, OWNER_BITS } from "../sessions/cookie-value.ts"
import { IV_BITS, isSealedWith } from "../sessions/seal.ts"
import {
  memberIndex,
  memberIndexes,
  sealMember,
  sessionKeys,
  type SessionKeys,
  unsealMember,
} from "../sessions/sealed-member.ts"
import {
  type CookieValue,
  goesOn,
  MAX_CURRENT_COOKIES,
  RENEWAL_AFTER_MS,
  RETIRING_MS,
  type ResolvedSession,
  SESSION_LIFE_MS,
  type Session,
  type SessionMember,
  SessionRefused,
  SessionStore,
  type SessionStoreShape,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import { Allotments } from "./allotments.ts"
import { DurableStore, type DurableStoreShape, type StoreFailed } from "./durable-store.ts"
import { type HeldSession, SessionCache } from "./session-cache.ts"
import type { StoredSession, SessionTarget, SessionWritten } from "./sessions-table.ts"
import type { TableAnswer, TableQuestion } from "./tables.ts"

/** Writes about one session, which it may refuse. */
type Write = "keep" | "renew" | "passAgeCheck" | "reissue" | "logIn" | "refreshMember" | "end"

const unavailable = ({ operation, detail }: StoreFailed) =>
  new SessionsUnavailable({ operation, detail })

/** Sessions that are looked through at once for older seals. */
const LOOKED_THROUGH = 500

/**
 * After which ends the browser still counts as the member's own: where they left, not where they were put
 * out, and not where somebody else came.
 */
const REMEMBERS: Readonly<Record<LogOutReason, boolean>> = {
  requested: true,
  expired: true,
  forbidden: false,
  replaced: false,
  deleted: false,
}

const guest = (owner: OwnerId): Session => ({ owner, member: null, ageChecked: false })

const isOver = ({ renewedAt }: Pick<HeldSession, "renewedAt">, now: number) =>
  renewedAt + SESSION_LIFE_MS <= now

const sessionOf = ({ owner, member, ageChecked }: HeldSession): Session => ({
  owner,
  member,
  ageChecked,
})

/** The session that this cookie proves now. */
const provenBy = (held: HeldSession, hash: string, now: number): Option.Option<ResolvedSession> => {
  const cookie = held.cookies.find((one) => one.hash === hash)
  if (cookie === undefined || isOver(held, now)) return Option.none()
  const { retiresAt } = cookie
  if (retiresAt !== null && retiresAt <= now) return Option.none()
  const isCurrent = retiresAt === null
  return Option.some({
    ...sessionOf(held),
    cookie: isCurrent ? "current" : "retiring",
    renewalDue: isCurrent && held.renewedAt + RENEWAL_AFTER_MS <= now,
  })
}

export interface StoredSessionsOptions {
  readonly keys: SessionKeys
  /** Milliseconds from the log-in of a member to the end of their session, however much it is used. */
  readonly longestMs: number
}

export const makeStoredSessions = Effect.fn("makeStoredSessions")(function* (
  store: DurableStoreShape,
  { keys, longestMs }: StoredSessionsOptions,
) {
  const ids = yield* Ids
  const allotments = new Allotments()
  const cache = new SessionCache()

  const newOwner = () => ids.token(OWNER_BITS) as OwnerId
  const newCookie = () => ids.token(COOKIE_BITS) as CookieValue

  const made = () => {
    const owner = newOwner()
    const cookie = newCookie()
    return { owner, cookie, hash: cookieHash(cookie) }
  }

  const sealedFor = (owner: OwnerId, member: SessionMember) => ({
    sealed: sealMember(keys, owner, member, ids.token(IV_BITS)),
    index: memberIndex(keys, member.memberId),
  })
  const asMember = (owner: OwnerId, member: SessionMember) => ({
    ...sealedFor(owner, member),
    indexes: memberIndexes(keys, member.memberId),
  })

  /** Null where nobody can open the seal any more: that is no session. */
  const opened = (stored: StoredSession | null): HeldSession | null => {
    if (stored === null) return null
    const { owner, member: sealed, ageChecked, renewedAt, startedAt, cookies } = stored
    if (sealed === null) return { owner, member: null, ageChecked, renewedAt, cookies }
    const member = Option.getOrNull(unsealMember(keys, owner, sealed))
    if (member === null) return null
    const tokenExpiresAt = Math.min(member.tokenExpiresAt, (startedAt ?? renewedAt) + longestMs)
    return { owner, member: { ...member, tokenExpiresAt }, ageChecked, renewedAt, cookies }
  }

  const read = (
    question: { readonly hash: string } | { readonly owner: OwnerId },
  ): Effect.Effect<HeldSession | null, SessionsUnavailable> =>
    Effect.suspend(() => {
      let held: HeldSession | null = null
      const settled = (stored: StoredSession | null) => {
        held = opened(stored)
        if (held !== null) cache.hold(held)
      }
      const asked =
        "hash" in question
          ? store.ask("sessions", "byCookie", question, settled)
          : store.ask("sessions", "byOwner", question, settled)
      return asked.pipe(
        Effect.map(() => held),
        Effect.mapError(unavailable),
      )
    })

  const find = (owner: OwnerId) => {
    const held = cache.byOwner(owner)
    return held === undefined ? read({ owner }) : Effect.succeed(held)
  }

  const ofMember = (member: MemberId) =>
    store
      .ask("sessions", "ofMember", { indexes: memberIndexes(keys, member) })
      .pipe(Effect.mapError(unavailable))

  /**
   * What an older secret sealed is sealed with the one in use, so that the older one may go. Before anything is served:
   * nobody else writes meanwhile. What no secret opens stays. Answers how many.
   */
  const sealAnew = Effect.gen(function* () {
    let after = ""
    let sealed = 0
    for (;;) {
      const found = yield* store.ask("sessions", "members", { after, most: LOOKED_THROUGH })
      for (const session of found) {
        const { owner, member: before } = session
        after = owner
        if (before === null || isSealedWith(keys.seal, before)) continue
        const member = opened(session)?.member ?? null
        if (member === null) continue
        const question = { owner, before, ...sealedFor(owner, member) }
        yield* store.ask("sessions", "replaceMember", question)
        sealed += 1
      }
      if (found.length < LOOKED_THROUGH) return sealed
    }
  })

  /** A write about one session. What is held of it is dropped: the next look-up reads what it became. */
  const write = <O extends Write>(
    operation: O,
    owner: OwnerId,
    now: number,
    further: () => Omit<TableQuestion<"sessions", O>, keyof SessionTarget>,
  ) =>
    Effect.suspend(() => {
      const target: SessionTarget = {
        owner,
        allotted: allotments.take(owner, now) ?? null,
        now,
        overUntil: now - SESSION_LIFE_MS,
      }
      const question = { ...target, ...further() } as unknown as TableQuestion<"sessions", O>
      return store.ask("sessions", operation, question, () => cache.drop(owner))
    }).pipe(
      Effect.mapError(unavailable),
      Effect.flatMap((answer: unknown) =>
        answer === "unknown" || answer === "anotherMember" || answer === "guest"
          ? Effect.fail(new SessionRefused({ why: answer }))
          : Effect.succeed(answer as Exclude<TableAnswer<"sessions", O>, SessionWritten>),
      ),
    )
  const change = (operation: "keep" | "renew" | "passAgeCheck", owner: OwnerId, now: number) =>
    Effect.asVoid(write(operation, owner, now, () => ({})))

  if (keys.seal.length > 1) {
    yield* sealAnew.pipe(
      Effect.flatMap((sessions) =>
        Effect.logInfo("no session needs an older SESSION_SECRET any more", { sealed: sessions }),
      ),
      // They can be read all the same: the older secret is needed until a start that succeeds.
      Effect.catch((failure) =>
        Effect.logError("sessions still need an older SESSION_SECRET", failure.detail),
      ),
    )
  }

  const shape: SessionStoreShape = {
    allot: (now) =>
      Effect.sync(() => {
        const { owner, cookie, hash } = made()
        allotments.add(owner, hash, now)
        return { session: guest(owner), cookie }
      }),
    keep: (owner, now) =>
      Effect.suspend(() => {
        const held = cache.byOwner(owner)
        return held !== undefined && !isOver(held, now) ? Effect.void : change("keep", owner, now)
      }),
    open: (now) =>
      Effect.suspend(() => {
        const { owner, cookie, hash } = made()
        return store
          .ask("sessions", "open", { owner, cookie: hash, now })
          .pipe(Effect.as({ session: guest(owner), cookie }), Effect.mapError(unavailable))
      }),
    resolve: (value, now) =>
      Effect.suspend(() => {
        if (!isCookieValue(value)) return Effect.succeedNone
        const hash = cookieHash(value)
        const owner = allotments.ownerOf(hash, now)
        if (owner !== undefined) {
          return Effect.succeed(
            Option.some<ResolvedSession>({ ...guest(owner), cookie: "current", renewalDue: false }),
          )
        }
        const held = cache.byCookie(hash)
        return held !== undefined
          ? Effect.succeed(provenBy(held, hash, now))
          : Effect.map(read({ hash }), (found) =>
              found === null ? Option.none() : provenBy(found, hash, now),
            )
      }),
    present: (owner, now) =>
      Effect.suspend(() =>
        allotments.has(owner, now)
          ? Effect.succeed(Option.some(guest(owner)))
          : Effect.map(find(owner), (held) =>
              held === null || isOver(held, now) ? Option.none() : Option.some(sessionOf(held)),
            ),
      ),
    renew: (owner, now) => change("renew", owner, now),
    logIn: (owner, member, now, { agent, proof } = {}) =>
      Effect.suspend(() => {
        const cookie = newCookie()
        return Effect.as(
          write("logIn", owner, now, () => ({
            ...asMember(owner, member),
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
        const cookie = newCookie()
        const issued = { cookie: cookieHash(cookie), mostCookies: MAX_CURRENT_COOKIES }
        return Effect.as(
          write("reissue", owner, now, () => issued),
          cookie,
        )
      }),
    refreshMember: (owner, member, now) =>
      Effect.asVoid(write("refreshMember", owner, now, () => asMember(owner, member))),
    describeMember: (memberId, facts) => {
      /** Again for those that were sealed anew meanwhile: each keeps the newest token. */
      const describe = (stored: StoredSession): Effect.Effect<void, SessionsUnavailable> => {
        const { owner, member: before } = stored
        const member = opened(stored)?.member ?? null
        if (before === null || member === null || member.memberId !== memberId) return Effect.void
        const question = { owner, before, ...sealedFor(owner, { ...member, ...facts }) }
        const settled = () => cache.drop(owner)
        return store.ask("sessions", "replaceMember", question, settled).pipe(
          Effect.mapError(unavailable),
          Effect.flatMap((isReplaced) =>
            isReplaced
              ? Effect.void
              : store.ask("sessions", "byOwner", { owner }).pipe(
                  Effect.mapError(unavailable),
                  Effect.flatMap((found) => (found === null ? Effect.void : describe(found))),
                ),
          ),
        )
      }
      return Effect.flatMap(ofMember(memberId), (found) =>
        // Stryker disable next-line BooleanLiteral: nobody reads what they come to
        Effect.forEach(found, describe, { concurrency: "unbounded", discard: true }),
      )
    },
    passAgeCheck: (owner, now) => change("passAgeCheck", owner, now),
    end: (owner, reason, now) =>
      Effect.suspend(() => {
        const { hash, ...next } = made()
        const stored = { owner: next.owner, cookie: hash }
        const remembers = REMEMBERS[reason]
        return write("end", owner, now, () => ({ next: stored, remembers })).pipe(
          Effect.map((ageChecked) => ({
            session: { owner: next.owner, member: null, ageChecked },
            cookie: next.cookie,
          })),
          Effect.tap(() => Effect.logInfo("session ended", reason)),
        )
      }),
    isOf: (owner, member, now) =>
      store
        .ask("sessions", "isOf", {
          owner,
          indexes: memberIndexes(keys, member),
          overUntil: now - SESSION_LIFE_MS,
        })
        .pipe(Effect.mapError(unavailable)),
    ownersOfMember: (member) =>
      Effect.map(ofMember(member), (found) => found.map(({ owner }) => owner)),
    openSessions: (memberId, now) =>
      Effect.map(ofMember(memberId), (found) =>
        found.flatMap((stored) => {
          const { owner, startedAt, renewedAt, browser, system } = stored
          const member = opened(stored)?.member ?? null
          return member !== null && goesOn(member, renewedAt, now)
            ? [{ owner, startedAt: startedAt ?? renewedAt, lastSeenAt: renewedAt, browser, system }]
            : []
        }),
      ),
    forget: (now) =>
      store
        .ask("sessions", "forget", { now, overUntil: now - SESSION_LIFE_MS })
        .pipe(Effect.mapError(unavailable)),
  }
  return shape
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
