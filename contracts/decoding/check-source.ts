/**
 * A schema's check as a JavaScript expression, true where the value passes. Checks of Effect's that our schemas use
 * are written out; any other is called. Pure.
 */
import type { SchemaAST } from "effect"

/** Keeps a value for the code and answers the name it has there. */
export type Keep = (value: unknown) => string

/** A class of ASCII characters between two lengths, as ids have. */
const CLASS_BETWEEN_LENGTHS = /^\^\[([A-Za-z0-9_-]+)\]\{(\d+),(\d+)\}\$$/u

interface Representation {
  readonly id?: string
  readonly payload?: Readonly<Record<string, unknown>> | null
}

const patternSource = (source: string, flags: string, value: string, keep: Keep): string | null => {
  // These remember where they stopped.
  if (/[gy]/u.test(flags)) return null
  const [, characters, minimum, maximum] = CLASS_BETWEEN_LENGTHS.exec(source) ?? []
  if (characters === undefined || flags !== "u")
    return `${keep(new RegExp(source, flags))}.test(${value})`
  // To search for a character outside the class takes half the time of matching all inside it.
  const outside = keep(new RegExp(`[^${characters}]`, flags))
  return `${value}.length>=${minimum}&&${value}.length<=${maximum}&&!${outside}.test(${value})`
}

const knownSource = ({ id, payload }: Representation, value: string, keep: Keep): string | null => {
  const bound = (name: string) => Number(payload?.[name])
  switch (id) {
    case "effect/schema/isInt":
      return `Number.isSafeInteger(${value})`
    case "effect/schema/isGreaterThan":
      return `${value}>${bound("exclusiveMinimum")}`
    case "effect/schema/isGreaterThanOrEqualTo":
      return `${value}>=${bound("minimum")}`
    case "effect/schema/isBetween": {
      const above = payload?.["exclusiveMinimum"] === true ? ">" : ">="
      const below = payload?.["exclusiveMaximum"] === true ? "<" : "<="
      return `${value}${above}${bound("minimum")}&&${value}${below}${bound("maximum")}`
    }
    case "effect/schema/isBetweenLength":
      return `${value}.length>=${bound("minimum")}&&${value}.length<=${bound("maximum")}`
    case "effect/schema/isMaxLength":
      return `${value}.length<=${bound("maxLength")}`
    case "effect/schema/isPattern":
      return patternSource(String(payload?.["source"]), String(payload?.["flags"]), value, keep)
    default:
      return null
  }
}

export const checkSource = (
  check: SchemaAST.Check<never>,
  ast: SchemaAST.AST,
  value: string,
  keep: Keep,
): string => {
  if (check._tag === "FilterGroup")
    return check.checks.map((each) => checkSource(each, ast, value, keep)).join("&&")
  const known = knownSource(
    (check.annotations?.representation ?? {}) as Representation,
    value,
    keep,
  )
  if (known !== null) return known
  const passes = (input: never) => check.run(input, ast, {}) === undefined
  return `${keep(passes)}(${value})`
}
