/**
 * May this document be a brand's configuration? It is taken whole or refused whole: not JSON, not of the
 * contract's shape, of another brand, or in colours that people could not read. The reason names the
 * place and never what stands there. Pure; called for what a partner host says and for the copy on disk.
 */
import { Cause, Exit, Option, Result, Schema, SchemaIssue } from "effect"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { brandColoursFault } from "@foldcast/rules/brand-colours"
import { PartnerCopy } from "./partner-copy.ts"

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const placeOf = (cause: Cause.Cause<Schema.SchemaError>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  const path = error === undefined ? [] : (formatIssues(error.issue).issues[0]?.path ?? [])
  const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")
  return place === "" ? "the document" : place
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const decoding =
  <A>(schema: Schema.Codec<A, unknown>, configurationOf: (value: A) => PartnerConfiguration) =>
  (text: string, id: string): Result.Result<A, string> => {
    const exit = Schema.decodeUnknownExit(schema)(json(text))
    if (Exit.isFailure(exit)) return Result.fail(`${placeOf(exit.cause)} is not as agreed`)
    const configuration = configurationOf(exit.value)
    if (configuration.id !== id) return Result.fail("id is another brand's")
    const fault = brandColoursFault(configuration.colours)
    return fault === null ? Result.succeed(exit.value) : Result.fail(fault)
  }

export const readConfiguration = decoding(
  PartnerConfiguration,
  (configuration: PartnerConfiguration) => configuration,
)

export const readPartnerCopy = decoding(PartnerCopy, ({ configuration }) => configuration)
