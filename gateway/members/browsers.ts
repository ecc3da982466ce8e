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
  SessionStore,
  type SessionStoreShape,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import type { HeaderReader } from "../http/origin.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { GatewayTime } from "../steady-clock.ts"
import { ChangingCookies } from "./changing-cookies.ts"
import { SessionEnder, type SessionEnderShape } from "./session-ender.ts"

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

interface BrowserDeps {
  readonly production: boolean
  readonly sessions: SessionStoreShape
  readonly endSession: SessionEnderShape
  readonly time: GatewayTime["Service"]
  readonly changing: ChangingCookies
}

const cookieOf = ({ production }: BrowserDeps, header: HeaderReader): CookieValue | undefined =>
  readAuthCookie(header("cookie"), production)

/** A gateway that began with its clock ahead lets nobody's session run out by it. */
const sessionOf = Effect.fnUntraced(function* (
  { sessions, time }: BrowserDeps,
  cookie: CookieValue,
) {
  const [now, earliest] = [yield* Clock.currentTimeMillis, time.earliest()]
  const session = Option.getOrNull(yield* sessions.resolve(cookie, now))
  if (session !== null || earliest >= now) return session
  const then = Option.getOrNull(yield* sessions.resolve(cookie, earliest))
  // A value that retires does so in minutes, by whatever clock.
  return then?.cookie === "current" ? then : null
})

/** The cookie's session, and the cookie itself while it is the browser's present one. */
const identify = Effect.fnUntraced(function* (
  deps: BrowserDeps,
  header: HeaderReader,
): Effect.fn.Return<BrowserSession | null, SessionsUnavailable | LogUnavailable> {
  const cookie = cookieOf(deps, header)
  if (cookie === undefined) return null
  const session = yield* sessionOf(deps, cookie)
  if (session === null) return null
  const { member } = session
  if (member !== null && member.tokenExpiresAt <= deps.time.earliest()) {
    const next = yield* deps.endSession.of(session.owner, "expired", null)
    return next === null ? null : asBrowser(next)
  }
  return { session, proof: cookie, cookie }
})

/** Rolls the 30 days on, at most once a day; the cookie goes out again with it. */
const renewed = Effect.fnUntraced(function* (
  deps: BrowserDeps,
  browser: BrowserSession,
  header: HeaderReader,
) {
  const { session, cookie } = browser
  if (cookie !== cookieOf(deps, header)) return browser
  if (session.cookie === "retiring" || !session.renewalDue) return { ...browser, cookie: null }
  yield* Effect.catchTag(
    deps.sessions.renew(session.owner, yield* Clock.currentTimeMillis),
    "SessionRefused",
    () => Effect.void,
  )
  return browser
})

const forPage = Effect.fnUntraced(function* (deps: BrowserDeps, header: HeaderReader) {
  const found = yield* identify(deps, header)
  if (found !== null && found.session.cookie === "current") {
    return yield* renewed(deps, found, header)
  }
  const guest = asBrowser(yield* deps.sessions.allot(yield* Clock.currentTimeMillis))
  // The value before a log-in or a log-out proves nobody to a page. It gets none in its place: the
  // new one is on its way to the same browser.
  const isNextComing =
    found !== null || deps.changing.has(cookieOf(deps, header), yield* monotonicMillis)
  return isNextComing ? { ...guest, cookie: null } : guest
})

const forStream = Effect.fnUntraced(function* (deps: BrowserDeps, header: HeaderReader) {
  const { sessions } = deps
  const now = yield* Clock.currentTimeMillis
  const found = yield* identify(deps, header)
  if (found === null) return asBrowser(yield* sessions.open(now))
  yield* Effect.catchTag(
    sessions.keep(found.session.owner, now),
    "SessionRefused",
    () => Effect.void,
  )
  return yield* renewed(deps, found, header)
})

export class Browsers extends Context.Service<Browsers, BrowsersShape>()("gateway/Browsers") {
  static readonly layer = Layer.effect(
    Browsers,
    Effect.gen(function* () {
      const { production } = yield* GatewayConfig
      const deps: BrowserDeps = {
        production,
        sessions: yield* SessionStore,
        endSession: yield* SessionEnder,
        time: yield* GatewayTime,
        changing: new ChangingCookies(),
      }
      return Browsers.of({
        forPage: (header) => forPage(deps, header),
        forStream: (header) => forStream(deps, header),
        identify: (header) => identify(deps, header),
        expectNewCookie: (header) =>
          Effect.map(monotonicMillis, (now) => deps.changing.add(cookieOf(deps, header), now)),
        setCookie: (cookie) => writeAuthCookie(cookie, production),
      })
    }),
  )
}
