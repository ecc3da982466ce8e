/** Facts about the balance. Nothing optimistic is ever said of money. */
import { Schema } from "effect"
import { keep } from "../sensitivity.ts"
import { Credits } from "../units.ts"
import { fact } from "./fact.ts"

export const CreditsChanged = fact(
  "CreditsChanged",
  { v: 1, scope: "member" },
  { credits: keep(Credits) },
)

/** Which charge found no credits. These two words are the upstream's (UA15). */
export const ChargeAction = Schema.Literals(["interval", "pre-paid"])
export type ChargeAction = typeof ChargeAction.Type
export const CreditsRanOut = fact(
  "CreditsRanOut",
  { v: 1, scope: "member" },
  { action: keep(ChargeAction) },
)

export const creditsFacts = [CreditsChanged, CreditsRanOut] as const
