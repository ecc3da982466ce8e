/**
 * Logs that a seed draws from every fact and client fact in every version that was ever recorded, and what
 * they fold to. A release names the pool that it draws from by digests, so that facts which come later draw
 * nothing else for it; what it once drew from is never edited nor deleted.
 */
import { stateHash } from "@foldcast/contracts/capture/capture-writer"
import { OLD_CLIENT_FACTS } from "@foldcast/contracts/client-facts/old-facts.fixtures"
import { OLD_EVENTS } from "@foldcast/contracts/stream/old-events.fixtures"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold, foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { sha256 } from "./sha256.ts"

export interface Release {
  readonly release: string
  /** Digests of the facts that its logs are drawn from, in this order. */
  readonly pool: ReadonlyArray<string>
  /** What the first log folds to, the second, … */
  readonly states: ReadonlyArray<string>
}

const DIGEST_CHARACTERS = 12
const MAX_ENTRIES = 80
const START = Date.UTC(2026, 0, 15, 20, 0, 0)

type Drawn =
  | { readonly kind: "event"; readonly v: number; readonly event: unknown }
  | { readonly kind: "client"; readonly fact: unknown }

const digestOf = (drawn: Drawn): string => sha256(JSON.stringify(drawn)).slice(0, DIGEST_CHARACTERS)

const BY_DIGEST: ReadonlyMap<string, Drawn> = new Map(
  [
    ...OLD_EVENTS.map(({ v, event }): Drawn => ({ kind: "event", v, event })),
    ...OLD_CLIENT_FACTS.map((fact): Drawn => ({ kind: "client", fact })),
  ].map((drawn) => [digestOf(drawn), drawn]),
)

export const presentPool = (): ReadonlyArray<string> => [...BY_DIGEST.keys()]

/** Numbers that a text draws, the same on every machine and for ever: 32 bits of each digest. */
const numbersOf = (seed: string) => {
  let drawn = 0
  return (below: number): number => {
    drawn += 1
    return Number.parseInt(sha256(`${seed} ${drawn}`).slice(0, 8), 16) % below
  }
}

/** Entries as they lie in a log: in the version in which they were written. */
const drawLog = (pool: ReadonlyArray<string>, number: number): ReadonlyArray<LogEntry> => {
  const draw = numbersOf(`log ${number}`)
  let seq = 0
  let n = 0
  let at = START
  return Array.from({ length: 20 + draw(MAX_ENTRIES - 20) }, () => {
    const digest = pool[draw(pool.length)] ?? ""
    const drawn = BY_DIGEST.get(digest)
    if (drawn === undefined)
      throw new Error(`the fact ${digest} of a release is gone or was edited`)
    at += draw(20_000)
    if (drawn.kind === "client") {
      n += 1
      return { kind: "client", fact: { n, after: seq, at, fact: drawn.fact } } as LogEntry
    }
    seq += 1
    const cause = draw(6)
    const envelope = {
      seq,
      id: `event-${seq}`,
      at,
      v: drawn.v,
      scope: "visit",
      src: { from: "gateway" },
      ...(cause > 0 && { cause: `command-${cause}` }),
      event: drawn.event,
    }
    return { kind: "event", envelope } as unknown as LogEntry
  })
}

const digestOfState = (state: unknown) => stateHash(sha256, state).slice(0, DIGEST_CHARACTERS)

/** What that log folds to, one by one and all at once. */
export const foldedTo = (pool: ReadonlyArray<string>, number: number) => {
  const log = drawLog(pool, number)
  return {
    oneByOne: digestOfState(log.reduce(fold, INITIAL_STATE)),
    atOnce: digestOfState(foldAll(INITIAL_STATE, log)),
  }
}
