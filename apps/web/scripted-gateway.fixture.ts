/**
 * The built site with a gateway that follows a script: it renders pages from given facts with the real
 * server entry, speaks the stream's protocol over a real WebSocket and answers commands as a test says.
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
import type { Event } from "@foldcast/contracts/stream/event"
import type { SignalTopic } from "@foldcast/contracts/stream/signals"
import type { Locale } from "@foldcast/contracts/units"
import { pageDocuments } from "@foldcast/rules/grid/page-documents"
import { pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { HOUSE_BRAND } from "./brands.fixtures.ts"
import type { Consent } from "./page-frame.ts"
import { valueIn } from "./runtime/stores/cookie-store.ts"
import type { PageInput, render as Render } from "./server-entry.tsx"

const BUILT = fileURLToPath(new URL("dist/", import.meta.url))
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
  // A host that a setting names, where a profile's film comes from.
  "media-src 'self' https://films.example",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
].join("; ")
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** The events a command is answered with; undefined leaves it unanswered. */
export type Answers = (command: Command) => ReadonlyArray<Event> | undefined

export interface QueryAnswer {
  readonly status?: number
  readonly body: unknown
}

/**
 * The answer to a GET under /api, which may take its time; undefined is a 404, and nobody where performers
 * are asked for: a script about something else says nothing of them.
 */
export type QueryAnswers = (url: URL) => QueryAnswer | Promise<QueryAnswer> | undefined

export interface Script {
  readonly events: ReadonlyArray<Event>
  readonly answers?: Answers
  readonly queries?: QueryAnswers
  readonly brand?: PublicBrand
  readonly consent?: Consent
}

export const builtRender = async (): Promise<typeof Render> => {
  const entry = (await import(`${BUILT}server/server-entry.js`)) as { render: typeof Render }
  return entry.render
}

export const envelopes = (events: ReadonlyArray<Event>): ReadonlyArray<Envelope> =>
  events.map((event, index) => ({
    seq: index + 1,
    id: `event-${String(index + 1).padStart(8, "0")}` as Envelope["id"],
    at: NOW + index,
    v: 1,
    scope: "visit",
    src: { from: "gateway" },
    event,
  }))

export const pageInput = (
  url: string,
  locale: Locale,
  events: ReadonlyArray<Event>,
  brand: PublicBrand = HOUSE_BRAND,
  consent: Consent = "refused",
  documents: PageInput["page"]["documents"] = {},
): PageInput => ({
  request: new Request(url),
  locale,
  brand,
  origin: "https://foldcast.test",
  nonce: NONCE,
  consent,
  page: {
    visit: "visit-0001" as VisitId,
    epoch: "e1" as Epoch,
    now: NOW,
    events: envelopes(events),
    documents,
  },
})

const answerTo = (url: URL, queries: QueryAnswers | undefined) => {
  const answer = queries?.(url)
  if (answer !== undefined || url.pathname !== "/api/performers") return answer
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

/** What was chosen in this browser, before what the script says. */
const consentIn = (cookies: string): Consent => {
  const choice = valueIn(cookies, "consent")
  return choice === "accepted" || choice === "refused" ? choice : null
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

export class ScriptedGateway {
  readonly facts: Array<ClientFact> = []
  readonly commands: Array<Command> = []
  /** Every request: its address, and the one it says it came from. */
  readonly heard: Array<{ readonly url: string; readonly referrer: string | null }> = []
  /** Paths with their queries. */
  readonly queries: Array<string> = []
  readonly origin: string
  readonly #server: Server
  readonly #waiting = new Set<() => void>()
  #script: Script = { events: [] }
  #lastCommandId: string | undefined
  #socket: WebSocket | undefined
  #isCut = false
  #log: ReadonlyArray<Envelope> = []

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
    const sockets = new WebSocketServer({ server, path: "/api/stream" })
    sockets.on("connection", (socket, { url }) => {
      gateway.#attach(socket, new URL(url ?? "/", gateway.origin).searchParams.get("seq"))
    })
    return gateway
  }

  /** What the next page begins with. */
  play(script: Script): void {
    this.#script = script
    this.#isCut = false
    this.facts.length = 0
    this.commands.length = 0
    this.heard.length = 0
    this.queries.length = 0
  }

  /** One frame, as several facts of one answer come. */
  emitAll(events: ReadonlyArray<Event>, cause?: string): void {
    const from = this.#log.length
    const added = envelopes(events).map((envelope, index) => ({
      ...envelope,
      seq: from + index + 1,
      id: `event-${String(from + index + 1).padStart(8, "0")}` as Envelope["id"],
      ...(cause !== undefined && { cause: cause as NonNullable<Envelope["cause"]> }),
    }))
    this.#log = [...this.#log, ...added]
    this.#send({ k: "events", events: added })
  }

  emit(event: Event, cause?: string): void {
    this.emitAll([event], cause)
  }

  /** What comes beside the log. */
  /** Of what is so now. */
  signal(topic: SignalTopic, data: Readonly<Record<string, unknown>>): void {
    this.#send({ k: "signal", topic, data: { at: Date.now(), ...data } })
  }

  /** Of the command that came last. */
  get lastCommandId(): string | undefined {
    return this.#lastCommandId
  }

  /** Ends the stream as a broken network does, and lets nobody back in until `mend`. */
  cut(): void {
    this.#isCut = true
    this.#socket?.terminate()
  }

  mend(): void {
    this.#isCut = false
  }

  async fact(tag: ClientFact["_tag"]): Promise<ClientFact> {
    return this.#until(() => this.facts.find(({ _tag }) => _tag === tag))
  }

  /** Waits for a client fact that has these members. */
  async told(fact: Partial<ClientFact>): Promise<ClientFact> {
    const wanted = Object.entries(fact)
    return this.#until(() =>
      this.facts.find((found) =>
        wanted.every(([name, value]) => found[name as keyof ClientFact] === value),
      ),
    )
  }

  async command(tag: Command["_tag"]): Promise<Command> {
    return this.#until(() => this.commands.find(({ _tag }) => _tag === tag))
  }

  /** Waits until this was asked for so often. */
  async query(path: string, times = 1): Promise<void> {
    await this.#until(
      () => this.queries.filter((asked) => asked === path).length >= times || undefined,
    )
  }

  async stop(): Promise<void> {
    this.#socket?.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #until<A>(find: () => A | undefined): Promise<A> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
      })
    }
  }

  #changed() {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  #send(frame: object) {
    if (!this.#isCut) this.#socket?.send(JSON.stringify(frame))
  }

  /** `resumedAt` is the last seq that a returning browser has applied, null for a page's own visit. */
  #attach(socket: WebSocket, resumedAt: string | null) {
    if (this.#isCut) {
      socket.terminate()
      return
    }
    this.#socket = socket
    const seq = this.#log.length
    this.#send({
      k: "hello",
      visit: "visit-0001",
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
      this.#send({ k: "resumed", from, to: seq })
      const missed = this.#log.slice(from - 1)
      if (missed.length > 0) this.#send({ k: "events", events: missed })
    }
    this.#send({ k: "replayed", seq })
    socket.on("message", (data) => {
      const frame = JSON.parse((data as Buffer).toString("utf8")) as {
        k: string
        facts?: ReadonlyArray<{ n: number; fact: ClientFact }>
      }
      if (frame.k !== "facts") return
      this.facts.push(...(frame.facts ?? []).map(({ fact }) => fact))
      this.#send({ k: "stored", n: frame.facts?.at(-1)?.n ?? 0 })
      this.#changed()
    })
  }

  async #respond(render: typeof Render, request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", this.origin)
    this.heard.push({ url: url.href, referrer: request.headers.referer ?? null })
    if (url.pathname === "/api/commands") return this.#carryOut(request, response)
    if (/^\/(?:assets|payment-methods)\/|\.svg$|^\/(?:sw\.js|offline\.html)$/u.test(url.pathname)) {
      const file = await readFile(`${BUILT}client${url.pathname}`).catch(() => null)
      response.writeHead(file === null ? 404 : 200, {
        "content-type": TYPES[extname(url.pathname)] ?? "text/plain",
      })
      return response.end(file)
    }
    // No events besides those of the socket: a browser that tries is told so.
    if (url.pathname === "/api/stream") return response.writeHead(404).end()
    if (url.pathname.startsWith("/api/")) return this.#answerQuery(url, response)
    if (url.pathname === "/manifest.webmanifest") {
      return response.writeHead(200, { "content-type": "application/manifest+json" }).end("{}")
    }
    this.#log = envelopes(this.#script.events)
    const { events, brand, consent = "refused" } = this.#script
    const chosen = consentIn(request.headers.cookie ?? "") ?? consent
    const locale = localeOf(url.pathname)
    const documents = await this.#documents(url, locale)
    const page = await render(
      pageInput(withoutAction(url), locale, events, brand, chosen, documents),
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

  /** What the page is made of, as the script answers it. */
  async #documents(url: URL, locale: Locale): Promise<Record<string, unknown>> {
    const match = pageOf(splitLocale(url.pathname).rest)
    const documents: Record<string, unknown> = {}
    for (const path of match === null ? [] : pageDocuments(match, url.searchParams, locale)) {
      const answer = await answerTo(new URL(path, this.origin), this.#script.queries)
      if (answer !== undefined && (answer.status ?? 200) === 200) documents[path] = answer.body
    }
    return documents
  }

  async #answerQuery(url: URL, response: ServerResponse) {
    this.queries.push(`${url.pathname}${url.search}`)
    this.#changed()
    const answer = await answerTo(url, this.#script.queries)
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200), {
      "content-type": "application/json",
    })
    response.end(JSON.stringify(answer?.body ?? null))
  }

  async #carryOut(request: IncomingMessage, response: ServerResponse) {
    const { commandId, command } = JSON.parse(await bodyOf(request)) as {
      commandId: string
      command: Command
    }
    this.commands.push(command)
    this.#lastCommandId = commandId
    const events = this.#script.answers?.(command)
    if (events !== undefined) for (const event of events) this.emit(event, commandId)
    // Where the script has no answer the outcome stands at a position that never comes.
    const seq = this.#log.length + (events === undefined ? 1_000 : 0)
    response.writeHead(202, { "content-type": "application/json" })
    response.end(JSON.stringify({ commandId, epoch: "e1", seq }))
    this.#changed()
  }
}
