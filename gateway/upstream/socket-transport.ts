/**
 * The last step of an exchange with the member API over its socket (contracts/upstream/member-api-socket.ts). One
 * connection, opened with the API key alone, carries all calls. It is opened by the first call that finds none, and
 * never by a timer: so the circuit breaker alone decides how often an upstream that is away is tried, as over HTTP.
 *
 * Invariant: nothing is sent any other way, whatever fails.
 */
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import { io, type Socket } from "socket.io-client"
import { MAX_ANSWER_BYTES, MAX_SOCKET_REQUEST_BYTES } from "@foldcast/contracts/upstream/limits"
import { KEY_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import {
  MEMBER_API_NAMESPACE,
  MemberApiAnswer,
  type MemberApiRequest,
} from "@foldcast/contracts/upstream/member-api-socket"
import { socketAddress } from "@foldcast/contracts/upstream/socket-address"
import { CallConnection, NotConnected } from "./call-connection.ts"
import { ofAnswer } from "./call-outcome.ts"
import { CarefulWebSocket } from "./careful-websocket.ts"
import { type ExchangeBounds, timeoutOf, type Transport, type TransportAnswer } from "./exchange.ts"
import { methodOf, pathOf, type UpstreamRequest } from "./upstream-request.ts"

export interface SocketTransportConfig extends Pick<
  ExchangeBounds,
  "readTimeout" | "writeTimeout"
> {
  readonly url: string
  readonly key: Redacted.Redacted
  /** The timeout of an attempt to connect. */
  readonly connectTimeout: Duration.Duration
}

/** A longer packet ends the connection, and with it every other call: only a single answer's limit is for answers. */
const MAX_PACKET_BYTES = 2 * MAX_ANSWER_BYTES

const openSocket = ({ url, key, connectTimeout }: SocketTransportConfig): Socket => {
  const { origin, path } = socketAddress(url)
  // The library's types do not have it.
  const bound: object = { maxPayload: MAX_PACKET_BYTES }
  return io(`${origin}${MEMBER_API_NAMESPACE}`, {
    path,
    transports: [CarefulWebSocket],
    forceNew: true,
    reconnection: false,
    timeout: Duration.toMillis(connectTimeout),
    auth: { key: Redacted.value(key) },
    ...bound,
  })
}

/** At most one connection takes calls. */
class CallConnections {
  readonly #config: SocketTransportConfig
  #current: CallConnection | null = null

  constructor(config: SocketTransportConfig) {
    this.#config = config
  }

  /** Rejects with `NotConnected`. */
  async open(): Promise<CallConnection> {
    const connection = this.#current ?? this.#begin()
    await connection.opened
    return connection
  }

  close(): void {
    this.#current?.close()
  }

  #begin(): CallConnection {
    const begun: CallConnection = new CallConnection(
      openSocket(this.#config),
      Duration.toMillis(this.#config.connectTimeout),
      () => {
        if (this.#current === begun) this.#current = null
      },
    )
    this.#current = begun
    return begun
  }
}

/** Null where an id would lead to another path, or where the request is too long. */
const preparedRequest = (
  request: UpstreamRequest,
  key: Redacted.Redacted,
): MemberApiRequest | null => {
  const { query, body, token, lang, noNude, clientAddress, clientAgent } = request
  const path = pathOf(request)
  if (path === null) return null
  const prepared = {
    path,
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    key: Redacted.value(key),
    ...(token !== undefined && { token: Redacted.value(token) }),
    lang,
    noNude,
    ...(clientAddress !== undefined && { clientAddress }),
    ...(clientAgent !== undefined && { clientAgent }),
  }
  const isTooLong = Buffer.byteLength(JSON.stringify(prepared)) > MAX_SOCKET_REQUEST_BYTES
  return isTooLong ? null : prepared
}

const decodeAnswer = Schema.decodeUnknownOption(MemberApiAnswer)

/**
 * Throws where there is no answer in it. The body is encoded once more, so that the one reader of JSON judges its
 * depth, its length and its characters (contracts/upstream/parse-json.ts).
 */
const answerIn = (method: string, acknowledgement: unknown): TransportAnswer => {
  const { status, body, at } = Option.getOrThrow(decodeAnswer(acknowledgement))
  const text = JSON.stringify(body) ?? ""
  const bounded = Buffer.byteLength(text) > MAX_ANSWER_BYTES ? "" : text
  return { outcome: ofAnswer(method, status, bounded), at }
}

const KEY_REFUSED: TransportAnswer = { outcome: { _tag: "KeyRefused" }, at: null }

export const socketTransport = (config: SocketTransportConfig) =>
  Effect.acquireRelease(
    Effect.sync(() => new CallConnections(config)),
    (connections) => Effect.sync(() => connections.close()),
  ).pipe(
    Effect.map((connections): Transport => (request) => {
      const prepared = preparedRequest(request, config.key)
      if (prepared === null) return null
      const method = methodOf(request.call)
      const withinMs = Duration.toMillis(timeoutOf(config, method))
      return async (signal) => {
        try {
          const connection = await connections.open()
          // Whoever gave up while it was being opened has no call any more.
          signal.throwIfAborted()
          return answerIn(method, await connection.ask(method, prepared, withinMs))
        } catch (error) {
          if (error instanceof NotConnected && error.label === KEY_REFUSED_LABEL) return KEY_REFUSED
          throw error
        }
      }
    }),
  )
