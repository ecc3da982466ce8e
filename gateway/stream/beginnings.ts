/**
 * Visits that are begun at this moment. A document that heard no `hello` opens another stream while the
 * first still waits for the upstream: both are given one visit. Where everybody who waited has left, none
 * is begun, so nothing is written for nobody.
 *
 * Invariant: once nobody is found waiting, whoever comes begins for themselves.
 */
import { Deferred, Effect } from "effect"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { Wire } from "../visits/wire.ts"

type Waiting = Pick<Wire, "isOpen">

interface Beginning {
  readonly waiting: Array<Waiting>
  readonly done: Deferred.Deferred<LiveVisit | null, LogUnavailable>
}

export interface BeginOptions<Baseline> {
  /** Which document asks; null where that cannot be told, and the try shares with no other. */
  readonly document: string | null
  readonly wire: Waiting
  /** What the visit begins with; may take its time. */
  readonly baseline: Effect.Effect<Baseline>
  readonly begin: (baseline: Baseline) => Effect.Effect<LiveVisit, LogUnavailable>
}

export class Beginnings {
  readonly #underWay = new Map<string, Beginning>()

  /** Null where nobody waits for the visit any more. */
  begin<Baseline>({
    document,
    wire,
    baseline,
    begin,
  }: BeginOptions<Baseline>): Effect.Effect<LiveVisit | null, LogUnavailable> {
    return Effect.suspend(() => {
      const other = document === null ? undefined : this.#underWay.get(document)
      if (other !== undefined) {
        other.waiting.push(wire)
        return Deferred.await(other.done)
      }
      const own: Beginning = { waiting: [wire], done: Deferred.makeUnsafe() }
      const leave = () => {
        // Stryker disable next-line LogicalOperator: another is there only where the fibre yields in between.
        if (document !== null && this.#underWay.get(document) === own) {
          this.#underWay.delete(document)
        }
      }
      if (document !== null) this.#underWay.set(document, own)
      return baseline.pipe(
        Effect.flatMap((told): Effect.Effect<LiveVisit | null, LogUnavailable> => {
          if (own.waiting.some(({ isOpen }) => isOpen())) return begin(told)
          leave()
          return Effect.succeed(null)
        }),
        Effect.onExit((exit) => {
          leave()
          return Deferred.done(own.done, exit)
        }),
        Effect.uninterruptible,
      )
    })
  }
}
