/** Runs the command line as a separate process, as users do. */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const BIN = fileURLToPath(new URL("bin.js", import.meta.url))

export const runFoldcast = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...process.env, ...environment },
    })
    let out = ""
    let err = ""
    child.stdout.on("data", (data: Buffer) => (out += data.toString()))
    child.stderr.on("data", (data: Buffer) => (err += data.toString()))
    child.on("close", (code) => resolve({ code, out, err }))
  })
