/**
 * Events of every fact of the union, made from the samples that the contracts keep for ever, with varied ids, names
 * and amounts. The n-th depends on n only and is the same in every process. On the wire they are about 300 bytes
 * each.
 */
import {
  type Event,
  EVENT_TAGS,
  type EventTag,
  FACT_TRAITS,
} from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { OLD_EVENTS } from "@foldcast/contracts/stream/old-events.fixtures"

/** Gateway milliseconds of the first event. */
const START = 1_760_000_000_000

/** 32 well-mixed bits of n (the finaliser of MurmurHash3). */
const mixed = (n: number): number => {
  let h = n | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const hex = (n: number, digits: number) =>
  (
    mixed(n).toString(16).padStart(8, "0") +
    mixed(n + 7)
      .toString(16)
      .padStart(8, "0")
  ).slice(0, digits)

const uuid = (n: number) =>
  `0199c2a8-${hex(n, 4)}-7${hex(n + 1, 3)}-a${hex(n + 2, 3)}-${hex(n + 3, 12)}`

/** For each fact the contracts' sample of its current version. */
const KEPT = Object.fromEntries(
  OLD_EVENTS.flatMap(({ v, event }) =>
    v === FACT_TRAITS[event._tag as EventTag].v ? [[event._tag, event]] : [],
  ),
) as Readonly<Record<EventTag, object>>

const IDS = /(?:Id|Ids)$/u
const NAMES = /^(?:username|capName|nickname|from|to)$/u
const AMOUNTS = /^(?:credits|amount|amountCents|costCents|count)$/u

/** Varies each value: as long as real ones, and never two alike. */
const varied = (value: unknown, key: string, n: number): unknown => {
  if (Array.isArray(value)) return value.map((item, at) => varied(item, key, n + at))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, varied(member, name, n)]),
    )
  if (typeof value === "string" && IDS.test(key)) return `${value}_${hex(n, 16)}`
  if (typeof value === "string" && NAMES.test(key)) return `${value}-${hex(n, 6)}`
  if (typeof value === "number" && AMOUNTS.test(key)) return 1 + (mixed(n) % 100_000)
  return value
}

export const FACTS_IN_UNION = EVENT_TAGS.length

export const eventOf = (tag: EventTag, n: number): Event => varied(KEPT[tag], "", n) as Event

export const eventAt = (n: number): Event =>
  eventOf(EVENT_TAGS[n % EVENT_TAGS.length] ?? "VisitStarted", n)

/** The n-th event in its envelope, before it has a position. */
export const unnumberedAt = (n: number): UnnumberedEnvelope =>
  ({
    id: uuid(n),
    at: START + n,
    v: 1,
    scope: "member",
    src: { from: "member-api", id: `frame-${hex(n, 16)}` },
    cause: `command-${hex(n, 16)}`,
    event: eventAt(n),
  }) as unknown as UnnumberedEnvelope

/** The n-th event of a visit as it goes over the wire; n counts from 0. */
export const wireAt = (n: number): string => JSON.stringify({ seq: n + 1, ...unnumberedAt(n) })
