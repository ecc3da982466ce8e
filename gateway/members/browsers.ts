/**
 * Who a request's browser is: the session its cookie proves, or a new guest's. What a browser gets
 * differs by what it asks for: a page allots in memory (crawlers leave no trace), a stream makes
 * durable, a command and a query need what is there.
 *
 * A member whose upstream token has run out is logged out here, everywhere at once, before anything is done in their
 * name.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { GatewayConfig } from "../config.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { readAuthCookie, writeAuthCookie } from "../sessions/auth-cookie.ts"
import {
  type CookieValue,
  type OpenedSession,
  type ResolvedSession,
  RETIRING_MS,
  SessionStore,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { EndSession } from "./end-session.ts"
import type { HeaderReader } from "../http/origin.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { GatewayTime } from "../steady-clock.ts"

export interface BrowserSession {
  readonly session: ResolvedSession
  /** The value that proves the session. */
  readonly proof: CookieValue
  /** Set when the answer must bring the browser a cookie. */
  readonly cookie: CookieValue | null
}

type Asked<A> = Effect.Effect<A, SessionsUnavailable | LogUnavailable>

export interface BrowsersShape {
  readonly forPage: (header: HeaderReader) => Asked<BrowserSession>
  readonly forStream: (header: HeaderReader) => Asked<BrowserSession>
  /** Null where the cookie proves no session. */
  readonly identify: (
    header: HeaderReader,
  ) => Asked<Pick<BrowserSession, "session" | "proof"> | null>
  /** What ends this session brings the browser its next cookie with its own answer, and with no other. */
  readonly expectNewCookie: (header: HeaderReader) => Effect.Effect<void>
  readonly setCookie: (cookie: CookieValue) => string
}

const asBrowser = ({ session, cookie }: OpenedSession): BrowserSession => ({
  session: { ...session, cookie: "current", renewalDue: false },
  proof: cookie,
  cookie,
})

export class Browsers extends Context.Service<Browsers, BrowsersShape>()("gateway/Browsers") {
  static readonly layer = Layer.effect(
    Browsers,
    Effect.gen(function* () {
      const { production } = yield* GatewayConfig
      const sessions = yield* SessionStore
      const endSession = yield* EndSession
      const time = yield* GatewayTime

      /** A gateway that began with its clock ahead lets nobody's session run out by it. */
      const sessionOf = Effect.fnUntraced(function* (cookie: CookieValue) {
        const [now, earliest] = [yield* Clock.currentTimeMillis, time.earliest()]
        const session = Option.getOrNull(yield* sessions.resolve(cookie, now))
        if (session !== null || earliest >= now) return session
        const then = Option.getOrNull(yield* sessions.resolve(cookie, earliest))
        // A value that retires does so in minutes, by whatever clock.
        return then?.cookie === "current" ? then : null
      })

      /** The cookie's session, and the cookie itself while it is the browser's present one. */
      const resolve = Effect.fnUntraced(function* (header: HeaderReader) {
        const cookie = readAuthCookie(header("cookie"), production)
        if (cookie === undefined) return null
        const session = yield* sessionOf(cookie)
        if (session === null) return null
        const { member } = session
        if (member !== null && member.tokenExpiresAt <= time.earliest()) {
          const next = yield* endSession.of(session.owner, "expired", null)
          return next === null ? null : asBrowser(next)
        }
        return { session, proof: cookie, cookie } satisfies BrowserSession
      })

      /** Rolls the 30 days on, at most once a day; the cookie goes out again with it. */
      const renewed = Effect.fnUntraced(function* (browser: BrowserSession, carried: boolean) {
        const { session } = browser
        if (!carried) return browser
        if (session.cookie === "retiring" || !session.renewalDue)
          return { ...browser, cookie: null }
        yield* Effect.catchTag(
          sessions.renew(session.owner, yield* Clock.currentTimeMillis),
          "SessionRefused",
          () => Effect.void,
        )
        return browser
      })

      const wasCarried = (browser: BrowserSession, header: HeaderReader) =>
        browser.cookie === readAuthCookie(header("cookie"), production)

      /** Values whose session a command ends, and until when the next one may be on its way. In their order. */
      const ending = new Map<string, number>()
      const isEnding = (header: HeaderReader) =>
        Effect.map(monotonicMillis, (now) => {
          const until = ending.get(readAuthCookie(header("cookie"), production) ?? "")
          return until !== undefined && until > now
        })

      return Browsers.of({
        forPage: Effect.fnUntraced(function* (header) {
          const found = yield* resolve(header)
          if (found !== null && found.session.cookie === "current") {
            return yield* renewed(found, wasCarried(found, header))
          }
          const guest = asBrowser(yield* sessions.allot(yield* Clock.currentTimeMillis))
          // The value before a log-in or a log-out proves nobody to a page. It gets none in its place: the
          // new one is on its way to the same browser.
          const nextIsComing = found !== null || (yield* isEnding(header))
          return nextIsComing ? { ...guest, cookie: null } : guest
        }),

        forStream: Effect.fnUntraced(function* (header) {
          const now = yield* Clock.currentTimeMillis
          const found = yield* resolve(header)
          if (found === null) return asBrowser(yield* sessions.open(now))
          yield* Effect.catchTag(
            sessions.keep(found.session.owner, now),
            "SessionRefused",
            () => Effect.void,
          )
          return yield* renewed(found, wasCarried(found, header))
        }),

        expectNewCookie: (header) =>
          Effect.map(monotonicMillis, (now) => {
            for (const [value, until] of ending) {
              if (until > now) break
              ending.delete(value)
            }
            const value = readAuthCookie(header("cookie"), production)
            if (value === undefined) return
            ending.delete(value)
            ending.set(value, now + RETIRING_MS)
          }),

        identify: resolve,
        setCookie: (cookie) => writeAuthCookie(cookie, production),
      })
    }),
  )
}
