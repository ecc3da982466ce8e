/**
 * POST /api/choices: the gateway writes the cookie of what the visitor just chose, and answers the choice. One of the
 * two; it says nothing of who chose.
 */
import { Schema } from "effect"
import { LOCALES } from "../units.ts"

export const VisitorChoice = Schema.Union([
  Schema.Struct({ consent: Schema.Literals(["accepted", "refused"]) }),
  Schema.Struct({ language: Schema.Literals(LOCALES) }),
]).annotate({ identifier: "VisitorChoice" })
export type VisitorChoice = typeof VisitorChoice.Type
