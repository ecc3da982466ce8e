/**
 * The command line. Each command is a module of its own that registers itself and loads what it needs
 * when it runs; a new one is a line in COMMANDS.
 *
 * Standard output carries what was asked for and nothing else; errors are one sentence on standard error.
 */
import { Command, CommanderError } from "commander"
import * as capture from "./capture/command.ts"
import { EXIT_USAGE, Failure } from "./failure.ts"
import * as replay from "./replay/command.ts"
import * as start from "./start/command.ts"
import * as verify from "./verify.ts"

interface CommandModule {
  readonly register: (program: Command) => void
}

const COMMANDS: ReadonlyArray<CommandModule> = [start, verify, replay, capture]

const sentence = (text: string): string => `${text.replace(/^error: /u, "").trim()}\n`

const program = new Command("foldcast")
  .description("Foldcast: the site, its contracts and its captured logs.")
  .configureOutput({ outputError: (text, write) => write(sentence(text)) })
  .exitOverride()
  .showHelpAfterError("See foldcast --help.")

for (const { register } of COMMANDS) register(program)
for (const command of program.commands) command.copyInheritedSettings(program)

// A reader that closes early (`foldcast replay FILE | head`) has seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : EXIT_USAGE)
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE
  } else if (error instanceof Failure) {
    process.stderr.write(sentence(error.message))
    process.exitCode = error.exitCode
  } else {
    throw error
  }
}
