/** Both transports behind one interface: frames in, an end with a code. No decisions. */
import { SUBPROTOCOL } from "@foldcast/contracts/stream/transport"
import { EventStreamReader } from "./event-stream.ts"

/** The code for a socket that closed without one (RFC 6455, 7.1.5). */
const GONE = 1006

export interface StreamListener {
  readonly onMessage: (text: string) => void
  /** Called once, as the last call. */
  readonly onClose: (code: number) => void
}

export interface OpenStream {
  readonly send: (text: string) => void
  readonly close: (code: number) => void
}

/** The part of a WebSocket that is used: the browser's, Node's, or one with its own cookies. */
export type OpenWebSocket = (url: string, protocol: string) => WebSocket

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export const openWebSocket = (
  make: OpenWebSocket,
  url: string,
  { onMessage, onClose }: StreamListener,
): OpenStream => {
  const socket = make(url.replace(/^http/u, "ws"), SUBPROTOCOL)
  socket.addEventListener("message", ({ data }) => onMessage(typeof data === "string" ? data : ""))
  socket.addEventListener("close", ({ code }) => onClose(code))
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    close: (code) => socket.close(code),
  }
}

/** SSE read with fetch, which every runtime has and which reports why it failed. */
export const openEventStream = (
  fetch: Fetch,
  url: string,
  { onMessage, onClose }: StreamListener,
): OpenStream => {
  const abort = new AbortController()
  const read = async () => {
    const response = await fetch(url, {
      headers: { Accept: "text/event-stream" },
      credentials: "same-origin",
      cache: "no-store",
      signal: abort.signal,
    })
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") === true
    if (response.status !== 200 || !isStream || response.body === null) {
      await response.body?.cancel()
      return
    }
    const messages = new EventStreamReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const message of messages.read(value)) onMessage(message)
    }
  }
  const end = () => onClose(GONE)
  // A broken stream and an ended one are the same to the reader: `bye` already brought the code.
  void read().then(end, end)
  return { send: () => {}, close: () => abort.abort() }
}
