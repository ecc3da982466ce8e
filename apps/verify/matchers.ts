/**
 * Pact matchers, derived from the schemas that decode (law L10): nobody writes a matcher by hand. The example
 * decides which values are shown and which optional members are promised; the schema decides which values are
 * accepted.
 *
 *   text            type, and its pattern or length      whole number   integer, and not negative
 *   literal         equality                             boolean, number  type
 *   simple union    one pattern over the JSON text       union of objects the member the example is,
 *                                                                         null or any where that is null
 *   list            at least one, each like the first    record         every shown value
 *
 * An example that its own schema refuses is a programming error.
 */
import { Schema, type SchemaAST } from "effect"
import { isWholeNumber, refusesNegative, stringPattern, unionPattern } from "./text-pattern.ts"

/** Pact's integration format: plain JSON, with `pact:matcher:type` for a rule. */
export type PactTemplate =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<PactTemplate>
  | { readonly [key: string]: PactTemplate }

interface Place {
  readonly path: string
  /** Lists inside a list's elements may be empty, because elements differ. */
  readonly withinList: boolean
}

const rule = (name: string, rest: { readonly [key: string]: PactTemplate } = {}): PactTemplate => ({
  "pact:matcher:type": name,
  ...rest,
})

/** Several rules that must all hold. */
const rules = (all: ReadonlyArray<PactTemplate>, value: PactTemplate): PactTemplate => ({
  "pact:matcher:type": all,
  value,
})

const like = (value: PactTemplate) => rule("type", { value })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const underivable = (place: Place, what: string) =>
  new Error(`no matcher can be derived at ${place.path === "" ? "the top" : place.path}: ${what}`)

const ofString = (ast: SchemaAST.AST, example: string): PactTemplate => {
  const pattern = stringPattern(ast)
  return pattern === undefined
    ? like(example)
    : rules([rule("type"), rule("regex", { regex: `^${pattern}$` })], example)
}

const ofNumber = (ast: SchemaAST.AST, example: number): PactTemplate => {
  if (!isWholeNumber(ast)) return rule("number", { value: example })
  return refusesNegative(ast)
    ? rules([rule("integer"), rule("regex", { regex: String.raw`^\d+$` })], example)
    : rule("integer", { value: example })
}

const NULL_OR_MORE = String.raw`^(?:null|[{\[][\s\S]*[}\]])$`

const ofUnion = (ast: SchemaAST.Union, example: unknown, place: Place): PactTemplate => {
  const pattern = unionPattern(ast.types)
  if (pattern !== undefined)
    return rule("regex", { regex: pattern, value: example as PactTemplate })
  // A null in the example does not promise null. Any other value is accepted without a check.
  if (example === null) return rule("regex", { regex: NULL_OR_MORE, value: null })
  const member = ast.types.find((type) => Schema.is(Schema.make(type))(example))
  if (member === undefined) throw underivable(place, "the example is no member of the union")
  return derive(member, example, place)
}

const ofObjects = (
  ast: SchemaAST.Objects,
  example: Readonly<Record<string, unknown>>,
  place: Place,
): PactTemplate => {
  const types = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  const rest = ast.indexSignatures[0]?.type
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const inner = { path: `${place.path}.${name}`, withinList: place.withinList }
      const type = types.get(name) ?? rest
      if (type === undefined) throw underivable(inner, "the schema has no such member")
      return [name, derive(type, value, inner)]
    }),
  )
}

const ofArrays = (
  ast: SchemaAST.Arrays,
  example: ReadonlyArray<unknown>,
  place: Place,
): PactTemplate => {
  const [element] = ast.rest
  if (element === undefined) throw underivable(place, "a tuple")
  const inner = { path: `${place.path}[]`, withinList: true }
  const [first] = example
  if (first === undefined) throw underivable(place, "a list needs an example of its elements")
  return rule("type", { min: place.withinList ? 0 : 1, value: [derive(element, first, inner)] })
}

const derive = (ast: SchemaAST.AST, example: unknown, place: Place): PactTemplate => {
  if (ast.encoding !== undefined)
    throw underivable(place, "the wire's form differs from the decoded one")
  switch (ast._tag) {
    case "Null":
      return rule("null", { value: null })
    case "Literal":
      return rule("equality", { value: example as PactTemplate })
    case "String":
      return ofString(ast, String(example))
    case "Number":
      return ofNumber(ast, Number(example))
    case "Boolean":
    case "Unknown":
      return like(example as PactTemplate)
    case "Union":
      return ofUnion(ast, example, place)
    case "Objects":
      if (isObject(example)) return ofObjects(ast, example, place)
      throw underivable(place, "the example is no object")
    case "Arrays":
      if (Array.isArray(example)) return ofArrays(ast, example, place)
      throw underivable(place, "the example is no list")
    default:
      throw underivable(place, `a schema of kind ${ast._tag}`)
  }
}

/**
 * The matcher of a whole body. The example must be one that the schema decodes. An answer's own lists must have
 * an element, or their elements would not be checked; a document of settings may leave them empty.
 * @internal The tests that write the pacts call it.
 */
export const matcherOf = <S extends Schema.Top>(
  schema: S,
  example: S["Encoded"],
  lists: "atLeastOne" | "mayBeEmpty" = "atLeastOne",
): PactTemplate => {
  if (!Schema.is(schema)(example)) throw new Error("the example is not one that its schema accepts")
  return derive(schema.ast, example, { path: "", withinList: lists === "mayBeEmpty" })
}
