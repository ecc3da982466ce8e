/** `foldcast replay`: the contents of a capture, the changes of each event, and the final state. */
import { type Command, InvalidArgumentError, Option } from "commander"
import { keepHeapSmall } from "./small-heap.ts"

export interface ReplayOptions {
  readonly at?: number
  readonly part?: number
  readonly diff?: true
  readonly state?: true
  readonly strict?: true
  readonly keys?: ReadonlyArray<string>
  readonly json?: true
  readonly answers?: true
  readonly answer?: string
}

const positive = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("It must be a whole number from 1.")
  return value
}

/** A shorter prefix could match several answers. */
const FEWEST_DIGITS = 4

const hashPrefix = (text: string): string => {
  const digits = text.toLowerCase()
  if (!/^[0-9a-f]{1,64}$/u.test(digits) || digits.length < FEWEST_DIGITS)
    throw new InvalidArgumentError(`It must be ${FEWEST_DIGITS} to 64 hexadecimal digits.`)
  return digits
}

const EXIT_CODES = `
Exit codes: 0 whole, and folds to the recorded state (or was folded by another build);
  2 wrong usage, or the file or the keys cannot be read, or what was asked for is not in it;
  3 empty; 4 truncated; 5 damaged, or its signature is wrong;
  6 newer than this build, or with --strict something in it is; 7 folds to another state,
  with --strict also under another build's folds; 8 not a capture;
  9 with --strict: not signed, or by a key that is not among the given ones.`

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
    .addOption(
      new Option(
        "--answers",
        "what the visitor had read of the site's answers: the newest of each; with --at, by then",
      ).conflicts(["diff", "state", "answer"]),
    )
    .addOption(
      new Option(
        "--answer <hash>",
        "the body of the answer whose hash begins so, as JSON; with --at, if it was read by then",
      )
        .conflicts(["diff", "state"])
        .argParser(hashPrefix),
    )
    .option(
      "--keys <file|url>",
      "whose signatures are known: a gateway's key set, or its address; may be given again",
      (text: string, given: ReadonlyArray<string> | undefined) => [...(given ?? []), text],
    )
    .option(
      "--strict",
      "fail unless everything in it is known, it is signed by a known key, and this build comes to its state",
    )
    .option("--json", "one JSON object per line instead of text")
    .addHelpText("after", EXIT_CODES)
    .action(async (file: string, options: ReplayOptions) => {
      keepHeapSmall()
      const { replay } = await import("./replay.ts")
      await replay(file, options)
    })
}
