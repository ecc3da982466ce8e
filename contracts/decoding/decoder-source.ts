/**
 * A schema as the JavaScript that decodes it, synchronously and without issues. Pure.
 *
 * What this does not write itself (transformations, tuples, records, recursion) the code asks Effect for,
 * node by node. Where Effect would do more than read a key, for a missing one that has a default, the code
 * refuses, and its caller asks Effect for the whole.
 */
import { Schema, SchemaAST, SchemaParser } from "effect"
import { checkSource } from "./check-source.ts"

export interface DecoderSource {
  /** The body of a function of `C`, the constants, and `R`, what stands for a refused input. */
  readonly source: string
  readonly constants: ReadonlyArray<unknown>
}

const isUnencoded = (ast: SchemaAST.AST): boolean =>
  ast.encoding === undefined && !("encodingChecks" in ast && ast.encodingChecks !== undefined)

const isOptional = (ast: SchemaAST.AST): boolean => ast.context?.isOptional ?? false

const NEVER_UNDEFINED: ReadonlySet<string> = new Set([
  "String",
  "Number",
  "Boolean",
  "Null",
  "Literal",
  "Arrays",
  "Objects",
])

const isLiteral = (ast: SchemaAST.AST): ast is SchemaAST.Literal =>
  ast._tag === "Literal" && isUnencoded(ast) && ast.checks === undefined

const literalOf = (ast: SchemaAST.AST, key: PropertyKey): SchemaAST.LiteralValue | undefined => {
  if (ast._tag !== "Objects" || !isUnencoded(ast)) return undefined
  const type = ast.propertySignatures.find(({ name }) => name === key)?.type
  return type !== undefined && isLiteral(type) && !isOptional(type) ? type.literal : undefined
}

/** The property whose literal tells the members of a union apart, if there is one. */
const tagOf = ({ types }: SchemaAST.Union): string | null => {
  const [first] = types
  if (first?._tag !== "Objects") return null
  for (const { name } of first.propertySignatures) {
    const literals = new Set(types.map((type) => literalOf(type, name)))
    const isTag = literals.size === types.length && !literals.has(undefined)
    if (typeof name === "string" && isTag) return name
  }
  return null
}

/**
 * Each method pushes statements, which return `R` where the input is refused, and answers the expression
 * of the decoded value.
 */
class Writer {
  readonly constants: Array<unknown> = []
  readonly functions: Array<string> = []
  #names = 0

  #name(): string {
    this.#names += 1
    return `v${this.#names}`
  }

  readonly #keep = (value: unknown): string => `C[${this.constants.push(value) - 1}]`

  /** The name of a function that decodes one node; its callers have compared `tag`. */
  function(ast: SchemaAST.AST, tag?: string): string {
    const name = this.#name()
    const body: Array<string> = []
    const output = this.#value(ast, "i", body, tag)
    this.functions.push(`function ${name}(i){${body.join(";")};return ${output}}`)
    return name
  }

  #value(ast: SchemaAST.AST, input: string, body: Array<string>, tag?: string): string {
    if (!isUnencoded(ast)) return this.#byEffect(ast, input, body)
    const output = this.#unchecked(ast, input, body, tag)
    if (ast.checks === undefined) return output
    const value = this.#name()
    body.push(`const ${value}=${output}`)
    for (const check of ast.checks)
      body.push(`if(!(${checkSource(check, ast, value, this.#keep)}))return R`)
    return value
  }

  #byEffect(ast: SchemaAST.AST, input: string, body: Array<string>): string {
    const exit = this.#name()
    const decode = SchemaParser.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(ast))
    body.push(`const ${exit}=${this.#keep(decode)}(${input})`)
    body.push(`if(${exit}._tag!=="Success")return R`)
    return `${exit}.value`
  }

  #unchecked(ast: SchemaAST.AST, input: string, body: Array<string>, tag?: string): string {
    switch (ast._tag) {
      case "String":
      case "Number":
      case "Boolean":
        body.push(`if(typeof ${input}!=="${ast._tag.toLowerCase()}")return R`)
        return input
      case "Null":
        body.push(`if(${input}!==null)return R`)
        return input
      case "Literal":
        body.push(`if(${input}!==${this.#keep(ast.literal)})return R`)
        return input
      case "Unknown":
        return input
      case "Arrays":
        return this.#list(ast, input, body)
      case "Union":
        return this.#union(ast, input, body)
      case "Objects":
        return this.#object(ast, input, body, tag)
      default:
        return this.#byEffect(ast, input, body)
    }
  }

  #list(ast: SchemaAST.Arrays, input: string, body: Array<string>): string {
    const [item, tail] = ast.rest
    if (ast.elements.length > 0 || item === undefined || tail !== undefined)
      return this.#byEffect(ast, input, body)
    const [output, index, value] = [this.#name(), this.#name(), this.#name()]
    const each = [`const ${value}=${input}[${index}]`]
    const decoded = this.#value(item, value, each)
    body.push(
      `if(!Array.isArray(${input}))return R`,
      `const ${output}=[]`,
      `for(let ${index}=0;${index}<${input}.length;${index}++){${each.join(";")};${output}.push(${decoded})}`,
    )
    return output
  }

  #union(ast: SchemaAST.Union, input: string, body: Array<string>): string {
    if (ast.options?.mode === "oneOf") return this.#byEffect(ast, input, body)
    if (ast.types.every(isLiteral)) {
      const literals = new Set(ast.types.map(({ literal }) => literal))
      body.push(`if(!${this.#keep(literals)}.has(${input}))return R`)
      return input
    }
    const output = this.#name()
    const tag = tagOf(ast)
    if (tag === null) {
      const tries = ast.types.map((type) => `(${output}=${this.function(type)}(${input}))!==R`)
      body.push(`let ${output}`, `if(!(${tries.join("||")}))return R`)
      return output
    }
    const [members, member] = [this.#name(), this.#name()]
    const entries = ast.types.map(
      (type) => `[${this.#keep(literalOf(type, tag))},${this.function(type, tag)}]`,
    )
    this.functions.push(`const ${members}=new Map([${entries.join(",")}])`)
    body.push(
      `if(typeof ${input}!=="object"||${input}===null)return R`,
      `const ${member}=${members}.get(${input}[${JSON.stringify(tag)}])`,
      `if(${member}===void 0)return R`,
      `const ${output}=${member}(${input})`,
      `if(${output}===R)return R`,
    )
    return output
  }

  /** A literal up to the first optional member, so that the members keep the schema's order. */
  #object(ast: SchemaAST.Objects, input: string, body: Array<string>, tag?: string): string {
    const { propertySignatures, indexSignatures } = ast
    const isNamed = propertySignatures.every(
      ({ name }) => typeof name === "string" && name !== "__proto__",
    )
    if (propertySignatures.length === 0 || indexSignatures.length > 0 || !isNamed)
      return this.#byEffect(ast, input, body)

    body.push(`if(typeof ${input}!=="object"||${input}===null||Array.isArray(${input}))return R`)
    const output = this.#name()
    const literal: Array<string> = []
    const assigned: Array<string> = []
    for (const { name, type } of propertySignatures) {
      const key = JSON.stringify(name)
      const value = this.#name()
      const missing = `${value}===void 0&&!(${key} in ${input})`
      body.push(`const ${value}=${input}[${key}]`)
      if (isOptional(type) && isUnencoded(type)) {
        const present: Array<string> = []
        const decoded = this.#value(type, value, present)
        assigned.push(`if(!(${missing})){${present.join(";")};${output}[${key}]=${decoded}}`)
        continue
      }
      if (!isUnencoded(type) || !NEVER_UNDEFINED.has(type._tag)) body.push(`if(${missing})return R`)
      // The schema's own text for the tag: whoever looks it up next need not hash another.
      const isTag = name === tag && type._tag === "Literal" && typeof type.literal === "string"
      const decoded = isTag ? this.#keep(type.literal) : this.#value(type, value, body)
      if (assigned.length === 0) literal.push(`${key}:${decoded}`)
      else assigned.push(`${output}[${key}]=${decoded}`)
    }
    body.push(`const ${output}={${literal.join(",")}}`, ...assigned)
    return output
  }
}

export const decoderSource = (ast: SchemaAST.AST): DecoderSource => {
  const writer = new Writer()
  const main = writer.function(ast)
  return {
    source: `"use strict";${writer.functions.join(";")};return ${main}`,
    constants: writer.constants,
  }
}
