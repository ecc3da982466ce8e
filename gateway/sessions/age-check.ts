/**
 * Checks the visitor's age: an adapter, so that a real verifier can replace it. The default accepts the visitor's
 * own statement, which the Agree button makes.
 */
import { Context, Effect, Layer } from "effect"
import type { OwnerId } from "../log/visit-header.ts"

export type AgeVerdict =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Refused"; readonly label: string }

export interface AgeCheckShape {
  /** Runs when the visitor has stated that they are of age. */
  readonly verify: (visitor: {
    readonly owner: OwnerId
    readonly clientAddress: string
  }) => Effect.Effect<AgeVerdict>
}

export class AgeCheck extends Context.Service<AgeCheck, AgeCheckShape>()("gateway/AgeCheck") {
  static readonly ownStatement = Layer.succeed(
    AgeCheck,
    AgeCheck.of({ verify: () => Effect.succeed({ _tag: "Passed" }) }),
  )
}
