/** The media engine as a process of its own with its hooks, for tests of what could end it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { type HookServer, startHookServer } from "./hook-server.fixture.ts"
import { CODED_LOOP } from "./loops/coded-loop.fixture.ts"
import { portsOfWorker } from "./running-media.fixture.ts"

export interface WatchedTraffic {
  /** The SDP answer. */
  readonly sdp: string
  /** As a page that is closed ends it. */
  readonly leave: () => Promise<void>
}

export interface MediaProcess {
  readonly url: string
  readonly hooks: HookServer
  /** Its exit code or signal; null while it runs. */
  readonly end: () => number | string | null
  /** The lines that it wrote. */
  readonly lines: ReadonlyArray<string>
  /** A value of `/metrics`. */
  readonly metric: (name: string) => Promise<number>
  /** Watches `path` with a token of this name, which the hooks allow with a drawn loop. */
  readonly watch: (
    path: string,
    offer: string,
    token: string,
    loop?: string,
  ) => Promise<WatchedTraffic>
  /** Whether the session of this token is over. */
  readonly isOver: (token: string) => boolean
  readonly signal: (signal: NodeJS.Signals) => void
  readonly close: () => Promise<void>
}

const endOf = ({ exitCode, signalCode }: ChildProcess) => exitCode ?? signalCode

/** `entry`: the module that the process runs. */
export const startMediaProcess = async (
  settings: Readonly<Record<string, string>> = {},
  entry = "main.ts",
): Promise<MediaProcess> => {
  const hooks = await startHookServer()
  const child = spawn(process.execPath, [join(import.meta.dirname, entry)], {
    env: {
      MEDIA_PORT: "0",
      MEDIA_UDP_PORTS: portsOfWorker(),
      MEDIA_AUTH_URL: hooks.authUrl,
      MEDIA_EVENTS_URL: hooks.eventsUrl,
      MEDIA_LOOPS_URL: hooks.loopsUrl,
      MEDIA_AUTH_KEY: hooks.key,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines: Array<string> = []
  const output = createInterface({ input: child.stdout })
  const [ready] = (await once(output, "line")) as [string]
  for (const stream of [output, createInterface({ input: child.stderr })]) {
    stream.on("line", (line) => lines.push(line))
  }
  const { url } = JSON.parse(ready) as { readonly url: string }
  return {
    url,
    hooks,
    end: () => endOf(child),
    lines,
    metric: async (name) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const value = new RegExp(`^${name} (\\d+)$`, "mu").exec(text)?.[1]
      if (value === undefined) throw new Error(`there is no metric ${name}`)
      return Number(value)
    },
    watch: async (path, offer, token, loop = CODED_LOOP) => {
      hooks.loops.set(token, loop)
      const address = `${url}/${path}/whep`
      const response = await fetch(address, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
        body: offer,
      })
      if (response.status !== 201) throw new Error(`watching was answered ${response.status}`)
      const resource = new URL(response.headers.get("Location") ?? "", address)
      const leave = async () => {
        await fetch(resource, { method: "DELETE" })
      }
      return { sdp: await response.text(), leave }
    },
    isOver: (token) => {
      const id = hooks.asked.find((question) => question.token === token)?.id
      return hooks.told.some((event) => event.kind === "left" && event.id === id)
    },
    signal: (signal) => {
      child.kill(signal)
    },
    close: async () => {
      if (endOf(child) === null) {
        child.kill("SIGTERM")
        await once(child, "exit")
      }
      await hooks.close()
    },
  }
}
