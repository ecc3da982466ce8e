/**
 * The upstream and the browsers of one measurement, in the load's process: `send` puts one event on a visit's
 * upstream connection, and `onArrival` is called when it arrives at the visit's browser.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import type { Dialect } from "./dialects.ts"
import {
  acceptUpgrade,
  clientFrame,
  MessageReader,
  requestUpgrade,
  serverFrame,
} from "./raw-web-socket.ts"
import { visitOf } from "./visit-of.ts"

/** Browsers that connect in parallel. */
const AT_ONCE = 50

export class Stage {
  readonly port: number
  readonly #upstream = new Map<number, Socket>()
  #onUpstream: (visit: number) => void = () => undefined
  #sent = 0
  onArrival: (visit: number, bytes: Buffer, start: number, end: number) => void = () => undefined

  readonly #frames: ReadonlyArray<Buffer>

  private constructor(port: number, frames: ReadonlyArray<string>) {
    this.port = port
    this.#frames = frames.map(serverFrame)
  }

  /** `frames` are sent in turn. */
  static async open(frames: ReadonlyArray<string>): Promise<Stage> {
    const server = createServer()
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const stage = new Stage((server.address() as AddressInfo).port, frames)
    server.on("upgrade", (request, socket: Socket) => {
      const visit = Number(visitOf(request))
      socket.setNoDelay(true)
      socket.on("error", () => socket.destroy())
      socket.resume()
      acceptUpgrade(socket, request.headers["sec-websocket-key"] ?? "")
      stage.#upstream.set(visit, socket)
      stage.#onUpstream(visit)
    })
    return stage
  }

  send(visit: number): void {
    const frame = this.#frames[this.#sent++ % this.#frames.length]
    if (frame !== undefined) this.#upstream.get(visit)?.write(frame)
  }

  /** Connects the browsers and waits until each browser and its upstream connection are live. */
  async connect(port: number, visits: number, dialect: Dialect): Promise<void> {
    for (let first = 0; first < visits; first += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, visits - first) }, (_, n) => first + n)
      const upstreamLive = new Promise<void>((resolve) => {
        let missing = some.length
        this.#onUpstream = () => {
          missing -= 1
          if (missing === 0) resolve()
        }
      })
      await Promise.all([...some.map((visit) => this.#browser(port, visit, dialect)), upstreamLive])
    }
  }

  #browser(
    port: number,
    visit: number,
    { path, protocol, greeting, live, event }: Dialect,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1")
      socket.setNoDelay(true)
      const startsWith = (bytes: Buffer, start: number, end: number, text: string) =>
        end - start >= text.length && bytes.toString("latin1", start, start + text.length) === text
      let isLive = false
      const reader = new MessageReader((bytes, start, end) => {
        if (isLive && startsWith(bytes, start, end, event)) this.onArrival(visit, bytes, start, end)
        else if (live !== null && startsWith(bytes, start, end, live)) {
          isLive = true
          resolve()
        }
      })
      socket.on("connect", () => requestUpgrade(socket, path(visit), protocol))
      socket.on("data", (chunk: Buffer) => {
        if (!reader.read(chunk)) return
        if (greeting !== null) socket.write(clientFrame(greeting))
        if (live === null) {
          isLive = true
          resolve()
        }
      })
      socket.on("error", reject)
      socket.on("close", () => reject(new Error(`the browser of visit ${visit} was cut off`)))
    })
  }
}
