/** One GStreamer peer as a process of its own (gstreamer-webrtc.py). */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { createInterface } from "node:readline"

/** Debian's own Python, which has the bindings. */
export const PYTHON = "/usr/bin/python3"
const SCRIPT = fileURLToPath(new URL("gstreamer-webrtc.py", import.meta.url))
const WITHIN_MS = 20_000

export interface ForeignSession {
  readonly side: "publish" | "watch"
  readonly url: string
  readonly token: string
  readonly codec: "H264" | "VP8"
  readonly line: "tcp" | "udp"
}

/** One message of the process. */
export interface ForeignTold {
  readonly offer?: string
  readonly status?: number
  readonly answer?: string
  readonly state?: string
  readonly frames?: number
  readonly audio?: number
  readonly error?: string
}

export interface ForeignPeer {
  readonly told: ReadonlyArray<ForeignTold>
  /** The first message that fits; waits for it if necessary. */
  readonly until: (fits: (told: ForeignTold) => boolean) => Promise<ForeignTold>
  /** Decoded so far. */
  readonly frames: () => number
  readonly end: () => Promise<void>
}

const ended = async (child: ChildProcess): Promise<void> => {
  child.stdin?.end()
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000)
  await once(child, "exit")
  clearTimeout(late)
}

export const openForeign = ({ side, url, token, codec, line }: ForeignSession): ForeignPeer => {
  const child = spawn(PYTHON, [SCRIPT, side, url, token, codec, line], {
    stdio: ["pipe", "pipe", "pipe"],
  })
  const told: Array<ForeignTold> = []
  const waiting = new Set<() => void>()
  let errors = ""
  child.stderr.on("data", (text) => {
    errors = `${errors}${String(text)}`.slice(-2_000)
  })
  createInterface(child.stdout).on("line", (text) => {
    told.push(JSON.parse(text) as ForeignTold)
    for (const look of waiting) look()
  })
  return {
    told,
    frames: () => told.findLast(({ frames }) => frames !== undefined)?.frames ?? 0,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const givesUp = () => {
          waiting.delete(look)
          clearTimeout(late)
          reject(new Error(`GStreamer said ${JSON.stringify(told.slice(-12))}\n${errors}`))
        }
        const late = setTimeout(givesUp, WITHIN_MS)
        child.once("exit", givesUp)
        const look = () => {
          const found = told.find(fits)
          if (found === undefined) return
          waiting.delete(look)
          clearTimeout(late)
          child.off("exit", givesUp)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    end: () => ended(child),
  }
}
