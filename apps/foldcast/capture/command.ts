/** `foldcast capture`: fetches a visit's capture from a running gateway. */
import type { Command } from "commander"

export interface CaptureOptions {
  readonly url: string
  readonly token?: string
  readonly reason: string
  readonly tab?: true
  readonly output?: string
  readonly reference?: string
  readonly payment?: string
  readonly email?: string
  readonly member?: string
  readonly from?: string
  readonly to?: string
}

const EXIT_CODES = `
Exit codes: 0 fetched; 2 wrong usage, refused, not reachable, or not one visit that is known by it.
Without a visit, the only one that all given options fit is fetched; where several fit, they are listed.
The token may also stand in the variable SUPPORT_TOKEN, where no list of processes shows it.`

export const register = (program: Command): void => {
  program
    .command("capture")
    .description(
      "Fetch a visit's capture. The opening is audited with the token's name and the reason.",
    )
    .argument("[visit]", "the visit's id")
    .requiredOption("--url <url>", "the site, for example http://localhost:3000")
    .option("--token <token>", "a support token (default: SUPPORT_TOKEN)")
    .requiredOption("--reason <text>", "why it is opened, 3 to 500 characters")
    .option("--tab", "all visits of the visit's tab, in one file")
    .option("-o, --output <file>", "where to (default: VISIT.ndjson.gz), - for standard output")
    .option("--reference <code>", "what a screen showed, in any case, with its dash or without")
    .option("--payment <id>", "of a payment: tx_… of the mail, or ps_… of the bank's page")
    .option("--email <address>", "the member's e-mail address")
    .option("--member <id>", "the member's id")
    .option(
      "--from <time>",
      "lived then or later: ISO 8601 with its offset, or milliseconds since 1970",
    )
    .option("--to <time>", "began by then")
    .addHelpText("after", EXIT_CODES)
    .action(async (visit: string | undefined, options: CaptureOptions) => {
      const { fetchCapture } = await import("./fetch-capture.ts")
      await fetchCapture(visit, options)
    })
}
