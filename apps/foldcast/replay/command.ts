/** `foldcast replay`: what is in a capture, what each event changed, and where it led. */
import { type Command, InvalidArgumentError } from "commander"

export interface ReplayOptions {
  readonly at?: number
  readonly part?: number
  readonly diff?: true
  readonly state?: true
  readonly strict?: true
  readonly json?: true
}

const positive = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("It must be a whole number from 1.")
  return value
}

const EXIT_CODES = `
Exit codes: 0 whole, and folds to the recorded state (or was folded by another build);
  2 wrong usage, or the file cannot be opened; 3 empty; 4 truncated; 5 damaged;
  6 newer than this build, or with --strict something in it is; 7 folds to another state
  with the same folds; 8 not a capture.`

export const register = (program: Command): void => {
  program
    .command("replay")
    .description("Check a capture's chain and print its timeline.")
    .argument("<file>", "a capture, gzipped or plain")
    .option(
      "--at <seq>",
      "the state right after this position; with --diff, the timeline up to it",
      positive,
    )
    .option("--part <n>", "which visit of a whole tab's file, from 1 (default: the last)", positive)
    .option("--diff", "what each event changed, below it")
    .option("--state", "the final state, as canonical JSON and nothing else")
    .option("--strict", "fail when something in it is not known to this build")
    .option("--json", "one JSON object per line instead of text")
    .addHelpText("after", EXIT_CODES)
    .action(async (file: string, options: ReplayOptions) => {
      const { replay } = await import("./replay.ts")
      await replay(file, options)
    })
}
