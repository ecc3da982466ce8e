/**
 * A decoder for the busiest borders. Effect's own compiled decoder asks each check for its issues, through
 * calls that no engine inlines, and that is most of what decoding costs it. Here the checks are written into
 * the code.
 *
 * Invariants: it accepts what the schema accepts, as the same value, and nothing else. Whatever its own code
 * does not take Effect decodes again, which says why, or takes it after all: what is not compiled here costs
 * time and refuses nothing. Where the platform forbids code made at run time, Effect decodes everything.
 */
import { Exit, type Schema, type SchemaIssue, SchemaParser } from "effect"
import { decoderSource } from "./decoder-source.ts"

export type Decode<A> = (input: unknown) => Exit.Exit<A, SchemaIssue.Issue>

/** What compiled code answers for an input that it does not take. */
export const REFUSED: unique symbol = Symbol("refused")

/** The compiled code alone; null where the platform makes none. @internal Tests see what it takes. */
export const compiledCode = (schema: Schema.Top): ((input: unknown) => unknown) | null => {
  const { source, constants } = decoderSource(schema.ast)
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- Made of our schemas; no input is part of it.
    return new Function("C", "R", source)(constants, REFUSED) as (input: unknown) => unknown
  } catch {
    return null
  }
}

/** Compiled at its first input. Synchronous: a schema whose decoding waits for something fails. */
export const compiledDecoder = <A>(schema: Schema.Codec<A, unknown>): Decode<A> => {
  const byEffect = SchemaParser.decodeUnknownExit(schema)
  let code: ReturnType<typeof compiledCode> | undefined
  return (input) => {
    if (code === undefined) code = compiledCode(schema)
    const value = code === null ? REFUSED : code(input)
    return value === REFUSED ? byEffect(input) : Exit.succeed(value as A)
  }
}
