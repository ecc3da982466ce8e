/**
 * Runs a command line: standard output has only the requested output; errors are one sentence on standard
 * error.
 */
import { Command, CommanderError } from "commander"
import { EXIT_USAGE, Failure } from "./failure.ts"
import { terminalText } from "./terminal-text.ts"

const sentence = (text: string): string => `${terminalText(text.replace(/^error: /u, "").trim())}\n`

/** Subcommands inherit these exit rules. */
export const makeProgram = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .configureOutput({ outputError: (text, write) => write(sentence(text)) })
    .exitOverride()
    .showHelpAfterError(`See ${name} --help.`)

export const runProgram = async (program: Command): Promise<void> => {
  // A reader that closes early (`foldcast replay FILE | head`) is not an error.
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
}
