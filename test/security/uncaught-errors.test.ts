/**
 * An uncaught error ends no process that is ready: it is logged and counted, and everything goes on. Each process
 * gets its own fault from a module that is loaded before it, triggered by a signal.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorld, type World } from "../support/world.ts"

const SECRET = "what-somebody-sent"
/** Rejects a promise that is not awaited, throws in a timer, and emits an error without a listener. */
const FAULTS = `
  import { EventEmitter } from "node:events"
  // A frame of a stack names this module by its text, so the words are put together when it runs.
  const words = ${JSON.stringify(SECRET.split("-"))}.join("-")
  process.on("SIGUSR2", () => {
    void Promise.reject(new TypeError(words))
    setTimeout(() => { throw new RangeError(words) })
    setTimeout(() => new EventEmitter().emit("error", Object.assign(new Error(words), { code: "ECONNRESET" })))
    setTimeout(() => { throw words })
  })
`
const PRELOADED = `--import=data:text/javascript,${encodeURIComponent(FAULTS)}`

describe("an error that nobody caught", () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ environment: { NODE_OPTIONS: PRELOADED } })
  })
  afterAll(() => world.close())

  const told = (name: "gateway" | "backend" | "simulators") =>
    world.log(name).filter((line) => line.includes("an error that nobody caught"))

  it("ends neither gateway, backend nor outside parties, and is logged without its message", async () => {
    for (const name of ["gateway", "backend", "simulators"] as const) {
      world.signal(name, "SIGUSR2")
      await expect.poll(() => told(name), { timeout: 10_000 }).toHaveLength(4)
      const lines = told(name).join("\n")
      expect(lines).toMatch(/"kind":"rejection","name":"TypeError"/u)
      expect(lines).toMatch(/"kind":"exception","name":"RangeError"/u)
      expect(lines).toMatch(/"name":"Error","code":"ECONNRESET"/u)
      expect(lines).toMatch(/"count":4/u)
      expect(world.log(name).join("\n")).not.toContain(SECRET)
    }
    for (const url of [world.urls.site, world.urls.backend, world.urls.bank]) {
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
    }
    const metrics = await (await fetch(`${world.urls.site}/metrics`)).text()
    expect(metrics).toMatch(/^foldcast_uncaught_errors_total\{kind="rejection"\} 1$/mu)
    expect(metrics).toMatch(/^foldcast_uncaught_errors_total\{kind="exception"\} 3$/mu)
  })
})
