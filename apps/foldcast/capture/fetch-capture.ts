/**
 * Downloads a capture into a file atomically: the bytes go to a temporary file beside it until the last one has
 * arrived.
 */
import { createWriteStream, existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Exit, Schema } from "effect"
import { Problem } from "@foldcast/contracts/commands/problem"
import { Failure } from "../failure.ts"
import { fetchOutside } from "../fetch-outside.ts"
import { httpAddress } from "../http-address.ts"
import type { CaptureOptions } from "./command.ts"
import { findVisit } from "./find-visit.ts"

const decodeProblem = Schema.decodeUnknownExit(Schema.fromJsonString(Problem))

/** A header holds bytes, so a non-ASCII reason is sent as its UTF-8. */
const headerText = (text: string): string => Buffer.from(text, "utf8").toString("latin1")

const refusalOf = async (response: Response): Promise<Failure> => {
  const problem = decodeProblem(await response.text())
  return new Failure(
    Exit.isSuccess(problem)
      ? `The gateway refused: ${problem.value.title} (${problem.value.label}, reference ${problem.value.reference}).`
      : `The gateway answered with status ${response.status}.`,
  )
}

/** Requests a path from the gateway with the caller's token; a refusal throws `Failure`. */
export type Ask = (path: string) => Promise<Response>

const asking = ({ url, reason }: CaptureOptions, token: string): Ask => {
  const headers = { Authorization: `Bearer ${token}`, "X-Reason": headerText(reason) }
  return async (path) => {
    const address = new URL(path, httpAddress("--url", url))
    const response = await fetchOutside(address, headers)
    if (!response.ok || response.body === null) throw await refusalOf(response)
    return response
  }
}

const copy = async (body: ReadableStream, target: Writable): Promise<void> => {
  await pipeline(Readable.fromWeb(body), target, { end: target !== process.stdout })
}

const intoFile = async (body: ReadableStream, file: string): Promise<void> => {
  const partial = `${file}.partial`
  try {
    await copy(body, createWriteStream(partial, { flags: "w", mode: 0o600 }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    const detail = error instanceof Error ? error.message : String(error)
    throw new Failure(`The capture did not arrive whole in ${file}: ${detail}.`)
  }
}

export const fetchCapture = async (
  named: string | undefined,
  options: CaptureOptions,
): Promise<void> => {
  const token = options.token ?? process.env["SUPPORT_TOKEN"]
  if (token === undefined || token === "")
    throw new Failure("A support token is needed: give --token, or set SUPPORT_TOKEN.")
  const ask = asking(options, token)
  const visit = named ?? (await findVisit(ask, options))
  const file = options.output ?? `${visit}.ndjson.gz`
  if (file !== "-" && existsSync(file))
    throw new Failure(`${file} exists already; name another file with --output.`)
  const tab = options.tab === true ? "?tab=1" : ""
  const { body } = await ask(`/support/captures/${encodeURIComponent(visit)}${tab}`)
  if (body === null) throw new Failure("The gateway answered with nothing.")
  if (file === "-") return copy(body, process.stdout)
  await intoFile(body, file)
  process.stdout.write(`${file}\n`)
}
