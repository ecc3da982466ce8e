/**
 * A performer service with rooms that a test scripts, over real HTTP and a real chat socket: for missing answers,
 * and for frames that no well-behaved service sends. It admits everybody.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Namespace, Server } from "socket.io"
import type { ReceivedCall, Script } from "./scripted-upstream.ts"

export const CHAT_KEY = "scripted-chat-key-0123456789"

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>)
}

export class ScriptedChat {
  readonly received: Array<ReceivedCall> = []
  readonly #scripts = new Map<string, Array<Script>>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #io = new Server(this.#server, { transports: ["websocket"], serveClient: false })
  readonly #chat: Namespace = this.#io.of("/chat")
  #waiters: Array<() => void> = []
  #sessions = 0
  #words = 0
  readonly #lobbies = new Map<string, string>()

  static async start(): Promise<ScriptedChat> {
    const chat = new ScriptedChat()
    chat.#chat.on("connection", (socket) => {
      const { lobby, token } = socket.handshake.auth as { lobby?: string; token?: string }
      void socket.join(lobby === undefined ? `session:${token}` : `lobby:${lobby}`)
    })
    await new Promise<void>((resolve) => chat.#server.listen(0, "127.0.0.1", () => resolve()))
    return chat
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The newest token that a viewer shows to the media engine. */
  get engineToken(): string {
    return `word-for-the-engine-${this.#words}`
  }

  /** Settings for a gateway that uses this service. */
  get environment(): Readonly<Record<string, string>> {
    return { PERFORMER_SERVICE_URL: this.url, PERFORMER_SERVICE_KEY: CHAT_KEY }
  }

  /** Scripts the next answers of a call, in order; then the usual answers return. */
  script(call: string, ...answers: ReadonlyArray<Script>): void {
    this.#scripts.set(call, [...(this.#scripts.get(call) ?? []), ...answers])
  }

  /** Sends an event over the lobby connections of this performer. */
  tell(performerId: string, event: string, payload: unknown): void {
    this.#chat.to(`lobby:${performerId}`).emit(event, payload)
  }

  /** Closes her lobby connections; they may reconnect at once. */
  breakOff(performerId: string): void {
    for (const id of this.#chat.adapter.rooms.get(`lobby:${performerId}`) ?? []) {
      this.#chat.sockets.get(id)?.conn.close()
    }
  }

  /** Sends an event over the connection of the paid session with this token. */
  tellSession(token: string, event: string, payload: unknown): void {
    this.#chat.to(`session:${token}`).emit(event, payload)
  }

  /** Whether that session's connection is open. */
  listens(token: string): boolean {
    return this.#chat.adapter.rooms.has(`session:${token}`)
  }

  all(call: string): ReadonlyArray<ReceivedCall> {
    return this.received.filter((received) => received.call === call)
  }

  /** The newest call of this kind, once there are that many. */
  async heard(call: string, count = 1): Promise<ReceivedCall> {
    while (this.all(call).length < count) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
      })
    }
    return this.all(call).at(-1) as ReceivedCall
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await this.#io.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url)
    if (url.pathname.startsWith("/socket.io")) return
    const call = `${request.method} ${url.pathname}`
    const body = await bodyOf(request)
    const { headers } = request
    this.received.push({ call, headers, query: Object.fromEntries(url.searchParams), body })
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
    const script = this.#scripts.get(call)?.shift()
    if (script === "hang") return
    if (script === "cut") {
      response.destroy()
      return
    }
    const [status, answer] =
      script === undefined ? this.#usual(call, body) : [script.status, script.body]
    if (script?.after !== undefined) await script.after
    response.writeHead(status, { "Content-Type": "application/json" })
    response.end(JSON.stringify(answer))
  }

  /** Each entry gets a new session; `cs-1`, `cs-2` … */
  #usual(call: string, body: Readonly<Record<string, unknown>>): readonly [number, unknown] {
    if (call === "PUT /chat/set-lobby") {
      this.#sessions += 1
      const answer = this.entered(`cs-${this.#sessions}`)
      this.#lobbies.set(answer.auth, String(body["lobby"]))
      return [200, answer]
    }
    if (call === "POST /chat/watch") {
      this.#words += 1
      return [
        200,
        { path: `live/${this.#lobbies.get(String(body["auth"]))}`, token: this.engineToken },
      ]
    }
    return call.includes("/chat/") ? [200, {}] : [404, { label: "notFound" }]
  }

  entered(session: string) {
    return {
      auth: `auth-of-${session}-0123456789`,
      session,
      nickname: `viewer-${session}`,
      room: { mode: "free", count: 1, members: [] },
    }
  }
}
