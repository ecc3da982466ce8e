/**
 * A member API whose answers a test scripts, over real HTTP or a real socket. It tells what it was asked in the same
 * words either way.
 */
import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Layer, Logger, Redacted, type Scope } from "effect"
import { Server } from "socket.io"
import {
  MEMBER_API_METHODS,
  MEMBER_API_NAMESPACE,
  type MemberApiRequest,
} from "@foldcast/contracts/upstream/member-api-socket"
import { TimeWitness } from "../steady-clock.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { ExchangeBounds, Transport } from "./exchange.ts"
import { httpTransport } from "./http-transport.ts"
import { MemberApi, type MemberApiShape } from "./member-api.ts"
import { socketTransport } from "./socket-transport.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

export const KEY = "the-api-key"

export interface SeenCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly key: unknown
  readonly token: string | undefined
  readonly lang: string | undefined
  readonly noNude: boolean
  readonly clientAddress: string | undefined
  readonly clientAgent: string | undefined
}

/** `hang` never answers, `cut` ends the connection. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly at?: number }
  | "hang"
  | "cut"

export class ScriptedMemberApi {
  readonly seen: Array<SeenCall> = []
  reply: (call: SeenCall) => Reply | Promise<Reply> = () => ({ status: 200, body: {} })
  readonly #server: HttpServer
  readonly #close: () => unknown

  constructor(server: HttpServer, close: () => unknown) {
    this.#server = server
    this.#close = close
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async take(call: SeenCall): Promise<Reply> {
    this.seen.push(call)
    return this.reply(call)
  }

  /** Resolves once that many calls came in. */
  async until(count: number): Promise<void> {
    while (this.seen.length < count) await new Promise((resolve) => setImmediate(resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await this.#close()
    this.#server.close()
  }
}

const listening = async (server: HttpServer): Promise<void> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
}

const seenOverHttp = async (request: IncomingMessage): Promise<SeenCall> => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://here")
  const { lang, noNude, ...query } = Object.fromEntries(searchParams)
  const { headers, method = "" } = request
  const text = Buffer.concat(await request.toArray()).toString("utf8")
  const bearer = /^Bearer (.+)$/u.exec(headers.authorization ?? "")?.[1]
  const header = (name: string) => headers[name] as string | undefined
  return {
    method,
    path: pathname,
    query,
    body: text === "" ? undefined : JSON.parse(text),
    key: header("x-api-key"),
    token: bearer,
    lang,
    noNude: noNude === "true",
    clientAddress: header("x-client-address"),
    clientAgent: header("x-client-agent"),
  }
}

const httpProvider = async (): Promise<ScriptedMemberApi> => {
  const server = createServer((request, response) => {
    void (async () => {
      const reply = await provider.take(await seenOverHttp(request))
      if (reply === "hang") return
      if (reply === "cut") {
        response.destroy()
        return
      }
      const date = reply.at === undefined ? {} : { Date: new Date(reply.at).toUTCString() }
      response.writeHead(reply.status, { "Content-Type": "application/json", ...date })
      response.end(JSON.stringify(reply.body))
    })()
  })
  const provider = new ScriptedMemberApi(server, () => undefined)
  await listening(server)
  return provider
}

const seenOverSocket = (method: string, request: MemberApiRequest): SeenCall => ({
  method,
  path: request.path,
  query: request.query ?? {},
  body: request.body,
  key: request.key,
  token: request.token,
  lang: request.lang,
  noNude: request.noNude,
  clientAddress: request.clientAddress,
  clientAgent: request.clientAgent,
})

export class SocketMemberApi extends ScriptedMemberApi {
  /** What each connection was opened with. */
  readonly handshakes: Array<unknown> = []
  /** Requests over HTTP, of which there are to be none. */
  httpRequests = 0
  /** Replaces the acknowledgement. */
  acknowledgement: ((call: SeenCall) => unknown) | null = null
  /** The namespace's answer to a new connection: why it is refused. */
  admit: () => Promise<Error | undefined> = () => Promise.resolve(undefined)
}

export const socketProvider = async (): Promise<SocketMemberApi> => {
  const server = createServer((_, response) => {
    provider.httpRequests += 1
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}")
  })
  const io = new Server(server, { transports: ["websocket"], serveClient: false })
  const provider = new SocketMemberApi(server, () => io.close())
  const namespace = io.of(MEMBER_API_NAMESPACE)
  namespace.use((socket, next) => {
    provider.handshakes.push(socket.handshake.auth)
    void (async () => {
      next(await provider.admit())
    })()
  })
  namespace.on("connection", (socket) => {
    for (const method of MEMBER_API_METHODS) {
      socket.on(method, (request: MemberApiRequest, acknowledge: (answer: unknown) => void) => {
        void (async () => {
          const call = seenOverSocket(method, request)
          const reply = await provider.take(call)
          if (provider.acknowledgement !== null) acknowledge(provider.acknowledgement(call))
          else if (reply === "cut") socket.disconnect(true)
          else if (reply !== "hang") acknowledge({ at: Date.now(), ...reply })
        })()
      })
    }
  })
  await listening(server)
  return provider
}

export interface TransportUnderTest {
  readonly name: string
  readonly provider: () => Promise<ScriptedMemberApi>
  readonly transport: (
    url: string,
    bounds: ExchangeBounds,
  ) => Effect.Effect<Transport, never, Scope.Scope>
}

export const OVER_HTTP: TransportUnderTest = {
  name: "HTTP",
  provider: httpProvider,
  transport: (baseUrl) => Effect.succeed(httpTransport({ baseUrl, key: Redacted.make(KEY) })),
}

export const OVER_SOCKET: TransportUnderTest = {
  name: "a socket",
  provider: socketProvider,
  transport: (url, bounds) =>
    socketTransport({
      ...bounds,
      url,
      key: Redacted.make(KEY),
      connectTimeout: Duration.seconds(30),
    }),
}

const BOUNDS: ExchangeBounds = {
  readTimeout: Duration.minutes(1),
  writeTimeout: Duration.minutes(1),
  retries: 0,
  maxCalls: 10,
  longestPause: Duration.seconds(5),
}

/** Runs `calls` with a gateway's member API over the transport. */
export const withMemberApi = <A>(
  { transport }: Pick<TransportUnderTest, "transport">,
  url: string,
  calls: (api: MemberApiShape) => Effect.Effect<A>,
  bounds: Partial<ExchangeBounds> = {},
  witness: (at: number) => void = () => {},
): Promise<A> => {
  const all = { ...BOUNDS, ...bounds }
  const layer = MemberApi.layer(all, transport(url, all)).pipe(
    Layer.provide(Layer.merge(GatewayMetrics.layer, UpstreamKeys.layer)),
    Layer.provide(Layer.succeed(TimeWitness, witness)),
  )
  return Effect.runPromise(
    MemberApi.use(calls).pipe(Effect.provide(layer), Effect.provide(Logger.layer([]))),
  )
}
