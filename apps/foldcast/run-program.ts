/**
 * Runs a command line and ends as its users expect: standard output carries what was asked for and nothing else;
 * errors are one sentence on standard error.
 */
import { Command, CommanderError } from "commander"
import { EXIT_USAGE, Failure } from "./failure.ts"
import { terminalText } from "./terminal-text.ts"

const sentence = (text: string): string => `${terminalText(text.replace(/^error: /u, "").trim())}\n`

/** The commands that are added to it inherit how it ends. */
export const makeProgram = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .configureOutput({ outputError: (text, write) => write(sentence(text)) })
    .exitOverride()
    .showHelpAfterError(`See ${name} --help.`)

export const runProgram = async (program: Command): Promise<void> => {
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
}
