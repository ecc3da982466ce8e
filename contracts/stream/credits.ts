/** Facts about the balance. They are never optimistic: each states what an upstream confirmed. */
import { Schema } from "effect"
import { keep } from "../sensitivity.ts"
import { Credits } from "../units.ts"
import { fact } from "./fact.ts"

export const CreditsChanged = fact("CreditsChanged", "member", { credits: keep(Credits) })

/** Which charge found no credits. The two words are the upstream's (UA15). */
export const ChargeAction = Schema.Literals(["interval", "pre-paid"])
export type ChargeAction = typeof ChargeAction.Type
export const CreditsRanOut = fact("CreditsRanOut", "member", { action: keep(ChargeAction) })

export const creditsFacts = [CreditsChanged, CreditsRanOut] as const
