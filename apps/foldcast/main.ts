/**
 * The command line. Each command is a module that registers itself and loads its code when it runs; a new
 * command is a line in COMMANDS.
 */
import type { Command } from "commander"
import * as capture from "./capture/command.ts"
import * as replay from "./replay/command.ts"
import { makeProgram, runProgram } from "./run-program.ts"
import * as start from "./start/command.ts"
import * as verify from "./verify/command.ts"

interface CommandModule {
  readonly register: (program: Command) => void
}

const COMMANDS: ReadonlyArray<CommandModule> = [start, verify, replay, capture]

const program = makeProgram("foldcast", "Foldcast: the site, its contracts and its captured logs.")
for (const { register } of COMMANDS) register(program)
for (const command of program.commands) command.copyInheritedSettings(program)
await runProgram(program)
