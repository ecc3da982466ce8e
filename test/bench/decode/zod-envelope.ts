/**
 * The envelope and the union of facts as zod schemas, as one would write them by hand. They are derived from the
 * contracts' schemas, so that a new fact needs no change here. agreement.ts shows that they mean the same.
 */
import { SchemaAST } from "effect"
import { Envelope } from "@foldcast/contracts/stream/envelope"
import { z } from "zod"

/** What an Effect check requires, by its name. */
interface Asked {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

const unknownHere = (what: string): never => {
  throw new Error(`zod-envelope.ts does not know ${what}`)
}

const askedOf = ({ checks }: SchemaAST.AST): ReadonlyArray<Asked> =>
  (checks ?? []).map(
    ({ annotations }) =>
      (annotations?.["representation"] as Asked | undefined) ?? unknownHere("a check"),
  )

const INTEGER = "effect/schema/isInt"

const textOf = (ast: SchemaAST.AST): z.ZodString => {
  let schema = z.string()
  for (const { id, payload } of askedOf(ast)) {
    const { minimum = 0, maximum, maxLength, source, flags } = payload ?? {}
    if (id === "effect/schema/isPattern")
      schema = schema.regex(new RegExp(String(source), String(flags)))
    else if (id === "effect/schema/isBetweenLength")
      schema = schema.min(Number(minimum)).max(Number(maximum))
    else if (id === "effect/schema/isMaxLength") schema = schema.max(Number(maxLength))
    else unknownHere(id)
  }
  return schema
}

const numberOf = (ast: SchemaAST.AST): z.ZodType => {
  const asked = askedOf(ast)
  let schema: z.ZodNumber = asked.some(({ id }) => id === INTEGER) ? z.int() : z.number()
  for (const { id, payload } of asked) {
    if (id === "effect/schema/isBetween")
      schema = schema.min(Number(payload?.["minimum"])).max(Number(payload?.["maximum"]))
    else if (id === "effect/schema/isGreaterThan")
      schema = schema.gt(Number(payload?.["exclusiveMinimum"]))
    else if (id !== INTEGER) unknownHere(id)
  }
  return schema
}

const objectOf = ({ propertySignatures, indexSignatures }: SchemaAST.Objects) => {
  if (indexSignatures.length > 0) unknownHere("a record")
  return z.object(
    Object.fromEntries(
      propertySignatures.map(({ name, type }) => {
        const schema = zodOf(type)
        return [name, SchemaAST.isOptional(type) ? schema.exactOptional() : schema]
      }),
    ),
  )
}

const membersOf = ({ types }: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  types.flatMap((type) => (type._tag === "Union" ? membersOf(type) : [type]))

const unionOf = (ast: SchemaAST.Union): z.ZodType => {
  const types = membersOf(ast)
  const others = types.filter(({ _tag }) => _tag !== "Null")
  const [first] = others
  if (others.length < types.length)
    return first !== undefined && others.length === 1
      ? zodOf(first).nullable()
      : unknownHere("null among several")
  const literals = others.flatMap((type) => (type._tag === "Literal" ? [String(type.literal)] : []))
  if (literals.length === others.length) return z.enum(literals)
  const [member, ...members] = others.map((type) =>
    type._tag === "Objects" ? objectOf(type) : unknownHere(`a union with ${type._tag}`),
  )
  return member === undefined
    ? unknownHere("an empty union")
    : z.discriminatedUnion("_tag", [member, ...members])
}

function zodOf(ast: SchemaAST.AST): z.ZodType {
  switch (ast._tag) {
    case "String":
      return textOf(ast)
    case "Number":
      return numberOf(ast)
    case "Boolean":
      return z.boolean()
    case "Null":
      return z.null()
    case "Literal":
      return z.literal(ast.literal as string | number | boolean)
    case "Objects":
      return objectOf(ast)
    case "Union":
      return unionOf(ast)
    case "Arrays": {
      const [item] = ast.rest
      return item !== undefined && ast.elements.length === 0
        ? z.array(zodOf(item))
        : unknownHere("a tuple")
    }
    default:
      return unknownHere(ast._tag)
  }
}

export const ZodEnvelope = zodOf(Envelope.ast)
