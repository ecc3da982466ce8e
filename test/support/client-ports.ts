/**
 * The site's own client on Node: `ws` in place of a browser's WebSocket, with the visitor's cookie, which
 * the gateway may change. Streams go over WebSockets alone, and the network never tells that it is gone.
 */
import { WebSocket } from "ws"
import type { ConnectionPorts } from "@foldcast/client/connection"
import { cookiePair } from "./stream-reader.ts"

interface Visitor {
  readonly origin: string
  /** The cookie, as a browser keeps it. */
  readonly jar: { cookie: string | null }
  readonly key: string
  readonly random: () => number
  /** Each socket, before it is open. */
  readonly opened?: (socket: WebSocket) => void
}

export const clientPorts = ({ origin, jar, key, random, opened }: Visitor): ConnectionPorts => ({
  openWebSocket: (url, protocol) => {
    const headers = jar.cookie === null ? {} : { Cookie: jar.cookie }
    const socket = new WebSocket(url, [protocol], { origin, headers })
    // What became of it is told by its end.
    socket.on("error", () => undefined)
    socket.on("upgrade", ({ headers: answered }) => {
      jar.cookie = cookiePair(answered["set-cookie"]?.[0]) ?? jar.cookie
    })
    opened?.(socket)
    return socket as unknown as globalThis.WebSocket
  },
  fetch: () => Promise.reject(new TypeError("WebSockets alone")),
  newKey: () => key,
  random,
  setTimer: (ms, elapsed) => {
    const timer = setTimeout(elapsed, ms)
    return () => clearTimeout(timer)
  },
  watchNetwork: () => () => undefined,
  beginVisit: (begin) => void begin(),
  resumeVisit: (resume) => resume(),
  streamSlots: null,
})
