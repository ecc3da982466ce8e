/**
 * What a stream needs of its transport. WebSocket and SSE are two implementations; the outbox and the
 * conformance suite know only this.
 */
export interface Wire {
  readonly transport: "websocket" | "sse"
  readonly isOpen: () => boolean
  /** Sends one frame, already JSON. `id` is the position after it, for SSE's `Last-Event-ID`. */
  readonly send: (json: string, id: string | null) => void
  /** Bytes accepted but not yet taken by the network. */
  readonly queuedBytes: () => number
  /** Resolves when the queue is empty, or the connection is gone. */
  readonly drained: () => Promise<void>
  readonly end: (code: number, reason: string) => void
}
