/**
 * Which visits there are: found, listed, forgotten. visit-index.conformance.ts tests what every implementation keeps.
 *
 * Invariants:
 *
 *   - what an operation of the log (visit-log.ts) has answered is found from then on;
 *   - visits are forgotten whole, and nothing of them is found or read afterwards.
 */
import { Context } from "effect"
import type { TabId, MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "./visit-header.ts"
import type { AsEffects } from "./visit-log.ts"
import type { VisitIndexOperations } from "./visit-operations.ts"

export interface VisitQuery {
  readonly member?: MemberId
  readonly owner?: OwnerId
  readonly tab?: TabId
  /** Of each group at least one must have been noted of the visit (search-terms.ts). */
  readonly terms?: ReadonlyArray<ReadonlyArray<string>>
  /** Gateway milliseconds, inclusive: visits whose life touches the span. */
  readonly from?: number
  readonly to?: number
  readonly onlyLive?: boolean
  /** Visits that may have been in use since: with an event or a stream that ended later, or never did. */
  readonly usedSince?: number
  readonly limit: number
}

export type VisitIndexShape = AsEffects<VisitIndexOperations>

export class VisitIndex extends Context.Service<VisitIndex, VisitIndexShape>()(
  "gateway/VisitIndex",
) {}
