/** The contracts' own schema with the decoder that gateway and replay use. */
import "effect/schema/SchemaJITCompiler/enable"
import { Exit } from "effect"
import { compiledDecoder } from "@foldcast/contracts/decoding/compiled-decoder"
import { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Options } from "../harness/contest.ts"
import { measureDecoder } from "./decode-pass.ts"

export const run = (options: Options) => {
  const decode = compiledDecoder(Envelope)
  return measureDecoder((input) => Exit.isSuccess(decode(input)), options)
}
