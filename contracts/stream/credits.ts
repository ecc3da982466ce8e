/** Facts about the balance. Nothing optimistic is ever said of money. */
import { Schema } from "effect"
import { keep } from "../sensitivity.ts"
import { Credits } from "../units.ts"
import { fact } from "./fact.ts"

export const CreditsChanged = fact("CreditsChanged", "member", { credits: keep(Credits) })

/** Which charge found no credits. These two words are the upstream's (UA15). */
export const ChargeAction = Schema.Literals(["interval", "pre-paid"])
export type ChargeAction = typeof ChargeAction.Type
export const CreditsRanOut = fact("CreditsRanOut", "member", { action: keep(ChargeAction) })

export const creditsFacts = [CreditsChanged, CreditsRanOut] as const
