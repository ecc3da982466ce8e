/** The contracts' own schema with Effect's compiled decoder, as gateway and replay use it. */
import "effect/schema/SchemaJITCompiler/enable"
import { Exit, Schema } from "effect"
import { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Options } from "../harness/contest.ts"
import { measureDecoder } from "./decode-pass.ts"

export const run = (options: Options) => {
  const decode = Schema.decodeUnknownExit(Envelope)
  return measureDecoder((input) => Exit.isSuccess(decode(input)), options)
}
