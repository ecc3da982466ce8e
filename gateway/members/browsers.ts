/**
 * Finds the session of a request's browser: the one that its cookie proves, or a new guest's. A page allots a
 * session in memory (crawlers leave no trace), a stream makes it durable, a command and a query need an existing
 * one.
 *
 * A member whose upstream token has expired is logged out here, in all visits at once, before anything is done in
 * their name.
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
  readonly proof: CookieValue
  /** Set when the response must set a cookie. */
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
  /** Announces that this request's own response will bring the next cookie, so that no other response sets one. */
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

/** Also tries the earliest possible time: a gateway that started with its clock ahead must not expire sessions. */
const sessionOf = Effect.fnUntraced(function* (
  { sessions, time }: BrowserDeps,
  cookie: CookieValue,
) {
  const [now, earliest] = [yield* Clock.currentTimeMillis, time.earliest()]
  const session = Option.getOrNull(yield* sessions.resolve(cookie, now))
  if (session !== null || earliest >= now) return session
  const then = Option.getOrNull(yield* sessions.resolve(cookie, earliest))
  // A retiring value expires within minutes, whatever the clock says.
  return then?.cookie === "current" ? then : null
})

/** The cookie's session. `cookie` is the request's own value, or a new one where the session has just ended. */
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

/** Renews the 30 days, at most once a day, and sends the cookie again then. */
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
  // The value of before a log-in or log-out gives a page no session. No new cookie replaces it: the new one is on
  // its way to the same browser.
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
