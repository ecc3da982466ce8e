/**
 * Whether a name may be used at all, for usernames and for nicknames in rooms (ADR 0042): its characters, the names
 * of the site, and look-alikes of performers.
 */
import { Effect } from "effect"
import { type NameFault, nameFault } from "@foldcast/rules/names/nickname"
import type { SqlQueries } from "../db/database.ts"
import { BRAND_NAMES } from "../brands/brands.ts"
import { isLikePerformer } from "../performers/performer-looks.ts"

/** `lookalike`: of a performer. */
export type NameRefusal = NameFault | "lookalike"

/** Null: it may be used. */
export const nameRefusal = Effect.fn("members.nameRefusal")(function* (
  queries: SqlQueries,
  name: string,
) {
  const fault = nameFault(name, BRAND_NAMES)
  if (fault !== null) return fault satisfies NameRefusal
  return (yield* isLikePerformer(queries, name)) ? ("lookalike" satisfies NameRefusal) : null
})
