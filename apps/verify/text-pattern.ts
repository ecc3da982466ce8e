/**
 * The text that a schema of a single value accepts, as a regular expression for Pact's engine and JavaScript.
 * Pact's regex rule tests the JSON text of numbers, booleans and null, so one pattern can express a union of
 * such values. Pure.
 */
import type { SchemaAST } from "effect"

interface Representation {
  readonly id: string
  readonly payload: unknown
}

const representations = (ast: SchemaAST.AST): ReadonlyArray<Representation> =>
  (ast.checks ?? []).flatMap((check) => {
    const { representation } = (check.annotations ?? {}) as {
      readonly representation?: Representation
    }
    return representation === undefined ? [] : [representation]
  })

const payloadOf = (
  ast: SchemaAST.AST,
  id: string,
): Readonly<Record<string, unknown>> | undefined => {
  const found = representations(ast).find((representation) => representation.id === id)
  return found === undefined ? undefined : ((found.payload ?? {}) as Record<string, unknown>)
}

const numberOf = (value: unknown, otherwise: number) =>
  typeof value === "number" ? value : otherwise

export const isWholeNumber = (ast: SchemaAST.AST): boolean =>
  payloadOf(ast, "effect/schema/isInt") !== undefined

/** Whether the schema refuses numbers below zero. */
export const refusesNegative = (ast: SchemaAST.AST): boolean => {
  const least = Math.max(
    numberOf(payloadOf(ast, "effect/schema/isBetween")?.["minimum"], Number.NEGATIVE_INFINITY),
    numberOf(
      payloadOf(ast, "effect/schema/isGreaterThanOrEqualTo")?.["minimum"],
      Number.NEGATIVE_INFINITY,
    ),
    numberOf(
      payloadOf(ast, "effect/schema/isGreaterThan")?.["exclusiveMinimum"],
      Number.NEGATIVE_INFINITY,
    ),
  )
  return least >= 0
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)

const LONGEST_REPEAT = 1_000

/** The pattern of a string without anchors; undefined when every string is accepted. */
export const stringPattern = (ast: SchemaAST.AST): string | undefined => {
  const source = payloadOf(ast, "effect/schema/isPattern")?.["source"]
  if (typeof source === "string") return source.replace(/^\^/u, "").replace(/\$$/u, "")
  const between = payloadOf(ast, "effect/schema/isBetweenLength")
  const minimum = numberOf(
    between?.["minimum"] ?? payloadOf(ast, "effect/schema/isMinLength")?.["minLength"],
    0,
  )
  const maximum = numberOf(
    between?.["maximum"] ?? payloadOf(ast, "effect/schema/isMaxLength")?.["maxLength"],
    Number.POSITIVE_INFINITY,
  )
  if (minimum === 0 && maximum === Number.POSITIVE_INFINITY) return undefined
  const bound = maximum <= LONGEST_REPEAT ? String(maximum) : ""
  return String.raw`[\s\S]{${minimum},${bound}}`
}

const textOf = (ast: SchemaAST.AST, siblings: ReadonlyArray<SchemaAST.AST>): string | undefined => {
  switch (ast._tag) {
    case "Null":
      return "null"
    case "Boolean":
      return "true|false"
    case "Literal":
      return escaped(String(ast.literal))
    case "Number":
      return isWholeNumber(ast)
        ? refusesNegative(ast)
          ? String.raw`\d+`
          : String.raw`-?\d+`
        : String.raw`-?[\d.eE+-]+`
    case "String": {
      // A string must not look like null, a boolean, an object or a list.
      const has = (tag: SchemaAST.AST["_tag"]) => siblings.some((sibling) => sibling._tag === tag)
      const words = [...(has("Null") ? [] : ["null"]), ...(has("Boolean") ? [] : ["true", "false"])]
      const not = words.length === 0 ? "" : `(?!(?:${words.join("|")})$)`
      return String.raw`${not}(?![{\[])${stringPattern(ast) ?? String.raw`[\s\S]*`}`
    }
    default:
      return undefined
  }
}

/** The pattern of a union of simple values; undefined where a member is an object or a list. */
export const unionPattern = (members: ReadonlyArray<SchemaAST.AST>): string | undefined => {
  const texts = members.map((member) => textOf(member, members))
  return texts.every((text) => text !== undefined) ? `^(?:${texts.join("|")})$` : undefined
}
