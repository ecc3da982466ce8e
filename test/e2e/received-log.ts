/**
 * What a browser really received and sent, recorded from its sockets, as the log that it folded; and the same log
 * redacted as a capture is. A capture's tokens are made with a key that is not kept, so they are learnt by
 * comparing the capture with the received log: one text, one token.
 */
import { Schema } from "effect"
import { redactClientFact, redactEnvelope } from "@foldcast/gateway/support/redact"
import { keyedDigest } from "@foldcast/gateway/support/digests"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import {
  BrowserFrame,
  GatewayFrame,
  type NumberedClientFact,
} from "@foldcast/contracts/stream/frames"
import type { PageSocket } from "../support/page-sockets.ts"

const decodeGateway = Schema.decodeUnknownSync(Schema.fromJsonString(GatewayFrame))
const decodeBrowser = Schema.decodeUnknownSync(Schema.fromJsonString(BrowserFrame))
const decodeFirst = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ visit: Schema.String, events: Schema.Array(OpenEnvelope) }),
  ),
)

export class ReceivedLog {
  visit = ""
  readonly #sockets: ReadonlyArray<PageSocket>
  /** The facts that came with the page. */
  #first: ReadonlyArray<OpenEnvelope> = []

  constructor(sockets: ReadonlyArray<PageSocket>) {
    this.#sockets = sockets
  }

  takePage(html: string): void {
    const json = /<script id="first-facts"[^>]*>(.*?)<\/script>/su.exec(html)?.[1] ?? ""
    const { visit, events } = decodeFirst(json)
    this.visit = visit
    this.#first = events
  }

  /** All received events in order, duplicates included. */
  #received(): ReadonlyArray<OpenEnvelope> {
    const told = this.#sockets.flatMap(({ received }) =>
      received.flatMap((text) => {
        const frame = decodeGateway(text)
        return frame.k === "events" ? frame.events : []
      }),
    )
    return [...this.#first, ...told]
  }

  #events(): ReadonlyMap<number, OpenEnvelope> {
    return new Map(this.#received().map((envelope) => [envelope.seq, envelope]))
  }

  #facts(): ReadonlyMap<number, NumberedClientFact> {
    const told = this.#sockets.flatMap(({ sent }) =>
      sent.flatMap((text) => {
        const frame = decodeBrowser(text)
        return frame.k === "facts" ? frame.facts : []
      }),
    )
    return new Map(told.map((fact) => [fact.n, fact]))
  }

  get twice(): ReadonlyArray<number> {
    const all = this.#received().map(({ seq }) => seq)
    return all.filter((seq, index) => all.indexOf(seq) < index)
  }

  /** Includes the events in the page. */
  get events(): number {
    return this.#events().size
  }

  get facts(): number {
    return this.#facts().size
  }

  /** The order in which the document saw it: an event, then the client facts that follow it. */
  entries(): ReadonlyArray<LogEntry> {
    const digest = keyedDigest("test")
    const events = [...this.#events().values()].toSorted((a, b) => a.seq - b.seq)
    const facts = [...this.#facts().values()].toSorted((a, b) => a.n - b.n)
    const after = (seq: number): ReadonlyArray<LogEntry> =>
      facts
        .filter((fact) => fact.after === seq)
        .map((fact) => ({ kind: "client", fact: redactClientFact(fact, digest).value }))
    return [
      ...after(0),
      ...events.flatMap((envelope): ReadonlyArray<LogEntry> => [
        { kind: "event", envelope: redactEnvelope(envelope, digest).value },
        ...after(envelope.seq),
      ]),
    ]
  }
}

/** Maps each text of `ours` to its token in `theirs`; throws if the logs differ otherwise. */
export const tokensBetween = (ours: unknown, theirs: unknown): ReadonlyMap<string, string> => {
  const tokens = new Map<string, string>()
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (typeof a === "string" && typeof b === "string") {
      const known = tokens.get(a)
      if (known !== undefined && known !== b) throw new Error(`${path}: two tokens for one text`)
      tokens.set(a, b)
    } else if (a !== null && typeof a === "object" && b !== null && typeof b === "object") {
      const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
      const keys = (of: ReadonlyMap<string, unknown>) => [...of.keys()].toSorted().join()
      if (keys(left) !== keys(right)) throw new Error(`${path}: ${keys(left)} / ${keys(right)}`)
      for (const [key, value] of left) walk(value, right.get(key), `${path}.${key}`)
    } else if (a !== b) throw new Error(`${path}: ${String(a)} / ${String(b)}`)
  }
  walk(ours, theirs, "log")
  if (new Set(tokens.values()).size !== tokens.size) throw new Error("one token for two texts")
  return tokens
}

/** A value with every text replaced by its token, keys included. */
export const renamedInLog = (value: unknown, tokens: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return tokens.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => renamedInLog(item, tokens))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      tokens.get(key) ?? key,
      renamedInLog(member, tokens),
    ]),
  )
}
