/**
 * Why nobody may be called so, whoever they are: what a name is made of, whom it would be believed to be, and whom
 * it looks like. One answer for usernames and for names in rooms (ADR 0042).
 */
import { Effect } from "effect"
import { type NameFault, nameFault } from "@foldcast/rules/names/nickname"
import type { SqlQueries } from "../db/database.ts"
import { BRAND_NAMES } from "../brands/brands.ts"
import { isLikePerformer } from "../performers/performer-looks.ts"

/** `lookalike`: of a performer. */
export type NameRefusal = NameFault | "lookalike"

/** Null where it is fit. */
export const nameRefusal = Effect.fn("members.nameRefusal")(function* (
  queries: SqlQueries,
  name: string,
) {
  const fault = nameFault(name, BRAND_NAMES)
  if (fault !== null) return fault satisfies NameRefusal
  return (yield* isLikePerformer(queries, name)) ? ("lookalike" satisfies NameRefusal) : null
})
