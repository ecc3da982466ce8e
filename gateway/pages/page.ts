/**
 * A page request (docs/life-of-an-event.md, "A page request"): redirect chain, language, session, first
 * facts, HTML. Nothing is written: the visit waits in memory until its browser attaches. A GET has no
 * effect, whatever its query asks for: the action is taken out before the page is rendered
 * (query-actions.ts).
 *
 * Called by server/app.ts for every GET that is nothing else.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import { rateKeyOf } from "@foldcast/rules/rate-key"
import type { Brand } from "../brand/brand.ts"
import { GatewayConfig } from "../config.ts"
import type { HeaderReader } from "../http/origin.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { EventLog, type LogUnavailable } from "../log/event-log.ts"
import { Categories } from "../performers/categories.ts"
import { PublicAnswers } from "../performers/public-answers.ts"
import { type CookieValue, type Session, SessionStore } from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { SessionEnder } from "../members/session-ender.ts"
import {
  ageFacts,
  type DocumentTraits,
  memberWithoutProfile,
  visitStarted,
} from "../visits/first-facts.ts"
import { factsFrom, type SourcedFact } from "../visits/envelopes.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { pageBodies } from "./page-bodies.ts"
import { choiceCookie } from "../http/choice-cookies.ts"
import { renderedPath } from "./page-path.ts"
import { pageTraits } from "../http/page-traits.ts"
import { plainErrorPage } from "./plain-error-page.ts"
import { mailedLink } from "./mailed-link.ts"
import { carriesAction, withoutAction } from "./query-actions.ts"
import { type ChainAnswer, runChain } from "./redirects/chain.ts"
import { type Address, placeOf } from "./redirects/step.ts"
import { Renderer, type RenderFailed } from "./renderer.ts"

export interface PageRequest {
  readonly request: Request
  readonly url: URL
  readonly header: HeaderReader
  readonly brand: Brand
  readonly origin: string
  readonly nonce: string
  readonly session: Session
  /** The browser's address, as clientAddress tells it. */
  readonly address: string
}

export interface Page {
  readonly response: Response
  /** The session ended while the page was made: the browser's next cookie. */
  readonly cookie: CookieValue | null
}

export interface PagesShape {
  readonly page: (request: PageRequest) => Effect.Effect<Page, LogUnavailable | RenderFailed>
}

/** Whoever floods the site does not flood its log too. */
const TOLD_EVERY_MS = 60_000

/** The request as the renderer sees it: the page's own address, and nothing that proves who asks. */
const rendererRequest = (request: Request, { path, query }: Address): Request => {
  const headers = new Headers(request.headers)
  headers.delete("Cookie")
  headers.delete("Authorization")
  const url = new URL(request.url)
  url.pathname = renderedPath(path)
  url.search = withoutAction(query)
  return new Request(url, { headers })
}

const redirectTo = ({ status, location }: Extract<ChainAnswer, { _tag: "Redirect" }>): Response =>
  new Response(null, { status, headers: { Location: location } })

export class Pages extends Context.Service<Pages, PagesShape>()("gateway/Pages") {
  static readonly layer = Layer.effect(
    Pages,
    Effect.gen(function* () {
      const { production, redirectSteps, memberApi } = yield* GatewayConfig
      const log = yield* EventLog
      const visitCreator = yield* VisitCreator
      const profile = yield* MemberProfiles
      const endSession = yield* SessionEnder
      const changes = yield* TokenChanges
      const sessions = yield* SessionStore
      const renderer = yield* Renderer
      const answers = yield* PublicAnswers
      const categories = yield* Categories
      const rates = yield* RateLimits

      let toldAt = Number.NEGATIVE_INFINITY
      /** A page asks for its browser, under the same limit; over it the browser is told to wait. */
      const mayAsk = (address: string) =>
        Effect.fnUntraced(function* (times: number) {
          const now = yield* Clock.currentTimeMillis
          const { allowed } = rates.take({ queriesPerAddress: rateKeyOf(address) }, now, times)
          if (!allowed && now - toldAt >= TOLD_EVERY_MS) {
            toldAt = now
            yield* Effect.logWarning("an address asks too much: its pages come without answers")
          }
          return allowed
        })

      /** What the session knows; a token that is refused ends it, and the page is a guest's. */
      const memberBaseline = Effect.fnUntraced(function* (
        session: Session,
        traits: DocumentTraits,
      ) {
        const guest: ReadonlyArray<SourcedFact> = []
        if (session.member === null) return { session, facts: guest, cookie: null }
        const { owner, member } = session
        const baseline = yield* profile.baseline(member, traits)
        if (baseline._tag === "Told") return { session, facts: baseline.facts, cookie: null }
        // While a token is exchanged a page does not wait to see which one is good: its stream tells.
        if (
          Option.isNone(yield* Effect.timeoutOption(changes.settled(owner), memberApi.patienceMs))
        ) {
          const facts = memberWithoutProfile(member, { _tag: "MemberRefused", label: UNAVAILABLE })
          return { session, facts, cookie: null }
        }
        const refused = yield* endSession.tokenRefused(owner, member.token)
        // A session whose token was just exchanged goes on: its stream tells who is in.
        const next = refused._tag === "Ended" ? refused.next : null
        return next === null
          ? { session: { ...session, member: null }, facts: guest, cookie: null }
          : { session: next.session, facts: guest, cookie: next.cookie }
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
          address: from,
        }) {
          const { traits, language, consent } = pageTraits(url, header, brand)
          const { locale } = language
          const asked = { path: url.pathname, query: url.search.slice(1) }
          const slugs = new Set((yield* categories.list).map(({ slug }) => slug))
          const chain = (isMember: boolean) =>
            runChain(
              asked,
              { isMember, locale, brand: brand.public, categories: slugs },
              redirectSteps,
            )
          /** What every answer carries: no cache, the language, no trail of a link's token. */
          const finished = (response: Response, cookie: CookieValue | null): Page => {
            const headers = new Headers(response.headers)
            headers.set("Cache-Control", "no-store")
            if (carriesAction(asked.query)) headers.set("Referrer-Policy", "no-referrer")
            if (language.storesCookie) {
              headers.append("Set-Cookie", choiceCookie({ language: language.locale }, production))
            }
            const { body, status } = response
            return { response: new Response(body, { status, headers }), cookie }
          }

          const known = chain(session.member !== null)
          if (known._tag === "UnknownStep") {
            yield* Effect.logError("REDIRECT_STEPS names a step that does not exist", {
              step: known.name,
            })
            return finished(plainErrorPage(), null)
          }
          if (known._tag === "Redirect") return finished(redirectTo(known), null)
          const [baseline, made] = yield* Effect.all(
            [
              memberBaseline(session, traits),
              pageBodies(answers, {
                match: known._tag === "Missing" ? null : placeOf(known.address.path).match,
                query: new URLSearchParams(known.address.query),
                locale,
                mayAsk: mayAsk(from),
              }),
            ],
            { concurrency: 2 },
          )
          // The upstream may just have said that nobody is logged in.
          const place = baseline.session.member === session.member ? known : chain(false)
          if (place._tag === "Redirect") return finished(redirectTo(place), baseline.cookie)
          const address = place._tag === "UnknownStep" ? asked : place.address
          const visit = yield* visitCreator.allot({
            owner: baseline.session.owner,
            member: baseline.session.member?.memberId ?? null,
            traits,
            base: "page",
            facts: [
              ...factsFrom("gateway", [visitStarted(traits), ...ageFacts(baseline.session)]),
              ...baseline.facts,
            ],
          })
          const { owner } = baseline.session
          const link = yield* mailedLink(sessions, { query: asked.query, header, owner })
          const rendered = yield* renderer.render({
            request: rendererRequest(request, address),
            locale,
            brand: brand.public,
            origin,
            nonce,
            consent,
            mailedLink: link,
            page: {
              visit: visit.visit,
              epoch: log.epoch,
              now: yield* Clock.currentTimeMillis,
              events: visit.events.map((event, index): Envelope => ({ seq: index + 1, ...event })),
              pageAnswers: made.bodies,
            },
          })
          const status = place._tag === "Missing" || made.isMissing ? 404 : rendered.status
          const { body, headers } = rendered
          return finished(new Response(body, { status, headers }), baseline.cookie)
        }),
      })
    }),
  )
}
