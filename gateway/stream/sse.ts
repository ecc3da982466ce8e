/**
 * The stream as server-sent events, for networks that break WebSockets: the same frames as `data:`, event frames
 * with `id: visit:epoch:seq`. The browser sends its client facts by POST (facts-route.ts).
 */
import type { ServerResponse } from "node:http"
import { Context, Effect, Layer } from "effect"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { Fatal } from "../fatal.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { Attachments } from "./attach.ts"
import type { Attaching } from "./attaching.ts"
import type { Bye } from "./stream-admission.ts"
import type { Wire } from "../visits/wire.ts"

/** Milliseconds for the last frames to leave before the connection is cut. */
const CLOSE_WITHIN_MS = 2_000

/** The close code for a browser that just disconnects (RFC 6455, 1006: no close frame). */
const GONE = 1006

export const sseWire = (response: ServerResponse): Wire => {
  /** Node's `writable` stays true after the end of a response. */
  const isOpen = () => !response.writableEnded && !response.destroyed
  // An error on the response is handled by its `close` event.
  response.on("error", () => response.destroy())
  return {
    transport: "sse",
    isOpen,
    send: (json, id) => {
      if (isOpen()) response.write(`${id === null ? "" : `id: ${id}\n`}data: ${json}\n\n`)
    },
    queuedBytes: () => response.writableLength,
    // The callback of an SSE comment runs when everything before it has left. It never runs on a closed connection,
    // so `close` resolves too.
    drained: () =>
      new Promise((resolve) => {
        const done = () => {
          response.off("close", done)
          resolve()
        }
        if (!isOpen()) return done()
        response.once("close", done)
        response.write(":\n\n", done)
      }),
    // `bye` already carries the code; SSE has no close code. The timer cuts a reader that has stalled: it would
    // hold the connection, and with it the visit, for ever.
    end: () => {
      response.end()
      setTimeout(() => response.destroy(), CLOSE_WITHIN_MS).unref()
    },
  }
}

/** A stream that consists of one `bye`. */
export const sseBye = (bye: Bye): Response => {
  const frame: GatewayFrame = { k: "bye", ...bye }
  return new Response(`data: ${JSON.stringify(frame)}\n\n`, {
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
  })
}

export interface SseShape {
  /** Takes over the response; resolves when the stream has begun. */
  readonly serve: (
    response: ServerResponse,
    attaching: Attaching,
    headers: Readonly<Record<string, string>>,
  ) => Effect.Effect<void>
}

export class Sse extends Context.Service<Sse, SseShape>()("gateway/Sse") {
  static readonly layer = Layer.effect(
    Sse,
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const metrics = yield* GatewayMetrics
      const fatal = yield* Fatal
      const run = Effect.runForkWith(yield* Effect.context())

      return Sse.of({
        serve: (response, attaching, headers) =>
          Effect.sync(() => {
            response.writeHead(200, {
              ...headers,
              "Content-Type": "text/event-stream; charset=utf-8",
              "Cache-Control": "no-store",
              "X-Accel-Buffering": "no",
            })
            response.flushHeaders()
            run(
              fatal.guard(
                Effect.gen(function* () {
                  const connection = yield* attachments.attach(attaching, sseWire(response))
                  if (connection === null) return
                  yield* metrics.connectionOpened("sse")
                  const leave = () => {
                    run(metrics.connectionClosed("sse"))
                    run(fatal.guard(attachments.detach(connection, GONE)))
                  }
                  if (response.closed) {
                    leave()
                    return
                  }
                  response.once("close", leave)
                  yield* connection.catchUp
                  // A failed stream must not stay open: the browser would wait for ever.
                }).pipe(Effect.onError(() => Effect.sync(() => response.destroy()))),
              ),
            )
          }),
      })
    }),
  )
}
