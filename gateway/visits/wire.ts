/**
 * The transport of a stream. WebSocket and SSE are two implementations; the outbox and the conformance suite depend
 * only on this.
 */
export interface Wire {
  readonly transport: "websocket" | "sse"
  readonly isOpen: () => boolean
  /** Sends one frame of JSON. `id` is the position after it, for SSE's `Last-Event-ID`. */
  readonly send: (json: string, id: string | null) => void
  /** Bytes accepted but not yet taken by the network. */
  readonly queuedBytes: () => number
  /** Resolves when the queue is empty or the connection is closed. */
  readonly drained: () => Promise<void>
  readonly end: (code: number, reason: string) => void
}
