/**
 * How a command is declared: imperative tag, fields and policy. Everything else that knows of a command follows from
 * its declaration (ADR 0058): the union, the tags, which facts end it, and what the gateway and the browser do about
 * the session's cookie and about a full disk. The compiler names a command that has no handler.
 */
import { Schema, type SchemaAST } from "effect"
import type { EventTag } from "../stream/event.ts"

/** What the answer does to the cookie that proves the browser's session. */
export type CookieEffect =
  /** It stays. */
  | "kept"
  /** The session goes on, with another cookie. */
  | "renewed"
  /** The session may end with it, as where its token is refused: then the answer brings the next session's cookie. */
  | "mayEnd"
  /** The visitor leaves: the answer brings the next session's cookie. */
  | "ended"

/** Whether a command is carried out for whom a full disk refuses everything else (docs/operating.md). */
export type WhenFull =
  | "refused"
  /** While there is still room for members. */
  | "allowedWhileLow"
  | "allowed"

export interface CommandPolicy {
  /** The facts that end it. `CommandFailed` and `StreamReset` end every command. */
  readonly outcomes: readonly [EventTag, ...ReadonlyArray<EventTag>]
  /** Whether it may end without a fact, when its admitted position is reached: an unchanged poll. */
  readonly silent: boolean
  readonly session: CookieEffect
  readonly whenFull: WhenFull
}

/** What most commands have in common. */
export const PLAIN: Omit<CommandPolicy, "outcomes"> = {
  silent: false,
  session: "kept",
  whenFull: "refused",
}

/** `checks` hold for the command as a whole. */
export const command = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields,
  policy: CommandPolicy,
  ...checks: ReadonlyArray<SchemaAST.Check<Schema.TaggedStruct<Tag, Fields>["Type"]>>
) => {
  const struct = Schema.TaggedStruct(tag, fields)
  const [first, ...others] = checks
  return { tag, schema: first === undefined ? struct : struct.check(first, ...others), policy }
}
