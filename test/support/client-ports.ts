/**
 * The site's own client on Node: `ws` replaces the browser's WebSocket and sends the visitor's cookie, which the
 * gateway may change. Streams use WebSockets only, and the network never reports that it is offline.
 */
import { WebSocket } from "ws"
import type { ConnectionPorts } from "@foldcast/client/connection"
import { cookiePair } from "./stream-reader.ts"

interface Visitor {
  readonly origin: string
  readonly jar: { cookie: string | null }
  readonly key: string
  readonly random: () => number
  /** Receives each socket before it opens. */
  readonly opened?: (socket: WebSocket) => void
}

export const clientPorts = ({ origin, jar, key, random, opened }: Visitor): ConnectionPorts => ({
  openWebSocket: (url, protocol) => {
    const headers = jar.cookie === null ? {} : { Cookie: jar.cookie }
    const socket = new WebSocket(url, [protocol], { origin, headers })
    // The close event reports the outcome.
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
