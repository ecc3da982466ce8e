/**
 * The site for the tests of a file, and people who arrive at it and leave it when their test is over. When a test
 * fails, the content of their tabs is printed.
 */
import type { Browser } from "playwright-core"
import { afterEach, beforeAll } from "vitest"
import type { ProcessName } from "@foldcast/foldcast/start/plans"
import { sharedBrowser, sharedWorld } from "../support/shared-world.ts"
import type { World, WorldOptions } from "../support/world.ts"
import { Visitor } from "./visitor.ts"

export interface TestSite {
  readonly world: () => World
  readonly arrive: (options?: Parameters<typeof Visitor.arrive>[2]) => Promise<Visitor>
  /** Kills a process while `work` runs; restarts it afterwards, however the test ends. */
  readonly without: (name: ProcessName, work: () => Promise<void>) => Promise<void>
}

export const testSite = (
  options: Pick<WorldOptions, "environment"> = {},
  browser: () => Promise<Browser> = sharedBrowser,
): TestSite => {
  let world: World
  const visitors: Array<Visitor> = []

  beforeAll(async () => {
    world = await sharedWorld(options.environment)
  })
  afterEach(async ({ task }) => {
    for (const visitor of visitors.splice(0)) {
      if (task.result?.state === "fail") console.log(await visitor.showing())
      await visitor.close()
    }
  })

  return {
    world: () => world,
    arrive: async (visitorOptions) => {
      const visitor = await Visitor.arrive(world, await browser(), visitorOptions)
      visitors.push(visitor)
      return visitor
    },
    without: async (name, work) => {
      await world.kill(name)
      try {
        await work()
      } finally {
        await world.start(name)
      }
    },
  }
}
