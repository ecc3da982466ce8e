import type { Options } from "../harness/contest.ts"
import { measureDecoder } from "./decode-pass.ts"
import { ZodEnvelope } from "./zod-envelope.ts"

export const run = (options: Options) =>
  measureDecoder((input) => ZodEnvelope.safeParse(input).success, options)
