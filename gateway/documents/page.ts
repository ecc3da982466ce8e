/**
 * A page request (life of a page request): path, language, session, first facts, HTML. Nothing is
 * written: the visit waits in memory until its browser attaches.
 *
 * Called by http/app.ts for every GET that is nothing else.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Brand } from "../brand/resolve-brand.ts"
import { GatewayConfig } from "../config.ts"
import type { HeaderReader } from "../http/origin.ts"
import { EventLog, type LogUnavailable } from "../log/event-log.ts"
import type { CookieValue, Session } from "../sessions/session-store.ts"
import { Births } from "../visits/births.ts"
import { EndSession } from "../visits/end-session.ts"
import { type DocumentTraits, visitStarted } from "../visits/first-facts.ts"
import { MemberFacts } from "../visits/member-facts.ts"
import { languageCookie } from "./page-locale.ts"
import { isPagePath } from "./page-path.ts"
import { pageTraits } from "./page-traits.ts"
import { Renderer, type RenderFailed } from "./renderer.ts"

export interface PageRequest {
  readonly request: Request
  readonly url: URL
  readonly header: HeaderReader
  readonly brand: Brand
  readonly origin: string
  readonly nonce: string
  readonly session: Session
}

export interface Page {
  readonly response: Response
  /** The session ended while the page was made: the browser's next cookie. */
  readonly cookie: CookieValue | null
}

export interface PagesShape {
  readonly page: (request: PageRequest) => Effect.Effect<Page, LogUnavailable | RenderFailed>
}

export class Pages extends Context.Service<Pages, PagesShape>()("gateway/Pages") {
  static readonly layer = Layer.effect(
    Pages,
    Effect.gen(function* () {
      const { production } = yield* GatewayConfig
      const log = yield* EventLog
      const births = yield* Births
      const memberFacts = yield* MemberFacts
      const endSession = yield* EndSession
      const renderer = yield* Renderer

      /** What the session knows; a token that is refused ends it, and the page is a guest's. */
      const memberBaseline = Effect.fnUntraced(function* (
        session: Session,
        traits: DocumentTraits,
      ) {
        const guest: ReadonlyArray<Event> = []
        if (session.member === null) return { session, events: guest, cookie: null }
        const baseline = yield* memberFacts.of(session.member, traits)
        if (baseline._tag === "Told") return { session, events: baseline.events, cookie: null }
        const next = yield* endSession.of(session.owner, "forbidden", null)
        return next === null
          ? { session: { ...session, member: null }, events: guest, cookie: null }
          : { session: next.session, events: guest, cookie: next.cookie }
      })

      return Pages.of({
        page: Effect.fnUntraced(function* ({
          request,
          url,
          header,
          brand,
          origin,
          nonce,
          session,
        }) {
          const { traits, language } = pageTraits(url, header, brand)
          const baseline = yield* memberBaseline(session, traits)
          const visit = yield* births.layDown({
            owner: baseline.session.owner,
            member: baseline.session.member?.memberId ?? null,
            traits,
            base: "page",
            events: [visitStarted(traits), ...baseline.events],
          })
          const rendered = yield* renderer.render({
            request,
            locale: language.locale,
            brand,
            origin,
            nonce,
            page: {
              visit: visit.visit,
              epoch: log.epoch,
              now: yield* Clock.currentTimeMillis,
              events: visit.events.map((event, index): Envelope => ({ seq: index + 1, ...event })),
            },
          })
          const headers = new Headers(rendered.headers)
          headers.set("Cache-Control", "no-store")
          if (language.storesCookie) {
            headers.append("Set-Cookie", languageCookie(language.locale, production))
          }
          const status = isPagePath(url.pathname) ? rendered.status : 404
          return {
            response: new Response(rendered.body, { status, headers }),
            cookie: baseline.cookie,
          }
        }),
      })
    }),
  )
}
