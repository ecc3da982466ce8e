/**
 * A Pact V4 file as the verifier reads it: HTTP exchanges and asynchronous messages. A file with an unknown
 * rule is refused, so no rule is skipped silently.
 */
import { readFileSync } from "node:fs"
import { Cause, Exit, Schema } from "effect"

const Json = Schema.Unknown

/** The rules that matchers.ts derives. */
const Matcher = Schema.Union([
  Schema.Struct({ match: Schema.Literal("type"), min: Schema.optionalKey(Schema.Int) }),
  Schema.Struct({ match: Schema.Literals(["integer", "number", "null", "equality"]) }),
  Schema.Struct({ match: Schema.Literal("regex"), regex: Schema.String }),
  /** For a body that is not JSON: its type by its first bytes. */
  Schema.Struct({ match: Schema.Literal("contentType"), value: Schema.String }),
])
export type Matcher = typeof Matcher.Type

/** Any status of a class, or one of a list. */
const StatusMatcher = Schema.Struct({
  match: Schema.Literal("statusCode"),
  status: Schema.Union([
    Schema.Literals(["success", "clientError", "serverError", "error"]),
    Schema.Array(Schema.Int),
  ]),
})
export type StatusMatcher = typeof StatusMatcher.Type

const ruleOf = <S extends Schema.Top>(matcher: S) =>
  Schema.Struct({
    combine: Schema.optionalKey(Schema.Literal("AND")),
    matchers: Schema.Array(matcher),
  })
/** By path: `$.bundles[*].id`. */
const Rules = Schema.Record(Schema.String, ruleOf(Matcher))
export type Rules = typeof Rules.Type

const Generator = Schema.Struct({
  type: Schema.Literal("ProviderState"),
  /** `Bearer ${token}`: a template for the values that the provider's state returned. */
  expression: Schema.String,
})
const Generators = Schema.Record(Schema.String, Generator)
export type Generators = typeof Generators.Type

const Body = Schema.Struct({ content: Json, contentType: Schema.String })
const Headers = Schema.Record(Schema.String, Schema.Array(Schema.String))

const ProviderState = Schema.Struct({
  name: Schema.String,
  params: Schema.optionalKey(Schema.Record(Schema.String, Json)),
})
export type ProviderState = typeof ProviderState.Type

const HttpInteraction = Schema.Struct({
  type: Schema.Literal("Synchronous/HTTP"),
  description: Schema.String,
  providerStates: Schema.optionalKey(Schema.Array(ProviderState)),
  request: Schema.Struct({
    method: Schema.String,
    path: Schema.String,
    query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
    headers: Schema.optionalKey(Headers),
    body: Schema.optionalKey(Body),
    generators: Schema.optionalKey(
      Schema.Struct({
        path: Schema.optionalKey(Generator),
        header: Schema.optionalKey(Generators),
        query: Schema.optionalKey(Generators),
        body: Schema.optionalKey(Generators),
      }),
    ),
  }),
  response: Schema.Struct({
    status: Schema.Int,
    headers: Schema.optionalKey(Headers),
    body: Schema.optionalKey(Body),
    matchingRules: Schema.optionalKey(
      Schema.Struct({
        body: Schema.optionalKey(Rules),
        header: Schema.optionalKey(Rules),
        status: Schema.optionalKey(Schema.Record(Schema.String, ruleOf(StatusMatcher))),
      }),
    ),
  }),
})
export type HttpInteraction = typeof HttpInteraction.Type

const MessageInteraction = Schema.Struct({
  type: Schema.Literal("Asynchronous/Messages"),
  description: Schema.String,
  providerStates: Schema.optionalKey(Schema.Array(ProviderState)),
  contents: Body,
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Json)),
  matchingRules: Schema.optionalKey(Schema.Struct({ body: Schema.optionalKey(Rules) })),
})
export type MessageInteraction = typeof MessageInteraction.Type

const PactFile = Schema.Struct({
  consumer: Schema.Struct({ name: Schema.String }),
  provider: Schema.Struct({ name: Schema.String }),
  interactions: Schema.Array(Schema.Union([HttpInteraction, MessageInteraction])),
})
export type PactFile = typeof PactFile.Type

/** The file cannot be read, is not a Pact V4 file, or has unknown rules. */
export class PactUnreadable extends Schema.TaggedError<PactUnreadable>()("PactUnreadable", {
  file: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `${this.file} cannot be used: ${this.detail}`
  }
}

const decode = Schema.decodeUnknownExit(PactFile, { errors: "first" })

/** `file` names the pact in the thrown `PactUnreadable`. */
export const parsePact = (file: string, text: string): PactFile => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new PactUnreadable({
      file,
      detail: error instanceof Error ? error.message : String(error),
    })
  }
  const exit = decode(parsed)
  if (Exit.isSuccess(exit)) return exit.value
  throw new PactUnreadable({ file, detail: String(Cause.squash(exit.cause)) })
}

/**
 * Throws `PactUnreadable`, or the file system's error for a missing file.
 * @internal Tests read the pacts by it.
 */
export const readPact = (file: string): PactFile => parsePact(file, readFileSync(file, "utf8"))
