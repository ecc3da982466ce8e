/** A media engine with scripted WHEP answers, over real HTTP: it sends no pictures, and records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface EngineCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Replaces the usual answer to an offer; `hang` never answers. */
export type EngineScript =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly after?: Promise<void>
    }
  | "hang"
  | "cut"

export const ENGINE_ANSWER = "v=0\r\no=- 7 1 IN IP4 203.0.113.7\r\ns=-\r\na=setup:active\r\n"

export class ScriptedEngine {
  readonly calls: Array<EngineCall> = []
  readonly #scripts: Array<EngineScript> = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #waiters: Array<() => void> = []
  #sessions = 0

  static async start(): Promise<ScriptedEngine> {
    const engine = new ScriptedEngine()
    await new Promise<void>((resolve) => engine.#server.listen(0, "127.0.0.1", () => resolve()))
    return engine
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The last segment of the newest session's address. */
  get newestSession(): string {
    return `secret-${this.#sessions}`
  }

  /** Scripts the next answers, in order; then the usual answers return. */
  script(...answers: ReadonlyArray<EngineScript>): void {
    this.#scripts.push(...answers)
  }

  all(method: string): ReadonlyArray<EngineCall> {
    return this.calls.filter((call) => call.method === method)
  }

  /** The newest request with this method, once there are that many. */
  async heard(method: string, count = 1): Promise<EngineCall> {
    while (this.all(method).length < count) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
      })
    }
    return this.all(method).at(-1) as EngineCall
  }

  clear(): void {
    this.calls.length = 0
    this.#scripts.length = 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ""
    for await (const chunk of request) body += String(chunk)
    const { method = "", url: path = "", headers } = request
    const script = this.#scripts.shift()
    this.calls.push({ method, path, headers, body })
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
    if (script === "hang") return
    if (script === "cut") {
      response.destroy()
      return
    }
    if (script?.after !== undefined) await script.after
    if (script !== undefined && script.status !== 201) {
      response.writeHead(script.status, script.headers).end(script.body ?? "")
      return
    }
    if (method === "DELETE") {
      response.writeHead(200).end()
      return
    }
    this.#sessions += 1
    response.writeHead(201, {
      "Content-Type": "application/sdp",
      Location: `whep/${this.newestSession}`,
      ...script?.headers,
    })
    response.end(script?.body ?? ENGINE_ANSWER)
  }
}
