/** Errors at the browser's border: `application/problem+json` (RFC 9457) with our members. */
import { Schema } from "effect"
import { CommandId, Epoch, Label } from "../ids.ts"
import { Seq } from "../units.ts"

export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  label: Label,
  /** A short copyable code from which support finds the visit and position. */
  reference: Schema.String,
  fields: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String, label: Label }))),
}).annotate({ identifier: "Problem" })
export type Problem = typeof Problem.Type

/** The answer to an admitted command: its outcome is at or before `seq`. */
export const Admitted = Schema.Struct({ commandId: CommandId, epoch: Epoch, seq: Seq }).annotate({
  identifier: "Admitted",
})
export type Admitted = typeof Admitted.Type

/** The answer to POST /api/facts: client facts up to `n` are durable. */
export const FactsStored = Schema.Struct({ n: Schema.Natural }).annotate({
  identifier: "FactsStored",
})
