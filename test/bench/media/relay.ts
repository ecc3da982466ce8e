/**
 * A relay of pictures as a process: `relay.ts engine|bare`. Reports its address, then its resource use on each
 * request. The engine is the product's whole process: WHIP and WHEP, hooks, limits, loops.
 */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Logger, Result } from "effect"
import { readMediaConfig } from "@foldcast/media/config"
import { startMedia } from "@foldcast/media/media"
import { serveBareRelay } from "./bare-relay.ts"

const FIRST_PORT = 24_000

const startEngine = async (): Promise<string> => {
  const config = Result.getOrThrow(readMediaConfig(process.env))
  return (await startMedia(config, Logger.layer([]))).url
}

const startBare = async (): Promise<string> => {
  const server = serveBareRelay(FIRST_PORT)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const url = await (process.argv[2] === "bare" ? startBare() : startEngine())

const say = (message: object) => process.send?.(message)
process.on("message", (wanted) => {
  if (wanted === "settled usage") globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  say({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
})
process.on("disconnect", () => process.exit(0))
say({ url })
