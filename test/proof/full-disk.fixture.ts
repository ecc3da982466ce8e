/**
 * Runs in a mount namespace of its own (`unshare -rm`), on a disk of 24 MiB at the folder in its first argument: a
 * gateway that is stopped, and started again with no free space at all. Prints its observations as one line of
 * JSON.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const [disk = ""] = process.argv.slice(2)
const dataDir = join(disk, "data")
execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk])

const start = async () => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("../../gateway/server/main.ts", import.meta.url))],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        DATA_DIR: dataDir,
        MIN_FREE_BYTES: "6000000",
        // No service listens there.
        MEMBER_API_URL: "http://127.0.0.1:9",
      },
    },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const told: unknown = JSON.parse(line)
    if (typeof told === "object" && told !== null && "ready" in told && "url" in told) {
      child.stdout.resume()
      const end = async () => {
        child.kill("SIGTERM")
        return (await once(child, "exit"))[0] as unknown
      }
      return { url: String(told.url), end }
    }
  }
  throw new Error("the gateway did not start")
}

const ballastLaid = async () => {
  while (!existsSync(join(dataDir, "ballast")))
    await new Promise((resolve) => setImmediate(resolve))
}

const fill = (file: string) => {
  const piece = Buffer.alloc(4_096, 1)
  const out = openSync(file, "w")
  try {
    for (;;) writeSync(out, piece)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
  } finally {
    closeSync(out)
  }
}

const first = await start()
await ballastLaid()
const ends = [await first.end()]

const filler = join(disk, "filler")
fill(filler)
const onFullDisk = await start()
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, onFullDisk.url), { headers })
const page = (await ask("/en")).status
const ready = (await ask("/health/ready")).status
const stream = await ask("/api/stream?tab=t", {
  Accept: "text/event-stream",
  "Sec-Fetch-Site": "same-origin",
})
const told = await stream.text()
ends.push(await onFullDisk.end())

rmSync(filler)
const withRoom = await start()
await ballastLaid()
ends.push(await withRoom.end())
process.stdout.write(`${JSON.stringify({ page, ready, told, ends })}\n`)
