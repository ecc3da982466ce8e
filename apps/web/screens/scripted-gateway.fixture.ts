/**
 * The built site with a gateway that follows a script: it renders pages from given facts with the real server
 * entry, speaks the stream's protocol over a real WebSocket and answers commands as the test defines.
 */
/* oxlint-disable no-restricted-imports -- A test's server, which runs in Node. */
import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { type WebSocket, WebSocketServer } from "ws"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { SignalTopic } from "@foldcast/contracts/stream/signals"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import type { Locale } from "@foldcast/contracts/units"
import {
  type KnownPerformers,
  knownPerformers,
  NOBODY_KNOWN,
} from "@foldcast/rules/grid/known-performers"
import { knownResources, laterResources, pageResources } from "@foldcast/rules/grid/page-resources"
import { pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { HOUSE_BRAND } from "./brands.fixture.ts"
import { answering, PossibleLog, sourceOf, type PossibleFact } from "./possible-log.fixture.ts"
import { RED_STILL } from "./still.fixture.ts"
import type { Consent } from "../page-frame.ts"
import { valueIn } from "../runtime/stores/cookie-store.ts"
import type { PageInput, render as Render } from "../server-entry.tsx"

const BUILT = fileURLToPath(new URL("../dist/", import.meta.url))
/** Its clock stands still. */
export const NOW = 1_790_000_000_000
const NONCE = "c2NyaXB0ZWQ"
const POLICY = [
  "default-src 'none'",
  `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
  "script-src-attr 'none'",
  `style-src 'self' 'nonce-${NONCE}'`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  // A host from a setting, for a profile's video.
  "media-src 'self' https://films.example",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default",
].join("; ")
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

const IMMUTABLE = "public, max-age=31536000, immutable"
/** The paths of the services' pictures. */
const PICTURES = /^\/(?:media\/.+|brand\/logo\.svg|api\/attachments\/.+)$/u
/** Shorter than a test may take, so that the failure names what did not come. */
const MAX_WAIT_MS = 45_000
/** An empty page of the site's origin. */
export const BLANK_PAGE = "/blank"

const OFFER = /^\/api\/rooms\/([^/]+)\/(watch|cam-back)$/u
const OFFERED = /^\/api\/(watching|cam-backs)\/([^/]+)$/u
const STILL = /^\/api\/performers\/[^/]+\/still$/u

/** Of the size in its address, as a media host's is. */
const pictureSvg = (path: string) => {
  const [, width = "400", height = "300"] = /\/(\d+)x(\d+)\//u.exec(path) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 4 3" preserveAspectRatio="xMidYMid slice"><rect width="4" height="3" fill="#6b5b95"/><circle cx="2" cy="1.2" r=".7" fill="#f0d9c8"/><path d="M.6 3a1.4 1.2 0 0 1 2.8 0z" fill="#b85c8a"/></svg>`
}

/** A UUID, as in a real gateway. */
const eventId = (seq: number): Envelope["id"] =>
  `0192f0c1-7a3b-7d4e-8f00-${String(seq).padStart(12, "0")}` as Envelope["id"]

/** The events that answer a command; undefined leaves it unanswered. */
export type Answers = (command: Command) => ReadonlyArray<Event> | undefined

export interface QueryAnswer {
  readonly status?: number
  readonly body: unknown
}

/**
 * The answer to a GET under /api, which may be a promise. Undefined is a 404, or an empty list for performers, so
 * that scripts about other topics need not answer them.
 */
export type QueryAnswers = (url: URL) => QueryAnswer | Promise<QueryAnswer> | undefined

/** A watch offer or a camera offer, as the page posted it. */
export interface WatchAsked {
  readonly performerId: string
  readonly offer: string
}

export interface WatchAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The service behind the gateway's addresses for offers, and what the tests see of it. */
export interface ScriptedPictures {
  readonly watch: (asked: WatchAsked) => Promise<WatchAnswer>
  /** False: there is no such session. */
  readonly end: (id: string) => Promise<boolean>
}

export interface GatewayScript {
  readonly events: ReadonlyArray<Event>
  readonly answers?: Answers
  readonly queries?: QueryAnswers
  /** The picture at a path, as SVG; undefined, or absent: a stand-in. */
  readonly drawn?: (path: string) => string | undefined
  /** A performer's current still; null: there is none. Absent: a red one. */
  readonly stills?: (url: URL) => Uint8Array | null
  /** Absent: there is no video. */
  readonly pictures?: ScriptedPictures
  /** The same for the visitor's own camera. */
  readonly cameras?: ScriptedPictures
  readonly brand?: PublicBrand
  readonly consent?: Consent
  /** True in the own browser of the member that a link names (ADR 0048). */
  readonly isOwnBrowser?: boolean
}

export const builtRender = async (): Promise<typeof Render> => {
  const entry = (await import(`${BUILT}server/server-entry.js`)) as { render: typeof Render }
  return entry.render
}

/** The envelopes of one append, from the position after `after`. */
const appended = (
  told: ReadonlyArray<PossibleFact>,
  { after, possible }: { readonly after: number; readonly possible: PossibleLog },
): ReadonlyArray<Envelope> =>
  told.map(({ event, cause }, index) => ({
    seq: after + index + 1,
    id: eventId(after + index + 1),
    at: NOW + index,
    ...FACT_TRAITS[event._tag],
    src: { from: sourceOf(event, possible.asked(cause)) },
    ...(cause !== undefined && { cause: cause as NonNullable<Envelope["cause"]> }),
    event,
  }))

/** The envelopes of a page's first facts. */
export const envelopes = (events: ReadonlyArray<Event>): ReadonlyArray<Envelope> =>
  appended(
    events.map((event) => ({ event })),
    { after: 0, possible: new PossibleLog() },
  )

/** The same rule as the gateway's (gateway/pages/query-actions.ts). */
const ACTING: ReadonlySet<string> = new Set(["login", "resetpassword", "validate"])
const actsByToken = ({ searchParams }: URL) =>
  ACTING.has(searchParams.get("action") ?? "") && (searchParams.get("token") ?? "") !== ""

export const pageInput = (
  url: string,
  locale: Locale,
  events: ReadonlyArray<Event>,
  brand: PublicBrand = HOUSE_BRAND,
  consent: Consent = "refused",
  pageAnswers: PageInput["page"]["pageAnswers"] = {},
  visit = "visit-0001",
  mailedLink: PageInput["mailedLink"] = "none",
  known: KnownPerformers = NOBODY_KNOWN,
): PageInput => ({
  request: new Request(url),
  locale,
  brand,
  origin: "https://foldcast.test",
  nonce: NONCE,
  consent,
  mailedLink,
  known,
  page: {
    visit: visit as VisitId,
    epoch: "e1" as Epoch,
    now: NOW,
    events: envelopes(events),
    pageAnswers,
  },
})

/** A page asks by itself: scripts about other topics need not know of it, as of a member without alerts and limits. */
const ASKED_BY_THE_PAGE: Readonly<Partial<Record<Command["_tag"], Event>>> = {
  LoadLiveAlerts: { _tag: "LiveAlertsListed", performerIds: [] },
  LoadSpendingLimits: {
    _tag: "SpendingLimitsListed",
    day: { limitCents: null, boughtCents: 0, raise: null },
    week: { limitCents: null, boughtCents: 0, raise: null },
    month: { limitCents: null, boughtCents: 0, raise: null },
    pausedUntil: null,
  },
}

const answerTo = (url: URL, queries: QueryAnswers | undefined) => {
  const answer = queries?.(url)
  if (answer !== undefined) return answer
  // The answer of a member API without passkeys.
  if (url.pathname.startsWith("/api/passkeys")) return { body: null }
  if (url.pathname === "/api/choices") return { body: null }
  // Of a member without conversations.
  if (url.pathname === "/api/conversations") return { body: { conversations: [], nextPage: null } }
  if (url.pathname.startsWith("/api/suggestions/")) {
    return { body: { suggestions: [], nextPage: null } }
  }
  if (url.pathname === "/api/performers/count") return { body: { count: 0 } }
  if (url.pathname !== "/api/performers") return undefined
  const [page, limit] = ["page", "limit"].map((name) => Number(url.searchParams.get(name) ?? 1))
  return { body: { at: Date.now(), performers: [], page, limit, hasMorePages: false } }
}

const localeOf = (path: string): Locale => (/^\/en(?:\/|$)/u.test(path) ? "en" : "nl")

/** The gateway renders no page from an address that holds a token. */
const withoutAction = (url: URL): string => {
  const clean = new URL(url)
  for (const name of ["action", "token", "password"]) clean.searchParams.delete(name)
  return clean.href
}

/** The choice stored in this browser wins over the script's. */
const consentIn = (cookies: string): Consent => {
  const choice = valueIn(cookies, "consent")
  return choice === "accepted" || choice === "refused" ? choice : null
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Identifies the test of a browser's requests, so that a late request does not count for the next test. */
export const SCREEN_HEADER = "x-screen"

/** The script of one test and everything that its pages sent. */
class ScriptedVisit {
  readonly id: string
  readonly facts: Array<ClientFact> = []
  readonly commands: Array<Command> = []
  readonly heard: Array<{ readonly url: string; readonly referrer: string | null }> = []
  readonly queries: Array<string> = []
  readonly uploads: Array<Buffer> = []
  script: GatewayScript = { events: [] }
  lastCommandId: string | undefined
  socket: WebSocket | undefined
  isCut = false
  /** What its streams carried, for the error of a test that waits for what did not come. */
  readonly streamed: Array<string> = []
  log: ReadonlyArray<Envelope> = []
  /** Checks this document's log against what a gateway can write. */
  possible = new PossibleLog()
  /** The played facts that no gateway writes. */
  readonly impossible: Array<string> = []

  constructor(id: string) {
    this.id = id
  }
}

export class ScriptedGateway {
  readonly origin: string
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #visits = new Map<string, ScriptedVisit>()
  readonly #waiting = new Set<() => void>()
  #visit = new ScriptedVisit("visit-0000")

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(): Promise<ScriptedGateway> {
    const render = await builtRender()
    const server = createServer()
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    const gateway = new ScriptedGateway(server)
    server.on("request", (request, response) => {
      void gateway.#respond(render, request, response)
    })
    server.on("upgrade", (request, connection, head) => {
      const { searchParams } = new URL(request.url ?? "/", gateway.origin)
      const visit = gateway.#visits.get(searchParams.get("visit") ?? "") ?? gateway.#visit
      gateway.#sockets.handleUpgrade(request, connection, head, (socket) => {
        gateway.#attach(visit, socket, searchParams.get("seq"))
      })
    })
    return gateway
  }

  /** Every fact that the visit's pages sent. */
  get facts(): Array<ClientFact> {
    return this.#visit.facts
  }

  /** The facts of the visit's script that no gateway writes: each with its position and the reason. */
  get impossible(): ReadonlyArray<string> {
    return this.#visit.impossible
  }

  get commands(): Array<Command> {
    return this.#visit.commands
  }

  /** Every request: its address and its referrer. */
  get heard(): Array<{ readonly url: string; readonly referrer: string | null }> {
    return this.#visit.heard
  }

  /** Pictures of messages, as they were brought. */
  get uploads(): ReadonlyArray<Buffer> {
    return this.#visit.uploads
  }

  /** Paths with their queries. */
  get queries(): Array<string> {
    return this.#visit.queries
  }

  /** Starts a visit with a record of its own and makes it the current one. Returns its id. */
  begin(script: GatewayScript): string {
    const id = `visit-${String(this.#visits.size + 1).padStart(4, "0")}`
    this.#visit = new ScriptedVisit(id)
    this.#visit.script = script
    this.#visits.set(id, this.#visit)
    return id
  }

  /** Sets the script for the visit's next page. */
  play(script: GatewayScript): void {
    const visit = this.#visit
    visit.script = script
    visit.isCut = false
    for (const record of [visit.facts, visit.commands, visit.heard, visit.queries]) {
      record.length = 0
    }
  }

  /** Sends the events in one frame, as for several facts of one answer. */
  emitAll(events: ReadonlyArray<Event>, cause?: string): void {
    this.#emitTo(this.#visit, events, cause)
  }

  emit(event: Event, cause?: string): void {
    this.emitAll([event], cause)
  }

  /** Sends a signal, which is not part of the log and is about the present. */
  signal(topic: SignalTopic, data: Readonly<Record<string, unknown>>): void {
    this.#send(this.#visit, { k: "signal", topic, data: { at: Date.now(), ...data } })
  }

  /** The current visit's streams: attached and ended, and the last positions sent. */
  get streamed(): ReadonlyArray<string> {
    return this.#visit.streamed
  }

  /** The id of the last command. */
  get lastCommandId(): string | undefined {
    return this.#visit.lastCommandId
  }

  /** Ends the stream as a broken network does, and refuses connections until `mend`. */
  cut(): void {
    this.#visit.isCut = true
    this.#visit.socket?.terminate()
  }

  /** Ends the stream because the disk or the gateway is full. */
  endForWantOfRoom(code: typeof CLOSE.storageFull | typeof CLOSE.tryAgainLater): void {
    this.#send(this.#visit, { k: "bye", code, reason: "no room", retryAfterMs: 60_000 })
    this.#visit.socket?.close(code)
  }

  mend(): void {
    this.#visit.isCut = false
  }

  async fact(tag: ClientFact["_tag"]): Promise<ClientFact> {
    return this.#until(`client fact ${tag}`, () => this.facts.find(({ _tag }) => _tag === tag))
  }

  /** Waits for a client fact that has these members. */
  async told(fact: Partial<ClientFact>): Promise<ClientFact> {
    const wanted = Object.entries(fact)
    return this.#until(`client fact ${JSON.stringify(fact)}`, () =>
      this.facts.find((found) =>
        wanted.every(([name, value]) => found[name as keyof ClientFact] === value),
      ),
    )
  }

  async command(tag: Command["_tag"]): Promise<Command> {
    return this.#until(`command ${tag}`, () => this.commands.find(({ _tag }) => _tag === tag))
  }

  /** Waits until this path was requested so many times. */
  async query(path: string, times = 1): Promise<void> {
    await this.#until(
      `request for ${path}`,
      () => this.queries.filter((asked) => asked === path).length >= times || undefined,
    )
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #until<A>(what: string, find: () => A | undefined): Promise<A> {
    const ended = AbortSignal.timeout(MAX_WAIT_MS)
    ended.addEventListener("abort", () => this.#changed())
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (ended.aborted) throw new Error(`${what}: did not come; ${this.#whatCame()}`)
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
      })
    }
  }

  #whatCame(): string {
    const tags = (told: ReadonlyArray<{ readonly _tag: string }>) =>
      told.map(({ _tag }) => _tag).join(", ")
    return `client facts: ${tags(this.facts)}; commands: ${tags(this.commands)}; requests: ${this.queries.join(", ")}; stream: ${this.streamed.join(", ")}`
  }

  #changed() {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  #emitTo(visit: ScriptedVisit, events: ReadonlyArray<Event>, cause?: string) {
    this.#tell(
      visit,
      events.map((event) => ({ event, cause })),
    )
  }

  #tell(visit: ScriptedVisit, told: ReadonlyArray<PossibleFact>) {
    const { possible } = visit
    const fault = possible.tells(told)
    if (fault !== null) visit.impossible.push(fault)
    const added = appended(told, { after: visit.log.length, possible })
    visit.log = [...visit.log, ...added]
    visit.streamed.push(`told to ${String(visit.log.length)}`)
    this.#send(visit, { k: "events", events: added })
    if (told.some(({ event }) => event._tag === "LoggedOut"))
      visit.socket?.close(CLOSE.sessionEnded)
  }

  #send(visit: ScriptedVisit, frame: object) {
    if (!visit.isCut) visit.socket?.send(JSON.stringify(frame))
  }

  /** `resumedAt` is the last seq that a returning browser has applied, null for a page's own visit. */
  #attach(visit: ScriptedVisit, socket: WebSocket, resumedAt: string | null) {
    if (visit.isCut) {
      socket.terminate()
      return
    }
    visit.socket = socket
    visit.streamed.push(resumedAt === null ? "attached" : `resumed at ${resumedAt}`)
    socket.on("close", (code) => visit.streamed.push(`ended with ${String(code)}`))
    const isNext = resumedAt === null && visit.log.at(-1)?.event._tag === "LoggedOut"
    // After a log-out the browser continues in another visit, which begins as a guest's.
    if (isNext) this.#beginDocument(visit, visit.script.events.slice(0, 1))
    const seq = visit.log.length
    this.#send(visit, {
      k: "hello",
      visit: visit.id,
      epoch: "e1",
      seq,
      n: 0,
      now: NOW,
      heartbeatMs: 25_000,
      protocol: { min: 1, max: 1 },
      schemaHash: "scripted",
    })
    if (resumedAt !== null) {
      const from = Number(resumedAt) + 1
      this.#send(visit, { k: "resumed", from, to: seq })
      const missed = visit.log.slice(from - 1)
      if (missed.length > 0) this.#send(visit, { k: "events", events: missed })
    }
    // The gateway sends a page's visit whole: a command may have been answered before its stream.
    if (resumedAt === null) this.#send(visit, { k: "events", events: visit.log })
    this.#send(visit, { k: "replayed", seq })
    socket.on("message", (data) => {
      const frame = JSON.parse((data as Buffer).toString("utf8")) as {
        k: string
        facts?: ReadonlyArray<{ n: number; fact: ClientFact }>
      }
      if (frame.k !== "facts") return
      visit.facts.push(...(frame.facts ?? []).map(({ fact }) => fact))
      this.#send(visit, { k: "stored", n: frame.facts?.at(-1)?.n ?? 0 })
      this.#changed()
    })
  }

  async #respond(render: typeof Render, request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", this.origin)
    const visit = this.#visits.get(String(request.headers[SCREEN_HEADER])) ?? this.#visit
    visit.heard.push({ url: url.href, referrer: request.headers.referer ?? null })
    if (url.pathname === "/api/commands") return this.#carryOut(visit, request, response)
    const [, performerId, offered] = OFFER.exec(url.pathname) ?? []
    if (performerId !== undefined) {
      const pictures = visit.script[offered === "watch" ? "pictures" : "cameras"]
      return this.#answerOffer(visit, pictures, { url, performerId }, request, response)
    }
    const [, kind, session] = OFFERED.exec(url.pathname) ?? []
    if (session !== undefined) {
      const pictures = visit.script[kind === "watching" ? "pictures" : "cameras"]
      return this.#endOffered(pictures, session, request, response)
    }
    if (url.pathname === "/api/attachments") return this.#takeUpload(visit, request, response)
    if (PICTURES.test(url.pathname)) {
      const headers = {
        "content-type": "image/svg+xml",
        "cache-control": IMMUTABLE,
        // Another visit's script may draw it in another way.
        vary: SCREEN_HEADER,
      }
      return response
        .writeHead(200, headers)
        .end(visit.script.drawn?.(url.pathname) ?? pictureSvg(url.pathname))
    }
    if (/^\/(?:assets|payment-methods)\/|\.svg$|^\/(?:sw\.js|offline\.html)$/u.test(url.pathname)) {
      const file = await readFile(`${BUILT}client${url.pathname}`).catch(() => null)
      response.writeHead(file === null ? 404 : 200, {
        "content-type": TYPES[extname(url.pathname)] ?? "text/plain",
        // As in the gateway: a file under its hash never changes.
        ...(url.pathname.startsWith("/assets/") && { "cache-control": IMMUTABLE }),
      })
      return response.end(file)
    }
    if (url.pathname === BLANK_PAGE) {
      return response.writeHead(200, { "content-type": "text/html" }).end()
    }
    if (STILL.test(url.pathname)) return this.#answerStill(visit, url, response)
    // There are no server-sent events here: a browser that tries gets a 404.
    if (url.pathname === "/api/stream") return response.writeHead(404).end()
    if (url.pathname.startsWith("/api/")) return this.#answerQuery(visit, url, response)
    if (url.pathname === "/manifest.webmanifest") {
      return response.writeHead(200, { "content-type": "application/manifest+json" }).end("{}")
    }
    this.#beginDocument(visit, visit.script.events)
    const { events, brand, consent = "refused" } = visit.script
    const chosen = consentIn(request.headers.cookie ?? "") ?? consent
    const locale = localeOf(url.pathname)
    const known = knownPerformers({
      cookie: (name) => valueIn(request.headers.cookie ?? "", name),
      isMember: events.some(({ _tag }) => _tag === "LoggedIn"),
      hasConsented: chosen === "accepted",
    })
    const pageAnswers = await this.#pageAnswers(visit, url, locale, known)
    const page = await render(
      pageInput(
        withoutAction(url),
        locale,
        events,
        brand,
        chosen,
        pageAnswers,
        visit.id,
        !actsByToken(url) ? "none" : visit.script.isOwnBrowser === true ? "goesOn" : "asks",
        known,
      ),
    )
    const leadsTo = page.headers.get("location")
    response.writeHead(page.status, {
      ...(leadsTo !== null && { location: leadsTo }),
      "content-type": page.headers.get("content-type") ?? "text/plain",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    })
    return response.end(await page.text())
  }

  /** Takes each picture of a message, and notes its bytes. */
  async #takeUpload(visit: ScriptedVisit, request: IncomingMessage, response: ServerResponse) {
    const bytes: Array<Uint8Array> = []
    for await (const chunk of request) bytes.push(chunk as Uint8Array)
    visit.uploads.push(Buffer.concat(bytes))
    this.#changed()
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ attachment: `upload-${String(visit.uploads.length)}` }))
  }

  /** Starts a new document with a log of its own. */
  #beginDocument(visit: ScriptedVisit, events: ReadonlyArray<Event>) {
    visit.possible = new PossibleLog()
    const fault = visit.possible.tells(
      events.map((event) => ({ event })),
      true,
    )
    if (fault !== null) visit.impossible.push(fault)
    visit.log = envelopes(events)
  }

  /** The page's data, as the script answers. */
  async #pageAnswers(
    { script }: ScriptedVisit,
    url: URL,
    locale: Locale,
    known: KnownPerformers,
  ): Promise<Record<string, unknown>> {
    const match = pageOf(splitLocale(url.pathname).rest)
    const pageAnswers: Record<string, unknown> = {}
    if (match === null) return pageAnswers
    const ask = async (paths: ReadonlyArray<string>) => {
      for (const path of paths) {
        const answer = await answerTo(new URL(path, this.origin), script.queries)
        if (answer !== undefined && (answer.status ?? 200) === 200) pageAnswers[path] = answer.body
      }
    }
    await ask(pageResources(match, url.searchParams, locale))
    await ask(knownResources(match, locale, known))
    await ask(laterResources(match, locale, pageAnswers))
    return pageAnswers
  }

  #answerStill(visit: ScriptedVisit, url: URL, response: ServerResponse) {
    visit.queries.push(`${url.pathname}${url.search}`)
    this.#changed()
    const { stills = () => RED_STILL } = visit.script
    const still = stills(url)
    if (still === null) return response.writeHead(204, { "cache-control": "no-store" }).end()
    response.writeHead(200, { "content-type": "image/jpeg", "cache-control": "no-store" })
    return response.end(still)
  }

  async #answerQuery(visit: ScriptedVisit, url: URL, response: ServerResponse) {
    visit.queries.push(`${url.pathname}${url.search}`)
    this.#changed()
    const answer = await answerTo(url, visit.script.queries)
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200), {
      "content-type": "application/json",
    })
    response.end(JSON.stringify(answer?.body ?? null))
  }

  /**
   * The same checks as the gateway's: the request has an offer and comes from a page of this site about its own
   * visit.
   */
  async #answerOffer(
    { id }: ScriptedVisit,
    pictures: ScriptedPictures | undefined,
    { url, performerId }: { readonly url: URL; readonly performerId: string },
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { headers, method } = request
    const isOffer = method === "POST" && headers["content-type"] === "application/sdp"
    if (!isOffer || headers["x-foldcast"] !== "1") return response.writeHead(415).end()
    const isOwn = url.searchParams.get("visit") === id
    // While the room is being joined, a missing video is not an error.
    if (pictures === undefined && isOwn && url.searchParams.get("joining") === "1") {
      return response.writeHead(204).end()
    }
    if (pictures === undefined || !isOwn) return response.writeHead(404).end()
    const answer = await pictures.watch({ performerId, offer: await bodyOf(request) })
    return response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async #endOffered(
    pictures: ScriptedPictures | undefined,
    id: string,
    { headers, method }: IncomingMessage,
    response: ServerResponse,
  ) {
    const isAsked = method === "DELETE" && headers["x-foldcast"] === "1"
    const isEnded = isAsked && ((await pictures?.end(id)) ?? false)
    return response.writeHead(isEnded ? 204 : 404).end()
  }

  async #carryOut(visit: ScriptedVisit, request: IncomingMessage, response: ServerResponse) {
    const { commandId, command } = JSON.parse(await bodyOf(request)) as {
      commandId: string
      command: Command
    }
    visit.possible.sent(commandId, command)
    const asOfNobody = ASKED_BY_THE_PAGE[command._tag]
    const isLoad = asOfNobody !== undefined
    const note = () => {
      visit.commands.push(command)
      visit.lastCommandId = commandId
    }
    if (!isLoad) note()
    const own = visit.script.answers?.(command)
    const isLeftOut = isLoad && own?.[0]?._tag !== asOfNobody._tag
    if (isLoad && !isLeftOut) note()
    const events: ReadonlyArray<Event> | undefined = isLeftOut ? [asOfNobody] : own
    if (events !== undefined && events.length > 0) {
      this.#tell(visit, answering(command, commandId, events))
    }
    // Without an answer in the script, the outcome gets a position that is never reached.
    const seq = visit.log.length + (events === undefined ? 1_000 : 0)
    response.writeHead(202, { "content-type": "application/json" })
    response.end(JSON.stringify({ commandId, epoch: "e1", seq }))
    this.#changed()
  }
}
