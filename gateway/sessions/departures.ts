/**
 * Members whose account is being deleted: written down before the upstream is asked, taken out when
 * nothing of them is left here. What a gateway was doing when it died is found here again.
 *
 * Callers: visits/departure.ts. Invariants: what `begin` answered is durable; a member lies here sealed,
 * with the token that tells whether the account is gone.
 */
import { Context, type Effect, Schema } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { SessionMember } from "./session-store.ts"

/** The departures cannot be read or written: no account is deleted now. */
export class DeparturesUnavailable extends Schema.TaggedError<DeparturesUnavailable>()(
  "DeparturesUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the departures failed at ${this.operation}: ${this.detail}`
  }
}

export interface DeparturesShape {
  /** Written anew where the member was leaving before. */
  readonly begin: (member: SessionMember) => Effect.Effect<void, DeparturesUnavailable>
  readonly end: (member: MemberId) => Effect.Effect<void, DeparturesUnavailable>
  /** Those whose seal nobody can open any more are left out: their term ends with their visits'. */
  readonly pending: Effect.Effect<ReadonlyArray<SessionMember>, DeparturesUnavailable>
}

export class Departures extends Context.Service<Departures, DeparturesShape>()(
  "gateway/Departures",
) {}
