/**
 * What a browser received for a visit, frame by frame and socket by socket, so that it can be replayed: the facts
 * of its page, then every gateway frame that the folds may need.
 *
 * Invariant: written frames are redacted, with the tokens of the visit's capture.
 */
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { keyedDigest } from "@foldcast/gateway/support/digests"
import { redactEnvelope } from "@foldcast/gateway/support/redact"
import { renamedInLog, tokensBetween } from "../e2e/received-log.ts"

const PageLine = Schema.Struct({
  line: Schema.Literal("page"),
  visit: Schema.String,
  epoch: Schema.String,
  events: Schema.Array(OpenEnvelope),
})
const FrameLine = Schema.Struct({
  line: Schema.Literal("frame"),
  socket: Schema.Int,
  frame: GatewayFrame,
})
const ReceivedLine = Schema.Union([PageLine, FrameLine])
export type ReceivedLine = typeof ReceivedLine.Type

const decodeFrame = Schema.decodeUnknownSync(Schema.fromJsonString(GatewayFrame))
const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(ReceivedLine))
const decodeFirst = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      visit: Schema.String,
      epoch: Schema.String,
      events: Schema.Array(OpenEnvelope),
    }),
  ),
)

export const receivedLines = (text: string): ReadonlyArray<ReceivedLine> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => decodeLine(line))

/** An envelope without the extra fields of a capture's line. */
export const plain = ({
  seq,
  id,
  at,
  v,
  scope,
  src,
  cause,
  event,
}: OpenEnvelope): OpenEnvelope => ({
  seq,
  id,
  at,
  v,
  scope,
  src,
  ...(cause !== undefined && { cause }),
  event,
})

const eventsOf = (line: ReceivedLine): ReadonlyArray<OpenEnvelope> => {
  if (line.line === "page") return line.events
  return line.frame.k === "events" ? line.frame.events : []
}

const withEvents = (
  line: ReceivedLine,
  change: (envelope: OpenEnvelope) => OpenEnvelope,
): ReceivedLine => {
  if (line.line === "page") return { ...line, events: line.events.map(change) }
  const { frame } = line
  return frame.k === "events"
    ? { ...line, frame: { ...frame, events: frame.events.map(change) } }
    : line
}

export class ReceivedFrames {
  readonly #lines: Array<ReceivedLine> = []
  #sockets = 0

  /** Must be constructed before the page navigates. */
  constructor(page: Page) {
    page.on("websocket", (opened) => {
      this.#sockets += 1
      const socket = this.#sockets
      opened.on("framereceived", ({ payload }) => {
        const frame = decodeFrame(String(payload))
        // Signals are not facts and need no redaction.
        if (frame.k !== "signal") this.#lines.push({ line: "frame", socket, frame })
      })
    })
  }

  takePage(html: string): void {
    const json = /<script id="first-facts"[^>]*>(.*?)<\/script>/su.exec(html)?.[1] ?? ""
    this.#lines.unshift({ line: "page", ...decodeFirst(json) })
  }

  /** As text, with the capture's tokens for the same events. */
  asCaptured(captured: ReadonlyArray<OpenEnvelope>): string {
    const digest = keyedDigest("received frames")
    const ours = this.#lines.map((line) =>
      withEvents(line, (envelope) => plain(redactEnvelope(envelope, digest).value)),
    )
    const bySeq = new Map(captured.map((envelope) => [envelope.seq, plain(envelope)]))
    const events = ours.flatMap(eventsOf)
    const tokens = tokensBetween(
      events,
      events.map(({ seq }) => bySeq.get(seq)),
    )
    return ours.map((line) => `${JSON.stringify(renamedInLog(line, tokens))}\n`).join("")
  }
}
