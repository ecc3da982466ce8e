/**
 * A visit's client facts for a capture, a chunk of them in memory at a time: first when each happened, by which they
 * are put into the document's order, then the facts themselves, in that order.
 */
import { Effect } from "effect"
import type { OrderedStep } from "@foldcast/contracts/capture/document-order"
import type { VisitRecord } from "../log/visit-header.ts"
import {
  type VisitLogShape,
  type LogUnavailable,
  type StoredClientFact,
  VisitClosed,
} from "../log/visit-log.ts"

/** Facts read at a time: up to 16 KiB each. */
export const FACTS_AT_ONCE = 50

/** Where a fact stands, without what it says. */
export type FactPlace = Pick<StoredClientFact, "n" | "after" | "at">

/** As `visit` stood when it was read: what was stored later is not among them. */
export const factPlaces = (log: Pick<VisitLogShape, "readFacts">, visit: VisitRecord) =>
  Effect.gen(function* () {
    const places: Array<FactPlace> = []
    while (true) {
      const last = places.at(-1)?.n ?? 0
      const page = yield* log.readFacts(visit.visit, last, FACTS_AT_ONCE)
      for (const { n, after, at } of page) if (n <= visit.n) places.push({ n, after, at })
      if (page.length < FACTS_AT_ONCE) return places
    }
  })

/** Facts by their numbers. Read ahead where they are asked for in order, as browsers tell them. */
export class StoredFacts {
  readonly #log: Pick<VisitLogShape, "readFacts">
  readonly #visit: VisitRecord
  #chunk: ReadonlyMap<number, StoredClientFact> = new Map()
  #end = 0

  constructor(log: Pick<VisitLogShape, "readFacts">, visit: VisitRecord) {
    this.#log = log
    this.#visit = visit
  }

  /** What was seen, with what its facts say in place of where they stand. */
  told<E, C>(
    seen: OrderedStep<E, FactPlace, C>,
  ): Effect.Effect<OrderedStep<E, StoredClientFact, C>, LogUnavailable | VisitClosed> {
    return seen.kind === "fact"
      ? Effect.map(this.#at(seen.fact.n), (fact) => ({ kind: "fact", fact }))
      : Effect.succeed(seen)
  }

  #at(n: number): Effect.Effect<StoredClientFact, LogUnavailable | VisitClosed> {
    const held = this.#chunk.get(n)
    if (held !== undefined) return Effect.succeed(held)
    // A browser that numbers its facts against their order costs one row for each, and no chunk.
    const isNext = n > this.#end && n <= this.#end + FACTS_AT_ONCE
    return Effect.flatMap(
      this.#log.readFacts(this.#visit.visit, n - 1, isNext ? FACTS_AT_ONCE : 1),
      (facts) => {
        const [first] = facts
        // The visit was deleted meanwhile.
        if (first?.n !== n)
          return Effect.fail(new VisitClosed({ visit: this.#visit.visit, why: "unknown" }))
        if (isNext) {
          this.#chunk = new Map(facts.map((fact) => [fact.n, fact]))
          this.#end = facts.at(-1)?.n ?? n
        }
        return Effect.succeed(first)
      },
    )
  }
}
