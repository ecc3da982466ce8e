/**
 * An upstream with answers that a test scripts, over real HTTP and a real member socket: for races and faults that
 * a well-behaved backend never shows. It keeps just enough state to allow a login.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Server } from "socket.io"
import { ScriptedPerformers } from "./scripted-performers.ts"

export interface ScriptedMember {
  readonly id: string
  email: string
  password: string
  credits: number
  /** Default: the part of the e-mail address before its @. */
  username?: string
  verified?: boolean
  /** The new address that is not verified yet. */
  pendingEmail?: string | undefined
}

/** A link as a mail or a partner sends it; its token works once. */
export interface ScriptedLink {
  readonly member: string
  readonly purpose: "login" | "reset" | "verify" | "email"
}

export interface ReceivedCall {
  readonly call: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Replaces the usual answer of a call; `hang` never answers. */
export type Script =
  | { readonly status: number; readonly body: unknown; readonly after?: Promise<void> }
  | "hang"
  | "cut"

let tokens = 0
const tokenOf = (id: string, seconds = 3_600) => {
  tokens += 1
  const payload = { id, exp: Math.floor(Date.now() / 1_000) + seconds, no: tokens }
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const COUNT_UNREAD = "GET /inbox/count-unread"
const LIST_BLOCKS = "GET /block"
/** The gateway asks these by itself after each attach, while a test does something else: they are in `received` alone. */
const ASKED_ASIDE: ReadonlySet<string> = new Set([COUNT_UNREAD, LIST_BLOCKS])

export class ScriptedUpstream {
  readonly members = new Map<string, ScriptedMember>()
  /** Every call received but counts of what is unread, such as `GET /credits`. */
  readonly calls: Array<string> = []
  /** The same calls with their full content. */
  readonly received: Array<ReceivedCall> = []
  /** By token. */
  readonly links = new Map<string, ScriptedLink>()
  readonly #usedLinks = new Set<string>()
  /** Tokens of a member up to this number are refused. */
  readonly #refusedUpTo = new Map<string, number>()
  readonly payments = new Map<string, unknown>()
  /** Null: categories, profiles and albums are not available. */
  performerService: ScriptedPerformers | null = null
  /** Replaces every answer, as a blocking proxy does. */
  standIn: Script | null = null
  /** A key that is refused; null: every key is accepted. */
  refusedKey: string | null = null
  /** The media host's pictures, by path. */
  readonly pictures = new Map<string, { readonly type: string; readonly body: Uint8Array }>()
  /** Each performer's status, by id. */
  readonly performers = new Map<string, number>()
  /** Each member's, newest first. */
  readonly favourites = new Map<string, ReadonlyArray<string>>()
  readonly liveAlerts = new Map<string, ReadonlyArray<string>>()
  readonly blocks = new Map<string, ReadonlyArray<string>>()
  /** How many messages each member has not read. */
  readonly unread = new Map<string, number>()
  readonly #scripts = new Map<string, Array<Script>>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #revoked = new Set<string>()
  #sockets: Server | null = null
  #waiters: Array<() => void> = []
  #port = 0

  static async start(): Promise<ScriptedUpstream> {
    const upstream = new ScriptedUpstream()
    await new Promise<void>((resolve) => upstream.#server.listen(0, "127.0.0.1", () => resolve()))
    upstream.#port = (upstream.#server.address() as AddressInfo).port
    upstream.openSockets()
    return upstream
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** A token as POST /login answers it. */
  tokenOf(id: string, seconds?: number): string {
    return tokenOf(id, seconds)
  }

  revoke(token: string): void {
    this.#revoked.add(token)
  }

  revokeAll(member: string): void {
    this.#refusedUpTo.set(member, tokens)
  }

  /** Content of the last call with this name. */
  last(call: string): ReceivedCall {
    const found = this.received.findLast((received) => received.call === call)
    if (found === undefined) throw new Error(`no ${call} came in`)
    return found
  }

  addMember(member: ScriptedMember): ScriptedMember {
    this.members.set(member.id, member)
    return member
  }

  /** Scripts the next answers of a call, in order; then the usual answers return. */
  script(call: string, ...answers: ReadonlyArray<Script>): void {
    this.#scripts.set(call, [...(this.#scripts.get(call) ?? []), ...answers])
  }

  /** Clears the received calls and the scripts, for the next test. */
  clear(): void {
    this.calls.length = 0
    this.received.length = 0
    this.#scripts.clear()
    this.standIn = null
    this.refusedKey = null
  }

  openSockets(): void {
    const sockets = new Server(this.#server, { transports: ["websocket"], serveClient: false })
    sockets.use((socket, next) => {
      const member = this.#memberOf(String(socket.handshake.auth["token"] ?? ""))
      if (socket.handshake.auth["key"] === this.refusedKey) return next(new Error("apiKeyRefused"))
      if (member === undefined) return next(new Error("unauthorized"))
      void socket.join(member.id)
      return next()
    })
    sockets.on("connection", () => this.#changed())
    this.#sockets = sockets
  }

  /** Closes every member socket without a closing handshake, as a dying process does. */
  cutSockets(): void {
    for (const socket of this.#sockets?.of("/").sockets.values() ?? []) {
      socket.conn.transport.close()
      socket.disconnect(true)
    }
  }

  emit(member: string, event: string, payload: unknown): void {
    this.#sockets?.to(member).emit(event, payload)
  }

  /** Waits until the member's socket is connected. */
  async heard(member: string): Promise<void> {
    await this.until(() => (this.#sockets?.of("/").adapter.rooms.get(member)?.size ?? 0) > 0)
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
      })
    }
  }

  async close(): Promise<void> {
    // A pending request would keep the server open.
    this.#server.closeAllConnections()
    await this.#sockets?.close()
    this.#server.close()
  }

  #changed(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }

  /** Whether the token belongs to a deleted member. */
  #isGone(token: string): boolean {
    const { id } = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"),
    ) as { readonly id: string }
    return !this.members.has(id)
  }

  #memberOf(token: string): ScriptedMember | undefined {
    const payload = token.split(".")[1]
    if (payload === undefined || this.#revoked.has(token)) return undefined
    const { id, no } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
      readonly id: string
      readonly no: number
    }
    return no <= (this.#refusedUpTo.get(id) ?? 0) ? undefined : this.members.get(id)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url)
    if (url.pathname.startsWith("/socket.io")) return
    const [, place = "", session, rest = ""] =
      /^(\/payment\/session|\/block)\/([^/]+)(.*)$/u.exec(url.pathname) ?? []
    const performerCall = ScriptedPerformers.callOf(request.method ?? "", url.pathname)
    const call =
      performerCall ??
      `${request.method} ${session === undefined ? url.pathname : `${place}/{id}${rest}`}`
    const body = await bodyOf(request)
    if (!ASKED_ASIDE.has(call)) this.calls.push(call)
    const { headers } = request
    this.received.push({ call, headers, query: Object.fromEntries(url.searchParams), body })
    this.#changed()
    const script = this.standIn ?? this.#scripts.get(call)?.shift()
    if (script === "hang") return
    if (script === "cut") {
      response.destroy()
      return
    }
    const picture = script === undefined ? this.pictures.get(url.pathname) : undefined
    if (picture !== undefined) {
      response.writeHead(200, { "Content-Type": picture.type })
      response.end(picture.body)
      return
    }
    const [status, answer] =
      script !== undefined
        ? [script.status, script.body]
        : performerCall !== undefined && this.performerService !== null
          ? this.performerService.answer(performerCall, url)
          : this.#usual(call, { body, query: url.searchParams }, request, session)
    if (script?.after !== undefined) await script.after
    response.writeHead(status, { "Content-Type": "application/json" })
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer))
  }

  #usual(
    call: string,
    { body, query }: { readonly body: Record<string, unknown>; readonly query: URLSearchParams },
    request: IncomingMessage,
    session: string | undefined,
  ): readonly [number, unknown] {
    if (call === "GET /user/find" && !query.has("username")) {
      return [200, { performers: this.#found(query) }]
    }
    if (request.headers["x-api-key"] === this.refusedKey) return [401, { label: "apiKeyRefused" }]
    const bearer = /^Bearer (.+)$/u.exec(request.headers.authorization ?? "")?.[1]
    const member = bearer === undefined ? undefined : this.#memberOf(bearer)
    if (call === "POST /login" && typeof body["token"] === "string") {
      return this.#useLink(body["token"], ["login", "reset"])
    }
    if (call === "POST /activate") return this.#activate(String(body["key"]))
    if (call === "POST /forgot-password") return [200, {}]
    if (call === "POST /login") {
      const found = [...this.members.values()].find(({ email }) => email === body["email"])
      if (found === undefined) return [400, { label: "notExists" }]
      return found.password === body["password"]
        ? [200, { token: tokenOf(found.id) }]
        : [400, { label: "incorrectPassword" }]
    }
    if (member === undefined) {
      return bearer !== undefined && this.#isGone(bearer)
        ? [403, { label: "forbidden" }]
        : [401, { label: "unauthorized" }]
    }
    switch (call) {
      case "GET /basic-info":
        return [
          200,
          {
            username: member.username ?? member.email.split("@")[0],
            email: member.email,
            credits: member.credits,
            verified: member.verified ?? true,
            lander: null,
            endUserText: null,
            ...(member.pendingEmail !== undefined && { pendingEmail: member.pendingEmail }),
          },
        ]
      case "PUT /member":
        return this.#update(member, body)
      case "DELETE /member":
        if (body["memberId"] !== member.id) return [403, { label: "forbidden" }]
        if (body["password"] !== member.password) return [400, { label: "incorrectPassword" }]
        this.members.delete(member.id)
        return [200, {}]
      case "POST /change-username":
        member.username = String(body["username"])
        return [200, { token: tokenOf(member.id) }]
      case "POST /resend-activation":
        return [200, {}]
      case "GET /username/suggestions":
        return [200, { suggestions: ["anna1", "anna2", "anna3", "anna4", "anna5"] }]
      case "GET /favourite": {
        const ids = this.favourites.get(member.id) ?? []
        return [200, { favourites: ids.map((performerId) => ({ performerId })) }]
      }
      case "POST /favourite":
      case "DELETE /favourite": {
        const { performerId } = body as { readonly performerId: string }
        const others = (this.favourites.get(member.id) ?? []).filter((id) => id !== performerId)
        const isAdded = call === "POST /favourite"
        this.favourites.set(member.id, isAdded ? [performerId, ...others] : others)
        return [200, {}]
      }
      case COUNT_UNREAD:
        return [200, { unread: this.unread.get(member.id) ?? 0 }]
      case "GET /live-alert": {
        const ids = this.liveAlerts.get(member.id) ?? []
        return [200, { liveAlerts: ids.map((performerId) => ({ performerId })) }]
      }
      case "PUT /live-alert": {
        const { performerId, isOn } = body as { readonly performerId: string; isOn: boolean }
        const others = (this.liveAlerts.get(member.id) ?? []).filter((id) => id !== performerId)
        this.liveAlerts.set(member.id, isOn ? [performerId, ...others] : others)
        return [200, {}]
      }
      case LIST_BLOCKS: {
        const ids = this.blocks.get(member.id) ?? []
        return [200, { blocks: ids.map((performerId) => ({ performerId })) }]
      }
      case "PUT /block/{id}":
      case "DELETE /block/{id}": {
        const performerId = session ?? ""
        const others = (this.blocks.get(member.id) ?? []).filter((id) => id !== performerId)
        this.blocks.set(member.id, call === "PUT /block/{id}" ? [performerId, ...others] : others)
        return [200, {}]
      }
      case "GET /credits":
        return [200, { credits: member.credits }]
      case "GET /wallet":
        return [200, { id: 1, variant: "drawer", bundles: [], paymentOptions: [] }]
      case "POST /payment/session": {
        const sessionId = `session-${this.payments.size + 1}`
        this.payments.set(sessionId, { sessionId, state: "open" })
        return [200, { sessionId, paymentURL: `http://localhost:3001/pay/${sessionId}` }]
      }
      case "GET /payment/session/{id}": {
        const payment = this.payments.get(session ?? "")
        return payment === undefined ? [404, { label: "notFound" }] : [200, payment]
      }
      default:
        return [404, { label: "notFound" }]
    }
  }

  #found(query: URLSearchParams): ReadonlyArray<unknown> {
    const ids = query.get("ids")?.split(",") ?? [...this.performers.keys()]
    return ids.flatMap((id) => {
      const onlineStatus = this.performers.get(id)
      if (onlineStatus === undefined) return []
      return {
        user: { id, username: id },
        rating: 80,
        onlineStatus,
        dateOfBirth: "1998-05-20",
        languages: ["nl"],
        cybertoy: 0,
        snapshot: null,
        nonude: null,
        firstCamSession: null,
        lastCamSession: null,
      }
    })
  }

  #useLink(
    token: string,
    purposes: ReadonlyArray<ScriptedLink["purpose"]>,
  ): readonly [number, { readonly label: string } | { readonly token: string }] {
    const link = this.links.get(token)
    if (link === undefined || !purposes.includes(link.purpose)) {
      return [400, { label: "linkExpired" }]
    }
    if (this.#usedLinks.has(token)) return [400, { label: "linkUsed" }]
    // A reset token stays valid here: the change of the password uses it up.
    if (link.purpose !== "reset") this.#usedLinks.add(token)
    return [200, { token: tokenOf(link.member) }]
  }

  #activate(key: string): readonly [number, unknown] {
    const member = this.members.get(this.links.get(key)?.member ?? "")
    if (member !== undefined && this.links.get(key)?.purpose === "email") {
      const [status, answer] = this.#useLink(key, ["email"])
      if (status !== 200) return [400, { label: "badRequest.activation.verified" }]
      member.email = member.pendingEmail ?? member.email
      member.pendingEmail = undefined
      return [200, { ...answer, emailChanged: true }]
    }
    if (member?.verified === true) return [400, { label: "badRequest.activation.verified" }]
    const [status, answer] = this.#useLink(key, ["verify"])
    if (member === undefined || status !== 200) {
      return [400, { label: "badRequest.activation.expired" }]
    }
    member.verified = true
    member.credits += 120
    return [200, { ...answer, credits: 120 }]
  }

  /** After a password change every earlier token is refused; the answer brings a new one. */
  #update(member: ScriptedMember, body: Record<string, unknown>): readonly [number, unknown] {
    const data = body["data"] as Readonly<Record<string, string | null | undefined>>
    if (body["memberId"] !== member.id) return [403, { label: "forbidden" }]
    if (data["pendingEmail"] === null) {
      member.pendingEmail = undefined
      return [200, {}]
    }
    const isKnown = data["password"] === undefined || data["password"] === member.password
    if (!isKnown) return [400, { label: "incorrectPassword" }]
    if (typeof data["email"] === "string") {
      member.pendingEmail = data["email"]
      return [200, {}]
    }
    for (const [token, link] of this.links) {
      if (link.member === member.id && link.purpose === "reset") this.#usedLinks.add(token)
    }
    member.password = data["newPassword"] ?? ""
    this.revokeAll(member.id)
    return [200, { token: tokenOf(member.id) }]
  }
}
