/** What is said of facts beside the facts themselves when they are placed. */
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { Writers } from "../log/writer.ts"
import type { VersionStamp } from "./answer-versions.ts"
import type { LiveVisit } from "./registry.ts"

export interface FactAuthor {
  readonly visit: LiveVisit
  readonly cause: CommandId
}

export interface FactOptions {
  readonly cause: CommandId | null
  /** From these facts on the owner's visits belong to this member. */
  readonly becomes?: MemberId
  /**
   * Only these visits receive the facts, whatever the scope: one that missed what the others know already, or all
   * in one room. A fact for many visits is encoded and stored once.
   */
  readonly only?: ReadonlyArray<LiveVisit>
  /** The visit whose command caused the fact: only its copy carries the `cause`. */
  readonly author?: FactAuthor
  /** The accounts behind the names in these facts (ADR 0040). */
  readonly writers?: Writers
  /** These are the last facts of the visits that receive them. */
  readonly ends?: boolean
}

export interface AnsweredOptions extends FactOptions {
  /** When the question behind these facts was sent; stale facts are dropped. */
  readonly asked?: VersionStamp
}
