/**
 * A person at a running world's interfaces: a browser's HTTP side, its page's visit and the streams it reads.
 * Everything that the browser could see is recorded, so that a test can search it for secrets.
 */
import { randomUUID } from "node:crypto"
import { type Command, COMMAND_POLICIES } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { visitIn } from "../support/member-browser.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

export interface PersonOptions {
  readonly url: string
  /** The page's own origin, if a proxy is in front of the site. */
  readonly origin?: string
  /** The client address that a trusted proxy sends. */
  readonly address?: string
  readonly userAgent?: string
}

export interface SeenResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface AccountOf {
  readonly email: string
  readonly password: string
}

export const newPersonAccount = (name = "member"): AccountOf => ({
  email: `${name}-${randomUUID().slice(0, 8)}@example.test`,
  password: "welkom123",
})

export class Person {
  readonly options: PersonOptions
  /** By name; a test removes one, restores an old one, or adds a foreign one. */
  readonly cookies = new Map<string, string>()
  /** Every answer, as text. */
  readonly seen: Array<string> = []
  readonly streams: Array<StreamReader> = []
  visit = ""
  #own: StreamReader | null = null

  constructor(options: PersonOptions) {
    this.options = options
  }

  /** Opens the page and a stream, and waits until the stream has caught up. */
  static async arrive(options: PersonOptions, path = "/en"): Promise<Person> {
    const person = new Person(options)
    await person.open(path)
    return person
  }

  static async register(options: PersonOptions, { email, password }: AccountOf): Promise<Person> {
    const person = await Person.arrive(options)
    const { event } = await person.ask({ _tag: "Register", email, password })
    if (event._tag !== "LoggedIn") throw new Error(`not registered: ${JSON.stringify(event)}`)
    return person
  }

  static async logIn(options: PersonOptions, { email, password }: AccountOf): Promise<Person> {
    const person = await Person.arrive(options)
    const { event } = await person.ask({ _tag: "LogIn", email, password })
    if (event._tag !== "LoggedIn") throw new Error(`not logged in: ${JSON.stringify(event)}`)
    return person
  }

  get origin(): string {
    return this.options.origin ?? this.options.url
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  /** The session's cookie, under either name. */
  get session(): string {
    return this.cookies.get("__Host-auth") ?? this.cookies.get("auth") ?? ""
  }

  /** The stream of the page's own visit. */
  get stream(): StreamReader {
    if (this.#own === null) throw new Error("no stream is open")
    return this.#own
  }

  /** Another browser with a copy of this one's cookies: a thief. */
  copy(): Person {
    const copy = new Person(this.options)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.visit = this.visit
    return copy
  }

  async open(path = "/en"): Promise<void> {
    const visit = visitIn((await this.get(path)).body)
    if (visit === null) throw new Error(`${path} has no visit`)
    this.visit = visit
    await this.attach({ visit })
  }

  async attach(
    query: Readonly<Record<string, string>>,
    transport: "websocket" | "sse" = "websocket",
  ): Promise<StreamReader> {
    const options = {
      url: this.options.url,
      origin: this.origin,
      query: { tab: `tab-${randomUUID().slice(0, 8)}`, ...query },
      cookie: this.cookieHeader,
      headers: this.#more(),
    }
    const reader = transport === "sse" ? new SseReader(options) : new WebSocketReader(options)
    this.streams.push(reader)
    if (query["visit"] === this.visit) this.#own = reader
    await reader.until(
      () => reader.closed !== null || reader.frames.some(({ k }) => k === "replayed"),
    )
    return reader
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<SeenResponse> {
    return this.#send(path, { headers })
  }

  async post(
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<SeenResponse> {
    const own = { "Content-Type": "application/json", "X-Foldcast": "1", Origin: this.origin }
    const given = Object.entries({ ...own, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    return this.#send(path, { method: "POST", body, headers: Object.fromEntries(given) })
  }

  command(command: Command | object, commandId: string = randomUUID(), visit = this.visit) {
    return this.post("/api/commands", JSON.stringify({ commandId, visit, command }))
  }

  /** Sends a command; returns the fact that ended it. */
  async ask(command: Command, commandId: string = randomUUID()): Promise<OpenEnvelope> {
    const { status, body } = await this.command(command, commandId)
    if (status !== 202) throw new Error(`${command._tag} was not admitted: ${status} ${body}`)
    const ends: ReadonlyArray<string> = COMMAND_POLICIES[command._tag].outcomes
    const { stream } = this
    const find = () =>
      stream.events.find(({ cause, event }) => cause === commandId && ends.includes(event._tag))
    await stream.until(() => find() !== undefined || stream.closed !== null)
    const found = find()
    if (found === undefined) throw new Error(`${command._tag} ended without a fact`)
    return found
  }

  async whoami(): Promise<string | null> {
    const { body } = await this.get("/api/session")
    const { member } = JSON.parse(body) as { readonly member: { readonly memberId: string } | null }
    return member?.memberId ?? null
  }

  /** Everything that this browser received: answers with their headers, and frames. */
  everything(): string {
    return [...this.seen, ...this.streams.map(({ frames }) => JSON.stringify(frames))].join("\n")
  }

  leave(): void {
    for (const stream of this.streams.splice(0)) stream.close()
  }

  #more(): Record<string, string> {
    const { address, userAgent } = this.options
    return {
      ...(address !== undefined && { "X-Forwarded-For": address }),
      ...(userAgent !== undefined && { "User-Agent": userAgent }),
    }
  }

  async #send(path: string, init: RequestInit): Promise<SeenResponse> {
    const { cookieHeader } = this
    const response = await fetch(new URL(path, this.options.url), {
      redirect: "manual",
      ...init,
      headers: {
        ...(cookieHeader !== "" && { Cookie: cookieHeader }),
        ...this.#more(),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1)
      this.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
    const body = await response.text()
    const { status, headers } = response
    // The browser's own cookie is the only secret that it may know.
    const told = [...headers].filter(([name]) => name !== "set-cookie")
    this.seen.push(`${status} ${JSON.stringify(told)}\n${body}`)
    return { status, headers, body }
  }
}
