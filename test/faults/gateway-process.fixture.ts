/**
 * A gateway in a process of its own, with the upstream in its first argument and the data directory in its second:
 * a test can crash it and measure its memory. It reports its address to the parent, and its memory on request.
 */
import { startGateway } from "../support/gateway.ts"

export type GatewayProcessMessage =
  | { readonly k: "listening"; readonly url: string }
  /** Bytes after a full garbage collection. */
  | { readonly k: "memory"; readonly rss: number; readonly heap: number }

const [upstream = "", dataDir = "", environment = "{}"] = process.argv.slice(2)
const tell = (told: GatewayProcessMessage) => process.send?.(told)

process.on("disconnect", () => process.exit(0))

const { url } = await startGateway({
  upstream,
  dataDir,
  environment: JSON.parse(environment) as Record<string, string>,
})
process.on("message", () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  tell({ k: "memory", rss, heap: heapUsed })
})
tell({ k: "listening", url })
