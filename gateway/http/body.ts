/**
 * Reads the body of a request: bounded while it arrives, strict UTF-8; JSON of bounded depth, decoded by a schema.
 * Errors name a field by its path and never repeat its value.
 */
import { Cause, Data, Effect, Exit, Option, Schema, SchemaIssue } from "effect"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import type { ProblemKind } from "../problem-kinds.ts"

/** Levels of arrays and objects; no contract needs more than six. */
const MAX_DEPTH = 16

/** The body is refused; `kind` and `label` are the problem to answer with. */
export class BodyRefused extends Data.TaggedError("BodyRefused")<{
  readonly kind: Extract<ProblemKind, "malformed" | "tooLarge" | "unsupportedMediaType">
  readonly label: string
}> {}

const malformed = (path: string) =>
  new BodyRefused({ kind: "malformed", label: `badRequest.${path}` })
const tooLarge = new BodyRefused({ kind: "tooLarge", label: "request.tooLarge" })

const collect = async (
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | "tooLarge"> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) return "tooLarge"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const parse = (text: string): Exit.Exit<unknown, BodyRefused> => {
  const read = parseJson(text)
  if (read._tag === "Value") return Exit.succeed(read.value)
  return Exit.fail(malformed(read.why === "depth" ? "depth" : "json"))
}

/** Finds excessive depth, or a `__proto__` member, which could pollute a prototype when copied. */
const hostile = (value: unknown, depth: number): "depth" | "proto" | undefined => {
  if (value === null || typeof value !== "object") return undefined
  if (depth > MAX_DEPTH) return "depth"
  if (!Array.isArray(value) && Object.hasOwn(value, "__proto__")) return "proto"
  for (const member of Object.values(value)) {
    const found = hostile(member, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Only identifiers are repeated: a key of a record is the sender's own text. */
const stepName = (step: PropertyKey): string =>
  /^[A-Za-z0-9_]{1,40}$/u.test(String(step)) ? String(step) : "_"

const pathOf = (error: Schema.SchemaError): string => {
  const path = formatIssues(error.issue).issues[0]?.path ?? []
  const names = path.map((step) => stepName(typeof step === "object" ? step.key : step))
  return names.length === 0 ? "body" : names.join(".")
}

const declaredLength = (request: Request): number =>
  Number(request.headers.get("content-length") ?? 0)

/**
 * Reads at most `maxBytes`; fails with `badRequest.` and its `name` where there is none. A body that breaks off (the
 * connection was lost) is malformed too: no client waits for the answer.
 */
export const readBytes = (
  request: Request,
  name: string,
  maxBytes: number,
): Effect.Effect<Uint8Array, BodyRefused> =>
  Effect.gen(function* () {
    const encoding = request.headers.get("content-encoding")
    if (encoding !== null && encoding !== "identity") {
      return yield* new BodyRefused({
        kind: "unsupportedMediaType",
        label: "request.contentEncoding",
      })
    }
    if (declaredLength(request) > maxBytes) return yield* tooLarge
    const { body } = request
    if (body === null) return yield* malformed(name)
    const bytes = yield* Effect.tryPromise({
      try: () => collect(body, maxBytes),
      catch: () => malformed(name),
    })
    return bytes === "tooLarge" ? yield* tooLarge : bytes
  })

/** The same of strict UTF-8. */
export const readText = (
  request: Request,
  name: string,
  maxBytes: number,
): Effect.Effect<string, BodyRefused> =>
  Effect.flatMap(readBytes(request, name, maxBytes), (bytes) =>
    Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => malformed(name),
    }),
  )

/** `label` of a refused field is `badRequest.` and its path: `badRequest.command.email`. */
export const readJson = <A>(
  request: Request,
  schema: Schema.Codec<A, unknown>,
  maxBytes: number,
): Effect.Effect<A, BodyRefused> =>
  Effect.gen(function* () {
    const parsed = yield* parse(yield* readText(request, "json", maxBytes))
    const found = hostile(parsed, 1)
    if (found !== undefined) return yield* malformed(found)
    const decoded = Schema.decodeUnknownExit(schema)(parsed)
    if (Exit.isSuccess(decoded)) return decoded.value
    const error = Option.getOrUndefined(Cause.findErrorOption(decoded.cause))
    return yield* malformed(error === undefined ? "body" : pathOf(error))
  })
