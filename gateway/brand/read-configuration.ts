/**
 * Decodes a brand's configuration. It is accepted or refused as a whole. The reason names every wrong place and
 * what is expected there, and never repeats what was found. Pure; used for partner hosts and for the copy on disk.
 */
import { Exit, Result, Schema } from "effect"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { colourFaults, inWords, parsedJson, shapeFaults } from "./configuration-faults.ts"
import { PartnerCopy } from "./partner-copy.ts"

const decoding =
  <A>(schema: Schema.Codec<A, unknown>, configurationOf: (value: A) => PartnerConfiguration) =>
  (text: string, id: string): Result.Result<A, string> => {
    const parsed = parsedJson(text)
    if (Result.isFailure(parsed)) return Result.fail(inWords(parsed.failure))
    const exit = Schema.decodeUnknownExit(schema)(parsed.success, { errors: "all" })
    if (Exit.isFailure(exit)) return Result.fail(inWords(shapeFaults(exit.cause)))
    const configuration = configurationOf(exit.value)
    if (configuration.id !== id) return Result.fail(`id: Expected ${id}, as PARTNERS says`)
    const faults = colourFaults(configuration)
    return faults.length === 0 ? Result.succeed(exit.value) : Result.fail(inWords(faults))
  }

export const readConfiguration = decoding(
  PartnerConfiguration,
  (configuration: PartnerConfiguration) => configuration,
)

export const readPartnerCopy = decoding(PartnerCopy, ({ configuration }) => configuration)
