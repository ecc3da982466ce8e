/**
 * Sends hostile input to a gateway in lanes, each with its own session and visit, and counts the answers. A lane
 * continues only when an input was answered or its connection has ended, so a finished run has no pending input.
 */
import { connect } from "node:net"
import { WebSocket } from "ws"
import { type GatewayFrame, SUBPROTOCOL } from "@foldcast/contracts/stream/frames"
import { cookiePair } from "../support/stream-reader.ts"
import { damaged, type HostileInput, hostileInputs } from "./hostile-inputs.ts"

export interface HostileRun {
  readonly url: string
  readonly seed: number
  readonly count: number
}

export interface HostileReport {
  readonly sent: number
  /** Answers of 500 and above, each with its input. */
  readonly faults: ReadonlyArray<string>
  readonly unanswered: ReadonlyArray<string>
  readonly answers: Readonly<Record<string, number>>
}

/** Headers by which a request announces bytes that never arrive. */
const ABOUT_THE_BODY: ReadonlySet<string> = new Set([
  "Content-Length",
  "Transfer-Encoding",
  "Upgrade",
  "Expect",
])
const LANES = 16
const BATCH = 800
const ANSWER_WITHIN_MS = 30_000

type Pair = readonly [string, string]

interface Identity {
  cookie: string | null
  visit: string
  epoch: string
  /** The last position and the last stored fact of the visit, as the gateway told them. */
  seq: number
  n: number
}

/** The answer, or that the gateway closed the connection; false if it did neither in time. */
type Outcome = string | false

const within = (promise: Promise<string>): Promise<Outcome> => {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ANSWER_WITHIN_MS)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * One request as raw bytes, which no HTTP client would send. `isWhole` says that it needs no more bytes; otherwise
 * the sender closes the connection, or both sides would wait for each other.
 */
const rawRequest = (url: URL, text: string, isWhole: boolean): Promise<Outcome> =>
  within(
    new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname)
      socket.on("error", () => resolve("hung up"))
      socket.on("close", () => resolve("hung up"))
      socket.once("data", (data: Buffer) => {
        resolve(/^HTTP\/1\.1 (\d{3})/u.exec(data.toString("latin1"))?.[1] ?? "no status")
        socket.destroy()
      })
      if (isWhole) socket.write(text)
      else socket.end(text)
    }),
  )

const requestText = (method: string, path: string, headers: ReadonlyArray<Pair>, body = "") =>
  [
    `${method} ${path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n")

class Lane {
  readonly #url: URL
  readonly #identity: Identity = {
    cookie: null,
    visit: "unknown-visit",
    epoch: "e",
    seq: 0,
    n: 0,
  }
  #socket: WebSocket | null = null

  constructor(url: URL) {
    this.#url = url
  }

  send(input: HostileInput): Promise<Outcome> {
    switch (input._tag) {
      case "Frame":
        return this.#frame(input)
      case "Message":
        return this.#message(
          typeof input.body === "string"
            ? input.body.repeat(input.repeated)
            : Buffer.from(input.body),
        )
      case "Attach": {
        const { visit, epoch } = this.#identity
        const own: ReadonlyArray<Pair> = [
          ["visit", visit],
          ["epoch", epoch],
        ]
        const query = input.own ? [...input.query, ...own] : input.query
        return input.sse ? this.#events(query) : this.#attach(query)
      }
      case "Posted":
        return this.#post(input)
      case "Requested":
        return rawRequest(
          this.#url,
          requestText(input.method, input.path, [
            ["Host", this.#url.host],
            ["Connection", "close"],
            ...input.headers,
          ]),
          input.headers.every(([name]) => !ABOUT_THE_BODY.has(name)),
        )
      case "Noise":
        return rawRequest(this.#url, input.text, false)
    }
  }

  close(): void {
    this.#socket?.terminate()
  }

  #attach(query: ReadonlyArray<Pair>): Promise<Outcome> {
    this.#socket?.terminate()
    const target = new URL("/api/stream", this.#url)
    for (const [name, value] of query) target.searchParams.set(name, value)
    target.protocol = "ws:"
    const socket = new WebSocket(target, [SUBPROTOCOL], {
      origin: this.#url.origin,
      headers: this.#identity.cookie === null ? {} : { Cookie: this.#identity.cookie },
    })
    this.#socket = socket
    socket.on("upgrade", ({ headers }) => {
      this.#identity.cookie = cookiePair(headers["set-cookie"]?.[0]) ?? this.#identity.cookie
    })
    return within(
      new Promise((resolve) => {
        socket.on("error", () => resolve("refused"))
        socket.on("close", (code) => resolve(String(code)))
        socket.on("message", (data: Buffer) => {
          const frame = JSON.parse(data.toString("utf8")) as GatewayFrame
          if (frame.k === "stored") this.#identity.n = frame.n
          if (frame.k !== "hello") return
          const { visit, epoch, seq, n } = frame
          Object.assign(this.#identity, { visit, epoch, seq, n })
          resolve("attached")
        })
      }),
    )
  }

  async #frame({ frame, damage, own, numbers }: HostileInput & { _tag: "Frame" }) {
    await this.#ensureAttached()
    if (!own || frame.k === "pong") return this.#message(damaged(frame, damage))
    const { visit, epoch, seq, n } = this.#identity
    const facts =
      numbers === "drawn"
        ? frame.facts
        : frame.facts.map((fact, i) => ({ ...fact, n: n + i + 1, after: seq }))
    return this.#message(damaged({ ...frame, visit, epoch, facts }, damage))
  }

  async #ensureAttached(): Promise<void> {
    if (this.#socket?.readyState !== WebSocket.OPEN) await this.#attach([["tab", "hostile"]])
  }

  async #message(data: string | Buffer): Promise<Outcome> {
    await this.#ensureAttached()
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return "refused"
    // A pong comes after everything sent before it was processed.
    return within(
      new Promise((resolve) => {
        const onPong = () => settle("kept")
        const onClose = (code: number) => settle(String(code))
        const settle = (answer: string) => {
          socket.off("pong", onPong)
          socket.off("close", onClose)
          resolve(answer)
        }
        socket.on("pong", onPong)
        socket.on("close", onClose)
        socket.send(data)
        socket.ping()
      }),
    )
  }

  #events(query: ReadonlyArray<Pair>): Promise<Outcome> {
    const target = new URL("/api/stream", this.#url)
    for (const [name, value] of query) target.searchParams.set(name, value)
    return rawRequest(
      this.#url,
      requestText("GET", `${target.pathname}${target.search}`, [
        ["Host", this.#url.host],
        ["Accept", "text/event-stream"],
        ["Sec-Fetch-Site", "same-origin"],
        ["Cookie", this.#identity.cookie ?? ""],
      ]),
      true,
    )
  }

  #post({ path, body, damage, own, contentType, lengthOff }: HostileInput & { _tag: "Posted" }) {
    const { visit, epoch, cookie } = this.#identity
    const isObject = body !== null && typeof body === "object" && !Array.isArray(body)
    const text = damaged(own && isObject ? Object.assign({}, body, { visit, epoch }) : body, damage)
    return rawRequest(
      this.#url,
      requestText(
        "POST",
        path,
        [
          ["Host", this.#url.host],
          ["Origin", this.#url.origin],
          ["X-Foldcast", "1"],
          ["Connection", "close"],
          ["Content-Type", contentType],
          ["Content-Length", String(Buffer.byteLength(text) + lengthOff)],
          ["Cookie", cookie ?? ""],
        ],
        text,
      ),
      lengthOff <= 0,
    )
  }
}

export const runHostile = async ({ url, seed, count }: HostileRun): Promise<HostileReport> => {
  const lanes = Array.from({ length: LANES }, () => new Lane(new URL(url)))
  const faults: Array<string> = []
  const unanswered: Array<string> = []
  const answers: Record<string, number> = {}
  for (let sent = 0; sent < count; sent += BATCH) {
    const inputs = hostileInputs(seed + sent, Math.min(BATCH, count - sent)).values()
    await Promise.all(
      lanes.map(async (lane) => {
        for (const input of inputs) {
          const outcome = await lane.send(input)
          const told = () => JSON.stringify(input).slice(0, 400)
          if (outcome === false) unanswered.push(told())
          else if (/^5\d\d$/u.test(outcome)) faults.push(`${outcome}: ${told()}`)
          const answer = `${input._tag} ${outcome === false ? "unanswered" : outcome}`
          answers[answer] = (answers[answer] ?? 0) + 1
        }
      }),
    )
  }
  for (const lane of lanes) lane.close()
  return { sent: count, faults, unanswered, answers }
}
