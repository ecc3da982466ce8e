/**
 * Handles a page request (docs/life-of-an-event.md, "A page request"): redirect chain, language, session, first
 * facts, HTML. Nothing is written: the visit waits in memory until its browser attaches. A GET has no effect,
 * whatever its query asks for: the action is removed before the page is rendered (query-actions.ts).
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import { type KnownPerformers, knownPerformers } from "@foldcast/rules/grid/known-performers"
import type { Brand } from "../brand/brand.ts"
import { GatewayConfig } from "../config.ts"
import type { HeaderReader } from "../http/origin.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Categories } from "../performers/categories.ts"
import { PublicAnswers } from "../performers/public-answers.ts"
import { dialInCookieName, dueDialInState, writeDialInCookie } from "../sessions/dial-in-cookie.ts"
import {
  type CookieValue,
  type OpenCallState,
  type Session,
  SessionStore,
} from "../sessions/session-store.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { ageFacts, callFacts, visitStarted } from "../visits/first-facts.ts"
import { factsFrom } from "../visits/placement.ts"
import { type PageBaseline, PageBaselines } from "./page-baseline.ts"
import { QueryAllowance } from "./query-allowance.ts"
import type { PageLocale } from "../http/page-locale.ts"
import { type PageBodies, pageBodies } from "./page-bodies.ts"
import { choiceCookie } from "../http/choice-cookies.ts"
import { renderedPath } from "./page-path.ts"
import { cookieOf, type PageTraits, pageTraits } from "../http/page-traits.ts"
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
  /** The browser's address from `clientAddress`. */
  readonly address: string
}

export interface Page {
  readonly response: Response
  /** The browser's next cookie, where the session ended while the page was made. */
  readonly cookie: CookieValue | null
}

export interface PagesShape {
  readonly page: (request: PageRequest) => Effect.Effect<Page, LogUnavailable | RenderFailed>
}

/** The request for the renderer: the page's own address, without cookies or authorization. */
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

const pageServices = Effect.all({
  config: GatewayConfig,
  visitCreator: VisitCreator,
  baselines: PageBaselines,
  sessions: SessionStore,
  renderer: Renderer,
  answers: PublicAnswers,
  categories: Categories,
  allowance: QueryAllowance,
})

type PageServices = Effect.Success<typeof pageServices>

/**
 * Adds the headers of every answer: no caching, the language cookie where due, and no referrer that leaks a token.
 */
const finished = (
  {
    query,
    language,
    production,
    dialIn,
  }: {
    readonly query: string
    /** What the browser is to remember of its call; undefined where it does already. */
    readonly dialIn: OpenCallState | null | undefined
    readonly language: PageLocale
    readonly production: boolean
  },
  response: Response,
  cookie: CookieValue | null,
): Page => {
  const headers = new Headers(response.headers)
  headers.set("Cache-Control", "no-store")
  if (carriesAction(query)) headers.set("Referrer-Policy", "no-referrer")
  if (language.storesCookie) {
    headers.append("Set-Cookie", choiceCookie({ language: language.locale }, production))
  }
  if (dialIn !== undefined) headers.append("Set-Cookie", writeDialInCookie(dialIn, production))
  const { body, status } = response
  return { response: new Response(body, { status, headers }), cookie }
}

/** The redirect chain for this request, as a function of guest or member. */
const redirectChain = (
  { categories, config }: PageServices,
  { url, brand }: PageRequest,
  locale: PageLocale["locale"],
) =>
  Effect.map(categories.list, (list) => {
    const slugs = new Set(list.map(({ slug }) => slug))
    const asked = { path: url.pathname, query: url.search.slice(1) }
    return (isMember: boolean) =>
      runChain(
        asked,
        { isMember, locale, brand: brand.public, categories: slugs },
        config.redirectSteps,
      )
  })

/** Allots the visit that the page's browser attaches to, and renders the page from its first facts. */
const renderPage = Effect.fnUntraced(function* (
  { renderer, sessions, visitCreator }: PageServices,
  { request, url, header, brand, origin, nonce }: PageRequest,
  { session, facts }: PageBaseline,
  { traits, language, consent }: PageTraits,
  page: {
    readonly address: Address
    readonly known: KnownPerformers
    readonly answers: PageBodies["bodies"]
  },
) {
  const visit = yield* visitCreator.allot({
    owner: session.owner,
    member: session.member?.memberId ?? null,
    traits,
    base: "page",
    facts: [
      ...factsFrom("gateway", [visitStarted(traits), ...ageFacts(session), ...callFacts(session)]),
      ...facts,
    ],
  })
  const query = url.search.slice(1)
  return yield* renderer.render({
    request: rendererRequest(request, page.address),
    locale: language.locale,
    brand: brand.public,
    origin,
    nonce,
    consent,
    mailedLink: yield* mailedLink(sessions, { query, header, owner: session.owner }),
    known: page.known,
    page: {
      visit: visit.visit,
      epoch: visit.epoch,
      now: yield* Clock.currentTimeMillis,
      events: visit.events.map((event, index): Envelope => ({ seq: index + 1, ...event })),
      pageAnswers: page.answers,
    },
  })
})

const answerPage = Effect.fnUntraced(function* (services: PageServices, request: PageRequest) {
  const { config, answers, allowance, baselines } = services
  const { url, header, brand, session, address: from } = request
  const traitsOfPage = pageTraits(url, header, brand)
  const { traits, language } = traitsOfPage
  const { locale } = language
  const asked: Address = { path: url.pathname, query: url.search.slice(1) }
  const chain = yield* redirectChain(services, request, locale)
  const finish = (response: Response, cookie: CookieValue | null) =>
    finished(
      {
        query: asked.query,
        language,
        production: config.production,
        dialIn: dueDialInState(
          session,
          cookieOf(header("cookie"), dialInCookieName(config.production)),
        ),
      },
      response,
      cookie,
    )

  const first = chain(session.member !== null)
  if (first._tag === "UnknownStep") {
    yield* Effect.logError("REDIRECT_STEPS names a step that does not exist", { step: first.name })
    return finish(plainErrorPage(), null)
  }
  if (first._tag === "Redirect") return finish(redirectTo(first), null)
  const knownTo = ({ member }: Session) =>
    knownPerformers({
      cookie: (name) => cookieOf(header("cookie"), name),
      isMember: member !== null,
      hasConsented: traitsOfPage.consent === "accepted",
    })
  const [baseline, made] = yield* Effect.all(
    [
      baselines.of(session, traits),
      pageBodies(answers, {
        match: first._tag === "Missing" ? null : placeOf(first.address.path).match,
        query: new URLSearchParams(first.address.query),
        locale,
        known: knownTo(session),
        mayAsk: (times) => allowance.take(from, times),
      }),
    ],
    { concurrency: 2 },
  )
  // The upstream may just have refused the token, so the chain runs again for a guest.
  const place = baseline.session.member === session.member ? first : chain(false)
  if (place._tag === "Redirect") return finish(redirectTo(place), baseline.cookie)
  const rendered = yield* renderPage(services, request, baseline, traitsOfPage, {
    address: place._tag === "UnknownStep" ? asked : place.address,
    known: knownTo(baseline.session),
    answers: made.bodies,
  })
  const status = place._tag === "Missing" || made.isMissing ? 404 : rendered.status
  const { body, headers } = rendered
  return finish(new Response(body, { status, headers }), baseline.cookie)
})

export class Pages extends Context.Service<Pages, PagesShape>()("gateway/Pages") {
  static readonly layer = Layer.effect(
    Pages,
    Effect.map(pageServices, (services) =>
      Pages.of({ page: (request) => answerPage(services, request) }),
    ),
  ).pipe(Layer.provide([PageBaselines.layer, QueryAllowance.layer]))
}
