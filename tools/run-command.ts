/** Runs one of the repository's commands and returns its output as one text. */
import { spawn } from "node:child_process"

export interface CommandResult {
  readonly ok: boolean
  readonly output: string
}

/** `command` is found in node_modules/.bin first, as in an npm script. Output beyond 1 MiB is cut. */
export const runCommand = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: `node_modules/.bin:${process.env["PATH"] ?? ""}`,
        ...environment,
      },
    })
    let output = ""
    const collect = (chunk: Buffer) => {
      if (output.length < 1_048_576) output += chunk.toString("utf8")
    }
    child.stdout.on("data", collect)
    child.stderr.on("data", collect)
    child.on("error", (error) => resolve({ ok: false, output: error.message }))
    child.on("close", (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
