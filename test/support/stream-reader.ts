/**
 * Reads a gateway's stream in a test, over either transport, frame by frame. It makes no decisions: tests of how
 * the client handles frames use the real client.
 */
import { Schema } from "effect"
import { WebSocket } from "ws"
import { type BrowserFrame, GatewayFrame, SUBPROTOCOL } from "@foldcast/contracts/stream/frames"

export type FrameOf<K extends GatewayFrame["k"]> = Extract<GatewayFrame, { readonly k: K }>

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(GatewayFrame))

export interface OpenOptions {
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly cookie: string | null
  /** The page's own origin, if it differs from the address. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The cookie pair of a Set-Cookie header. */
export const cookiePair = (header: string | null | undefined): string | null =>
  header?.split(";", 1)[0] ?? null

export abstract class StreamReader {
  readonly frames: Array<GatewayFrame> = []
  closed: number | null = null
  /** The session cookie of the answer, or the one that was sent. */
  cookie: string | null = null
  #waiters: Array<() => void> = []

  abstract send(frame: BrowserFrame): void
  abstract close(): void

  protected take(text: string): void {
    this.frames.push(decode(text))
    this.wake()
  }

  protected wake(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const resolve of waiters) resolve()
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
      })
    }
  }

  /** The first frame of a kind; waits for it. */
  async first<K extends GatewayFrame["k"]>(k: K): Promise<FrameOf<K>> {
    const find = () => this.frames.find((frame): frame is FrameOf<K> => frame.k === k)
    await this.until(() => find() !== undefined)
    return find() as FrameOf<K>
  }

  get events() {
    return this.frames.flatMap((frame) => (frame.k === "events" ? frame.events : []))
  }

  get tags(): ReadonlyArray<string> {
    return this.events.map(({ event }) => event._tag)
  }

  get positions(): ReadonlyArray<number> {
    return this.events.map(({ seq }) => seq)
  }

  async event(tag: string) {
    await this.until(() => this.tags.includes(tag))
    const found = this.events.find(({ event }) => event._tag === tag)
    if (found === undefined) throw new Error(`no ${tag}`)
    return found
  }

  async end(): Promise<number> {
    await this.until(() => this.closed !== null)
    return this.closed ?? 0
  }
}

const streamUrl = ({ url, query }: OpenOptions) => {
  const target = new URL("/api/stream", url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return target
}

export class WebSocketReader extends StreamReader {
  readonly #socket: WebSocket
  /** Frames kept unparsed until the stream has ended; null: frames are parsed as they arrive. */
  #unread: Array<string> | null = null

  constructor(options: OpenOptions) {
    super()
    this.cookie = options.cookie
    const target = streamUrl(options)
    target.protocol = "ws:"
    this.#socket = new WebSocket(target, [SUBPROTOCOL], {
      origin: options.origin ?? options.url,
      headers: {
        ...options.headers,
        ...(options.cookie !== null && { Cookie: options.cookie }),
      },
    })
    this.#socket.on("upgrade", (response) => {
      const [header] = response.headers["set-cookie"] ?? []
      this.cookie = cookiePair(header) ?? this.cookie
    })
    this.#socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8")
      if (this.#unread === null) this.take(text)
      else this.#unread.push(text)
    })
    this.#socket.on("close", (code) => {
      for (const text of this.#unread ?? []) this.take(text)
      this.closed = code
      this.wake()
    })
    this.#socket.on("error", () => undefined)
  }

  send(frame: BrowserFrame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  sendText(text: string): void {
    this.#socket.send(text)
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  /** Reads the rest at full speed, and parses it once the stream has ended. */
  resume(): void {
    this.#unread = []
    this.#socket.resume()
  }

  close(): void {
    this.#socket.terminate()
  }
}

export class SseReader extends StreamReader {
  readonly #abort = new AbortController()
  readonly #options: OpenOptions
  readonly ids: Array<string> = []

  constructor(options: OpenOptions & { readonly lastEventId?: string }) {
    super()
    this.#options = options
    this.cookie = options.cookie
    void this.#read(options.lastEventId)
  }

  async #read(lastEventId: string | undefined): Promise<void> {
    try {
      const response = await fetch(streamUrl(this.#options), {
        signal: this.#abort.signal,
        headers: {
          ...this.#options.headers,
          Accept: "text/event-stream",
          "Sec-Fetch-Site": "same-origin",
          ...(this.#options.cookie !== null && { Cookie: this.#options.cookie }),
          ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }),
        },
      })
      this.cookie = cookiePair(response.headers.get("set-cookie")) ?? this.cookie
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      let text = ""
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
          this.#message(text.slice(0, end))
          text = text.slice(end + 2)
        }
      }
    } catch {
      // `closed` reports the end of the stream, for any cause.
    }
    const bye = this.frames.find(({ k }) => k === "bye")
    this.closed = bye?.k === "bye" ? bye.code : 1006
    this.wake()
  }

  #message(text: string): void {
    for (const line of text.split("\n")) {
      if (line.startsWith("id: ")) this.ids.push(line.slice(4))
      if (line.startsWith("data: ")) this.take(line.slice(6))
    }
  }

  send(frame: BrowserFrame): void {
    if (frame.k === "facts") void this.#post(frame)
  }

  async #post(frame: BrowserFrame): Promise<void> {
    const response = await fetch(new URL("/api/facts", this.#options.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: this.#options.url,
        ...(this.cookie !== null && { Cookie: this.cookie }),
      },
      body: JSON.stringify(frame),
    })
    const { n } = (await response.json()) as { readonly n: number }
    this.frames.push({ k: "stored", n })
    this.wake()
  }

  close(): void {
    this.#abort.abort()
  }
}
