/** Starts gateway-process.fixture.ts and reports how it ended. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { removeDirectory, temporaryDirectory } from "../support/gateway.ts"
import type { GatewayProcessMessage } from "./gateway-process.fixture.ts"

export interface GatewayProcess {
  readonly url: string
  readonly dataDir: string
  /** Bytes in use after a full garbage collection. */
  readonly memory: () => Promise<{ readonly rss: number; readonly heap: number }>
  /** How the process ended, and its last output; null while it runs. */
  readonly end: () => string | null
  /** SIGKILL: the process cannot clean up, and its data directory stays as it is. */
  readonly kill: () => Promise<void>
  /** Kills it, and removes its data directory. */
  readonly close: () => Promise<void>
}

/** Most characters kept of the process's output. */
const MAX_WORDS = 10_000

export const startGatewayProcess = async (
  upstream: string,
  environment: Readonly<Record<string, string>>,
  /** Data directory of another gateway, to start on its data. */
  given: string | null = null,
): Promise<GatewayProcess> => {
  const dataDir = given ?? (await temporaryDirectory())
  const child = fork(
    fileURLToPath(new URL("gateway-process.fixture.ts", import.meta.url)),
    [upstream, dataDir, JSON.stringify(environment)],
    { execArgv: ["--expose-gc"], silent: true },
  )
  let words = ""
  let end: string | null = null
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (text: Buffer) => {
      words = (words + text.toString("utf8")).slice(-MAX_WORDS)
    })
  }
  const gone = once(child, "exit").then(([code, signal]) => {
    end = `ended with ${String(code ?? signal)}\n${words}`
    return Promise.reject(new Error(end))
  })
  gone.catch(() => undefined)

  const told = async <K extends GatewayProcessMessage["k"]>(
    k: K,
  ): Promise<Extract<GatewayProcessMessage, { k: K }>> => {
    const [message] = (await Promise.race([once(child, "message"), gone])) as [
      GatewayProcessMessage,
    ]
    if (message.k !== k) throw new Error(`the gateway told ${message.k} instead of ${k}`)
    return message as Extract<GatewayProcessMessage, { k: K }>
  }
  const { url } = await told("listening")
  const kill = async () => {
    if (end !== null) return
    child.kill("SIGKILL")
    await gone.catch(() => undefined)
  }
  return {
    url,
    dataDir,
    kill,
    memory: () => {
      child.send("memory")
      return told("memory")
    },
    end: () => end,
    close: async () => {
      await kill()
      await removeDirectory(dataDir)
    },
  }
}
