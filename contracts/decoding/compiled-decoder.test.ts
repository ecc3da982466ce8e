import { Effect, Exit, Option, Schema, type SchemaAST, SchemaGetter, SchemaParser } from "effect"
import { describe, expect, it } from "vitest"
import { CapturedClientFact, CapturedEvent } from "../capture/capture.ts"
import { ClientFact } from "../client-facts/client-fact.ts"
import { Envelope } from "../stream/envelope.ts"
import { BrowserFrame } from "../stream/frames.ts"
import { MEMBER_EVENTS } from "../upstream/member-socket.ts"
import { compiledCode, compiledDecoder, REFUSED } from "./compiled-decoder.ts"

/** What gateway and replay read most. */
const AT_HOT_BORDERS: Readonly<Record<string, Schema.Top>> = {
  Envelope,
  "an envelope's line of a capture": Schema.Struct({
    ...CapturedEvent.fields,
    ...Envelope.fields,
  }),
  "a client fact's line": Schema.Struct({ ...CapturedClientFact.fields, fact: ClientFact }),
  BrowserFrame,
  ...MEMBER_EVENTS,
}

/** What the contracts have nowhere, or at no hot border. */
const OTHERS: Readonly<Record<string, Schema.Top>> = {
  "members with a default or a transformation": Schema.Struct({
    a: Schema.NumberFromString,
    b: Schema.optionalKey(Schema.NumberFromString),
    c: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("none"))),
    d: Schema.UndefinedOr(Schema.String).pipe(
      Schema.decodeTo(Schema.String, {
        decode: SchemaGetter.transform((text) => text ?? "none"),
        encode: SchemaGetter.transform((text) => text),
      }),
    ),
    e: Schema.optionalKey(Schema.String).pipe(
      Schema.decodeTo(Schema.optionalKey(Schema.String), {
        decode: SchemaGetter.transformOptional(Option.orElseSome(() => "none")),
        encode: SchemaGetter.transformOptional((text) => text),
      }),
    ),
  }),
  "members that may be undefined": Schema.Struct({
    a: Schema.Unknown,
    b: Schema.UndefinedOr(Schema.String),
    c: Schema.optional(Schema.Boolean),
    d: Schema.Void,
  }),
  "every bound": Schema.Struct({
    a: Schema.Number.check(Schema.isBetween({ minimum: -1, maximum: 8, exclusiveMaximum: true })),
    b: Schema.Number.check(Schema.isGreaterThanOrEqualTo(0)),
    c: Schema.Number.check(
      Schema.isBetween({ minimum: 0, maximum: 9, exclusiveMinimum: true }),
      Schema.isMultipleOf(2),
    ),
    d: Schema.Array(Schema.Int).check(Schema.isMaxLength(1), Schema.isUnique()),
    e: Schema.String.check(Schema.isPattern(/^[a-z]{1,64}$/i)),
    f: Schema.String.check(Schema.isPattern(/x/gu)),
    g: Schema.String.check(Schema.makeFilter((text) => !text.includes("/"))),
  }),
  unions: Schema.Struct({
    one: Schema.Union([Schema.Struct({ a: Schema.String }), Schema.Struct({ b: Schema.Int })]),
    either: Schema.Union([Schema.String, Schema.Null, Schema.Array(Schema.Boolean)]),
    only: Schema.Union([Schema.Int, Schema.Number, Schema.String], { mode: "oneOf" }),
    tagged: Schema.Union([
      Schema.Struct({ k: Schema.Literal(1), a: Schema.Int }),
      Schema.Struct({ k: Schema.Literal("1"), a: Schema.String }),
    ]),
  }),
  "other containers": Schema.Struct({
    record: Schema.Record(Schema.String, Schema.Int),
    rest: Schema.StructWithRest(Schema.Struct({ a: Schema.Int }), [
      Schema.Record(Schema.String, Schema.Unknown),
    ]),
    tuple: Schema.Tuple([Schema.Int, Schema.String]),
    empty: Schema.Struct({}),
  }),
  "a key that means something else": Schema.Struct({
    ["__proto__"]: Schema.optionalKey(Schema.Int),
  }),
}

const LEAVES: ReadonlyArray<unknown> = [
  "abcdefgh-_9",
  "/a",
  "a",
  "",
  "1",
  "x".repeat(65),
  "€".repeat(300),
  "abcdefgh\n",
  "2026-01-31T12:00:00.000Z",
  1,
  0,
  -0,
  2,
  8,
  -1,
  1.5,
  2 ** 53,
  Number.NaN,
  true,
  null,
  undefined,
  [],
  [1, 1],
  {},
]

type Tree = SchemaAST.AST

const accepts = (ast: Tree) => {
  const decode = SchemaParser.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(ast))
  return (input: unknown) => Exit.isSuccess(decode(input))
}

const valid = new WeakMap<Tree, unknown>()

/** One input that the schema accepts, from which the others are made. */
const validOf = (ast: Tree): unknown => {
  if (!valid.has(ast)) valid.set(ast, makeValid(ast))
  return valid.get(ast)
}

const makeValid = (ast: Tree): unknown => {
  if (ast.encoding !== undefined) return LEAVES.find(accepts(ast))
  switch (ast._tag) {
    case "Literal":
      return ast.literal
    case "Union":
      return validOf(ast.types[0] ?? ast)
    case "Objects":
      return Object.fromEntries(
        ast.propertySignatures.map(({ name, type }) => [name, validOf(type)] as const),
      )
    case "Arrays":
      return [...ast.elements, ...ast.rest].map(validOf)
    default:
      return LEAVES.find(accepts(ast))
  }
}

/** Inputs that differ from a valid one in one place, at every place: a key left out, too many, another value. */
function* inputsOf(ast: Tree): Generator<unknown> {
  yield* LEAVES
  if (ast.encoding !== undefined) return
  const good = validOf(ast)
  yield good
  switch (ast._tag) {
    case "Union":
      for (const type of ast.types) yield* inputsOf(type)
      return
    case "Objects":
      yield { ...(good as object), extra: 1, constructor: null }
      for (const { name, type } of ast.propertySignatures) {
        for (const input of inputsOf(type)) yield { ...(good as object), [name]: input }
        const { [name]: _left, ...others } = good as Record<PropertyKey, unknown>
        yield others
      }
      return
    case "Arrays":
      for (const item of ast.rest) {
        for (const input of inputsOf(item)) yield [...(good as ReadonlyArray<unknown>), input]
      }
      return
    default:
  }
}

/** Keeps the members' order, and tells apart what JSON does not. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    member === undefined || Object.is(member, -0) || Number.isNaN(member)
      ? `${typeof member} ${String(member)}`
      : member,
  )

/** How many inputs were accepted, and how many of those the compiled code left to Effect. */
const compare = (schema: Schema.Top) => {
  const codec = schema as Schema.Codec<unknown>
  const expected = SchemaParser.decodeUnknownExit(codec)
  const decode = compiledDecoder(codec)
  const code = compiledCode(codec)
  let [accepted, left] = [0, 0]
  for (const input of inputsOf(schema.ast)) {
    const [wanted, found] = [expected(input), decode(input)]
    const alone = code?.(input)
    if (Exit.isSuccess(wanted)) {
      accepted += 1
      if (alone === REFUSED) left += 1
      const same = text(wanted.value)
      const isSame = Exit.isSuccess(found) && text(found.value) === same
      if (!isSame || (alone !== REFUSED && text(alone) !== same))
        expect.fail(`read otherwise: ${text(input)}`)
    } else if (Exit.isSuccess(found) || alone !== REFUSED) {
      expect.fail(`accepted: ${text(input)}`)
    }
  }
  return { accepted, left }
}

describe("the compiled decoder", () => {
  it.each(Object.entries(AT_HOT_BORDERS))(
    "accepts %s where the schema does, with the same value, by its own code",
    (_name, schema) => {
      const { accepted, left } = compare(schema)
      expect(accepted).toBeGreaterThan(0)
      expect(left).toBe(0)
    },
  )

  it.each(Object.entries(OTHERS))("agrees with the schema on %s", (_name, schema) => {
    expect(compare(schema).accepted).toBeGreaterThan(0)
  })

  it("explains a refusal as Effect does", () => {
    const input = { credits: "many" }
    const refused = compiledDecoder(MEMBER_EVENTS.setCredits)(input)
    expect(refused).toEqual(SchemaParser.decodeUnknownExit(MEMBER_EVENTS.setCredits)(input))
    expect(Exit.isFailure(refused)).toBe(true)
  })

  it("decodes where the platform makes no code at run time", () => {
    const { Function: made } = globalThis
    globalThis.Function = (() => {
      throw new EvalError("unsafe-eval is not allowed")
    }) as unknown as FunctionConstructor
    try {
      const decode = compiledDecoder(MEMBER_EVENTS.setCredits)
      expect(Exit.isSuccess(decode({ credits: 1 }))).toBe(true)
      expect(Exit.isSuccess(decode({ credits: -1 }))).toBe(false)
    } finally {
      globalThis.Function = made
    }
  })
})
