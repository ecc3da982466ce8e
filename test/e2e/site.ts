/**
 * One world and one browser for the tests of a file, and people who arrive at the site and leave it when
 * their test is over. What their tabs showed is printed for a test that failed.
 */
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import { openBrowser } from "../support/browser.ts"
import { startWorld, type World, type WorldOptions } from "../support/world.ts"
import { Visitor } from "./visitor.ts"

export interface TestSite {
  readonly world: () => World
  readonly arrive: (options?: Parameters<typeof Visitor.arrive>[2]) => Promise<Visitor>
}

export const testSite = (options: WorldOptions = {}): TestSite => {
  let world: World
  let browser: Browser
  const visitors: Array<Visitor> = []

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([startWorld(options), openBrowser()])
  })
  afterEach(async ({ task }) => {
    for (const visitor of visitors.splice(0)) {
      if (task.result?.state === "fail") console.log(await visitor.showing())
      await visitor.close()
    }
  })
  afterAll(async () => {
    await browser.close()
    await world.close()
  })

  return {
    world: () => world,
    arrive: async (visitorOptions) => {
      const visitor = await Visitor.arrive(world, browser, visitorOptions)
      visitors.push(visitor)
      return visitor
    },
  }
}
