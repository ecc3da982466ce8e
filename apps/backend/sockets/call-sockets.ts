/**
 * The member API over sockets: the namespace `/api` of the one socket.io server, opened with the API key alone. Each
 * event is handed on as the HTTP request that it stands for, so that one table of calls answers both, and the answer is
 * its acknowledgement (contracts/upstream/member-api-socket.ts).
 *
 * Invariants: a request is acknowledged at most once; one that asks for no acknowledgement is not made; what is refused
 * here has changed nothing.
 */
import type { IncomingMessage } from "node:http"
import { Option, type Redacted, Schema } from "effect"
import type { Namespace, Socket } from "socket.io"
import { KEY_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import {
  MEMBER_API_METHODS,
  MEMBER_API_NAMESPACE,
  type MemberApiAnswer,
  type MemberApiMethod,
  MemberApiRequest,
} from "@foldcast/contracts/upstream/member-api-socket"
import { isApiKey } from "../http/api-key.ts"
import type { MemberSocketServerShape } from "./member-sockets.ts"

/** Calls of one connection at once; far more than a gateway makes (MAX_UPSTREAM_CALLS). */
const MAX_CALLS_AT_ONCE = 1_000

export interface CallSocketDeps {
  readonly apiKey: Redacted.Redacted
  /** `connection` is the request that the socket began with. */
  readonly answer: (request: Request, connection: IncomingMessage) => Promise<Response>
  readonly now: () => number
  readonly logDefect: (defect: unknown) => void
}

const decodeHandshake = Schema.decodeUnknownOption(Schema.Struct({ key: Schema.String }))
const decodeRequest = Schema.decodeUnknownOption(MemberApiRequest)

/** Throws where it cannot be a request, such as for a body that is too deep. */
const requestOf = (method: MemberApiMethod, asked: MemberApiRequest): Request => {
  const url = new URL(`http://member-api${asked.path}`)
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value)
  url.searchParams.set("lang", asked.lang)
  if (asked.noNude) url.searchParams.set("noNude", "true")
  const { key, token, clientAddress, clientAgent } = asked
  const body = method === "GET" ? undefined : asked.body
  return new Request(url, {
    method,
    headers: {
      "X-Api-Key": key,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(clientAddress !== undefined && { "X-Client-Address": clientAddress }),
      ...(clientAgent !== undefined && { "X-Client-Agent": clientAgent }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const readRequest = (method: MemberApiMethod, payload: unknown): Request | null => {
  try {
    return Option.match(decodeRequest(payload), {
      onNone: () => null,
      onSome: (asked) => requestOf(method, asked),
    })
  } catch {
    return null
  }
}

type Answered = Omit<MemberApiAnswer, "at">

const MALFORMED: Answered = { status: 400, body: { label: "badRequest.request" } }
/** The label says that this is a decision: nothing was done. */
const UNAVAILABLE: Answered = { status: 503, body: { label: "unavailable" } }
/** Without a label, since nobody decided anything. */
const FAILED: Answered = { status: 500, body: {} }

export class CallSockets {
  readonly #namespace: Namespace
  readonly #deps: CallSocketDeps
  readonly #running = new Set<Promise<void>>()
  #isStopping = false

  constructor(io: MemberSocketServerShape["io"], deps: CallSocketDeps) {
    this.#deps = deps
    this.#namespace = io.of(MEMBER_API_NAMESPACE)
    this.#namespace.use((socket, next) => {
      const shown = decodeHandshake(socket.handshake.auth)
      const isKnown = Option.isSome(shown) && isApiKey(deps.apiKey, shown.value.key)
      next(isKnown ? undefined : new Error(KEY_REFUSED_LABEL))
    })
    this.#namespace.on("connection", (socket) => this.#hear(socket))
  }

  /** Takes no further calls, and ends the connections once those that were taken are answered. */
  async end(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
    this.#namespace.disconnectSockets(true)
  }

  #hear(socket: Socket): void {
    let here = 0
    for (const method of MEMBER_API_METHODS) {
      socket.on(method, (payload: unknown, acknowledge: unknown) => {
        if (typeof acknowledge !== "function") return
        const answered = ({ status, body }: Answered) => {
          const answer: MemberApiAnswer = { status, body, at: this.#deps.now() }
          acknowledge(answer)
        }
        if (this.#isStopping || here >= MAX_CALLS_AT_ONCE) return answered(UNAVAILABLE)
        here += 1
        const call: Promise<void> = this.#answer(method, payload, socket)
          .then(answered)
          .catch(this.#deps.logDefect)
          .finally(() => {
            here -= 1
            this.#running.delete(call)
          })
        this.#running.add(call)
      })
    }
  }

  async #answer(method: MemberApiMethod, payload: unknown, socket: Socket): Promise<Answered> {
    const request = readRequest(method, payload)
    if (request === null) return MALFORMED
    try {
      const response = await this.#deps.answer(request, socket.request)
      return { status: response.status, body: await response.json() }
    } catch (defect) {
      this.#deps.logDefect(defect)
      return FAILED
    }
  }
}
