/** A relay of pictures in a process of its own, seen from the process that measures it. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { type HookServer, startHookServer } from "@foldcast/media/hook-server.fixture"

export type RelayKind = "engine" | "bare"

export interface Usage {
  /** Microseconds over all threads, since the process started. */
  readonly cpuMicros: number
  readonly residentBytes: number
}

export interface RelayProcess {
  readonly url: string
  readonly pid: number | undefined
  /** Grants access and names the replacement loop: the engine calls it, the bare relay does not. */
  readonly hooks: HookServer
  readonly usage: (settled: boolean) => Promise<Usage>
  readonly stop: () => Promise<void>
}

const entry = fileURLToPath(new URL("./relay.ts", import.meta.url))

const PORTS = "24000-25999"

export const startRelay = async (kind: RelayKind): Promise<RelayProcess> => {
  const hooks = await startHookServer()
  const child = fork(entry, [kind], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      MEDIA_PORT: "0",
      MEDIA_UDP_PORTS: PORTS,
      MEDIA_AUTH_URL: hooks.authUrl,
      MEDIA_EVENTS_URL: hooks.eventsUrl,
      MEDIA_LOOPS_URL: hooks.loopsUrl,
      MEDIA_AUTH_KEY: hooks.key,
    },
  })
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the relay ended with ${String(code)}`)
  })
  // Only a relay that ends before it is stopped is a failure.
  ended.catch(() => undefined)
  const hear = async <A>() => {
    const [told] = (await Promise.race([once(child, "message"), ended])) as [A]
    return told
  }
  const { url } = await hear<{ readonly url: string }>()
  return {
    url,
    pid: child.pid,
    hooks,
    usage: (settled) => {
      child.send(settled ? "settled usage" : "usage")
      return hear<Usage>()
    },
    stop: async () => {
      child.disconnect()
      await ended.catch(() => undefined)
      await hooks.close()
    },
  }
}
