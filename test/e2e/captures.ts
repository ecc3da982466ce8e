/** Captures of a world, as support opens them, and what a log must never show. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Schema } from "effect"
import type { World } from "../support/world.ts"

const Listed = Schema.Struct({
  captures: Schema.Array(
    Schema.Struct({
      visit: Schema.String,
      tab: Schema.String,
      member: Schema.NullOr(Schema.String),
      events: Schema.Int,
      clientFacts: Schema.Int,
    }),
  ),
})
const decodeListed = Schema.decodeUnknownSync(Schema.fromJsonString(Listed))
export type ListedVisit = (typeof Listed.Type)["captures"][number]

const headersOf = ({ supportToken }: World) => ({
  Authorization: `Bearer ${supportToken}`,
  "X-Reason": "end-to-end test",
})

/** All visits of the world, or those that match support's search. */
export const listVisits = async (
  world: World,
  by: Readonly<Record<string, string>> = {},
): Promise<ReadonlyArray<ListedVisit>> => {
  const query = new URLSearchParams(by).toString()
  const response = await fetch(new URL(`/support/captures?${query}`, world.urls.site), {
    headers: headersOf(world),
  })
  return decodeListed(await response.text()).captures
}

/** Downloads a capture into the world's own directory; returns the file. */
export const downloadCapture = async (world: World, visit: string): Promise<string> => {
  const response = await fetch(new URL(`/support/captures/${visit}`, world.urls.site), {
    headers: headersOf(world),
  })
  if (response.status !== 200) throw new Error(`capture of ${visit}: ${response.status}`)
  const file = join(world.dataDir, `${visit}.ndjson`)
  await writeFile(file, gunzipSync(Buffer.from(await response.arrayBuffer())))
  return file
}

export interface Positions {
  readonly seqs: ReadonlyArray<number>
  readonly ids: ReadonlyArray<string>
  readonly ns: ReadonlyArray<number>
}

const Line = Schema.Struct({
  dir: Schema.optionalKey(Schema.String),
  seq: Schema.optionalKey(Schema.Int),
  id: Schema.optionalKey(Schema.String),
  n: Schema.optionalKey(Schema.Int),
})
const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Line))

export const positionsIn = (capture: string): Positions => {
  const lines = capture
    .trimEnd()
    .split("\n")
    .map((line) => decodeLine(line))
  const events = lines.filter(({ dir }) => dir === "in")
  return {
    seqs: events.flatMap(({ seq }) => (seq === undefined ? [] : [seq])),
    ids: events.flatMap(({ id }) => (id === undefined ? [] : [id])),
    ns: lines.flatMap(({ dir, n }) => (dir === "ui" && n !== undefined ? [n] : [])),
  }
}

const isCounted = (numbers: ReadonlyArray<number>) => numbers.every((n, i) => n === i + 1)

export const numberingFaults = ({ seqs, ids, ns }: Positions): ReadonlyArray<string> => [
  ...(isCounted(seqs) ? [] : [`positions ${seqs.join(" ")}`]),
  ...(isCounted(ns) ? [] : [`client facts ${ns.join(" ")}`]),
  ...(new Set(ids).size === ids.length ? [] : ["an event stands in it twice"]),
]
