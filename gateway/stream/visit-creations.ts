/**
 * The visits whose creation is in flight. A document that has not received `hello` may open a second stream while
 * the first still waits for the upstream: both streams share one creation. A visit is created only while at least
 * one of its streams is open.
 *
 * Invariant: a creation that was given up is not shared; the next stream starts its own.
 */
import { Deferred, Effect } from "effect"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { Wire } from "../visits/wire.ts"

type Waiting = Pick<Wire, "isOpen">

interface VisitCreation {
  readonly waiting: Array<Waiting>
  readonly done: Deferred.Deferred<LiveVisit | null, LogUnavailable>
}

export interface VisitCreationOptions<Baseline> {
  /** Identifies the document; null where it cannot be identified, and then the creation is not shared. */
  readonly document: string | null
  readonly wire: Waiting
  /** Loads what the visit begins with; may be slow. */
  readonly baseline: Effect.Effect<Baseline>
  readonly begin: (baseline: Baseline) => Effect.Effect<LiveVisit, LogUnavailable>
}

export class VisitCreations {
  readonly #inFlight = new Map<string, VisitCreation>()

  /** Null where every stream that waits for the visit has closed. */
  begin<Baseline>({
    document,
    wire,
    baseline,
    begin,
  }: VisitCreationOptions<Baseline>): Effect.Effect<LiveVisit | null, LogUnavailable> {
    return Effect.suspend(() => {
      const other = document === null ? undefined : this.#inFlight.get(document)
      if (other !== undefined) {
        other.waiting.push(wire)
        return Deferred.await(other.done)
      }
      const own: VisitCreation = { waiting: [wire], done: Deferred.makeUnsafe() }
      const leave = () => {
        // Stryker disable next-line LogicalOperator: another is there only where the fibre yields in between.
        if (document !== null && this.#inFlight.get(document) === own) {
          this.#inFlight.delete(document)
        }
      }
      if (document !== null) this.#inFlight.set(document, own)
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
