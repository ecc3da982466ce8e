/**
 * The stand-alone verifier. `npm run pack:verify` packs it into one file with the pacts inside
 * (tools/pack-verify.ts). It runs on a plain Node.js 20, in an empty folder.
 */
import { makeProgram, runProgram } from "../run-program.ts"
import { addServices } from "./command.ts"

const program = makeProgram(
  "foldcast-verify",
  "Verifies that a running service keeps the contracts that Foldcast's gateway has with it.",
)
addServices(program)
await runProgram(program)
