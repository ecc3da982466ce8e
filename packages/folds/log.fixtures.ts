/**
 * Logs for tests: written by hand, or generated from the schemas. Generated ids come from small pools, so
 * commands, sessions, transactions and bundles recur as they do in real logs.
 */
import "./with-all-slices.ts"
import { Arbitrary, Effect } from "effect"
import { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandId, EventId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { Event, type EventTag, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "./initial-state.ts"
import type { LogEntry } from "./log-entry.ts"
import { foldAll } from "./site.ts"
import type { SiteState } from "./site-state.ts"

export const commandId = (name: string) => `command-${name}` as CommandId

/** A log written by hand. It counts positions and times; `after` is the last position. */
export class TestLog {
  readonly entries: Array<LogEntry> = []
  #seq = 0
  #n = 0

  event(event: Event, cause?: CommandId): this {
    this.#seq += 1
    this.entries.push({ kind: "event", envelope: envelopeOf(event, this.#seq, cause) })
    return this
  }

  fact(fact: ClientFact): this {
    this.#n += 1
    const at = 1_000 * (this.#seq + this.#n)
    this.entries.push({ kind: "client", fact: { n: this.#n, after: this.#seq, at, fact } })
    return this
  }

  get state(): SiteState {
    return foldAll(INITIAL_STATE, this.entries)
  }
}

export const envelopeOf = (event: Event, seq: number, cause?: CommandId): OpenEnvelope => ({
  seq,
  id: `event-${seq}` as EventId,
  at: 1_000 * seq,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from: "gateway" },
  ...(cause !== undefined && { cause }),
  event,
})

const POOLS: Readonly<Record<string, ReadonlyArray<string>>> = {
  commandId: ["command-1", "command-2", "command-3", "__proto__"],
  sessionId: ["session-1", "session-2", "session-3"],
  transactionId: ["transaction-1", "transaction-2", "transaction-3"],
  memberId: ["member-1", "member-2"],
  bundleId: ["bundle-1", "bundle-2", "bundle-3"],
  methodId: ["10", "ideal", "709"],
  defaultMethodId: ["10", "ideal", "709"],
  subOptionId: ["bank-1", "bank-2"],
  performerId: ["performer-1", "performer-2", "performer-3", "__proto__"],
}

/** An id from the pool of that key; a value without a pool, or null, stays as generated. */
const pooled = (key: string, value: unknown, draw: () => number): unknown => {
  const pool = POOLS[key]
  if (pool !== undefined && typeof value === "string") return pool[draw() % pool.length]
  return correlate(value, draw)
}

const correlate = (value: unknown, draw: () => number): unknown => {
  if (Array.isArray(value)) return value.map((item) => correlate(item, draw))
  if (value === null || typeof value !== "object") return value
  const members = Object.entries(value).map(([key, member]) => {
    if (key === "openSessionIds" && Array.isArray(member)) {
      return [key, member.map((id) => pooled("sessionId", id, draw))]
    }
    if (key === "awaitedSessionId" && typeof member === "string") {
      return [key, pooled("sessionId", member, draw)]
    }
    if (key === "performerIds" && Array.isArray(member)) {
      return [key, [...new Set(member.map((id) => pooled("performerId", id, draw)))]]
    }
    if (key === "bundles" && Array.isArray(member)) {
      return [key, member.map((bundle, i) => ({ ...bundle, id: `bundle-${i + 1}` }))]
    }
    if (key === "paymentOptions" && Array.isArray(member)) {
      return [key, member.map((option) => ({ ...option, id: pooled("methodId", "", draw) }))]
    }
    return [key, pooled(key, member, draw)]
  })
  return Object.fromEntries(members)
}

/** Draws from 0 to 999 with its own small generator: the same seed gives the same log. */
export const drawsFrom = (seed: number) => {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % 1_000
  }
}

const events = Arbitrary.schema(Event)
const facts = Arbitrary.schema(ClientFact)
const SAMPLE = { size: 6 } as const

/** A generated log of `length` entries. The same seed gives the same log. */
export const generatedLog = (seed: number, length: number): ReadonlyArray<LogEntry> => {
  const draw = drawsFrom(seed * 7_919 + 13)
  const sampled = <A>(arbitrary: Arbitrary.Arbitrary<A>) =>
    Effect.runSync(Arbitrary.sampleEffect(arbitrary, { ...SAMPLE, count: length, seed }))
  const someEvents = sampled(events)
  const someFacts = sampled(facts)
  let seq = 0
  let n = 0
  return Array.from({ length }, (_, i): LogEntry => {
    const at = 1_000 * i
    if (draw() % 2 === 0) {
      seq += 1
      const drawn = someEvents[i]
      // Events that empty the state are rare in real logs. Frequent ones would hide faults of long logs.
      const isRare = drawn?._tag === "StreamReset" || drawn?._tag === "LoggedOut"
      const calm: Event = { _tag: "CreditsChanged", credits: draw() }
      const event = correlate(isRare && draw() % 10 !== 0 ? calm : drawn, draw) as Event
      const cause = draw() % 2 === 0 ? (pooled("commandId", "", draw) as CommandId) : undefined
      return { kind: "event", envelope: { ...envelopeOf(event, seq, cause), at } }
    }
    n += 1
    const fact = correlate(someFacts[i], draw) as ClientFact
    const near = fact._tag === "CommandAdmitted" ? { ...fact, seq: seq + (draw() % 3) } : fact
    return { kind: "client", fact: { n, after: seq, at, fact: near } }
  })
}

export const tagOf = (entry: LogEntry): EventTag | ClientFact["_tag"] =>
  entry.kind === "event" ? (entry.envelope.event._tag as EventTag) : entry.fact.fact._tag

/** Freezes a value deeply, so that any write to it throws. */
export const deepFrozen = <T>(value: T): T => {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFrozen)
  }
  return value
}
