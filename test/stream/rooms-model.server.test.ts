/**
 * Anything that can happen in rooms, in any order: tabs, tips, private, VIP, calls by phone, kicks, reloads, a
 * connection that breaks, a gateway that is killed, a clock that jumps. Through a whole gateway and a whole backend; the
 * invariants of each step and of an evening are in test/support/evening.ts, those of callers in evening-callers.ts,
 * call-story.ts and phone-books.ts beside it, and what is drawn in evening-steps.
 */
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Evening } from "../support/evening.ts"
import type { Guest } from "../support/evening-guest.ts"
import { CALLER_STEPS } from "../support/evening-steps/caller-steps.ts"
import { clockJumps, FAULT_STEPS } from "../support/evening-steps/fault-steps.ts"
import { PERFORMER_STEPS } from "../support/evening-steps/performer-steps.ts"
import { ran } from "../support/evening-steps/step.ts"
import { VIEWER_STEPS } from "../support/evening-steps/viewer-steps.ts"
import { QuickRooms } from "../support/quick-rooms.ts"

const FULL = process.env["PROOF"] === "full"

/** In parallel, because an evening is mostly waiting. */
const WORLDS = FULL ? 3 : 1

interface Inhabited {
  readonly world: QuickRooms
  readonly guests: ReadonlyArray<Guest>
}

const inhabited = async (): Promise<Inhabited> => {
  const world = await QuickRooms.start()
  const member = async (name: string, credits: number): Promise<Guest> => {
    const account = await world.scene.member(credits)
    const { browser, stream } = await world.scene.loggedIn(account)
    stream.close()
    return { name, browser, email: account.email, credits }
  }
  const rich = await member("rich", 50_000)
  const poor = await member("poor", 400)
  const caller = async (name: string): Promise<Guest> => {
    const { browser, stream } = await world.scene.tab()
    stream.close()
    return { name, browser, email: null, credits: 0 }
  }
  const guest = await caller("guest")
  // The rich member has two tabs, and so has one of the guests.
  return { world, guests: [rich, poor, guest, rich, guest, await caller("other guest")] }
}

let worlds: ReadonlyArray<Inhabited> = []
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: WORLDS }, inhabited))
})
afterAll(async () => {
  await Promise.all(worlds.map(({ world }) => world.stop()))
})

const steady = fc.oneof(...VIEWER_STEPS, ...PERFORMER_STEPS, ...CALLER_STEPS, {
  arbitrary: clockJumps,
  weight: 1,
})
const any = fc.oneof(
  { arbitrary: steady, weight: 100 },
  { arbitrary: fc.oneof(...FAULT_STEPS), weight: 1 },
)

/** Evenings of 80 steps on average; `npm run proof` splits them into four parts, because a part has a time limit. */
const EVENINGS = FULL ? 325 : 6

/** An evening failed, and is as small as it gets: the other worlds begin no more. */
let hasFailed = false

const evenings = ({ world, guests }: Inhabited) =>
  fc.assert(
    fc.asyncProperty(fc.commands([any], { maxCommands: 160, size: "max" }), async (drawn) => {
      if (hasFailed) return
      const evening = await Evening.begin(world, guests)
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: { evening } }), drawn)
        await evening.end()
      } finally {
        evening.tabs.close()
      }
    }),
    { numRuns: Math.ceil(EVENINGS / WORLDS) },
  )

describe("rooms under random actions", () => {
  // Long enough for a slow machine: half a thousand steps, each through a gateway and a backend.
  it(
    "are for everybody what the service says, and cost what could be seen",
    { timeout: FULL ? 3_600_000 : 240_000 },
    async () => {
      const ended = worlds.map((inhabitedWorld) =>
        evenings(inhabitedWorld).catch((failure: unknown) => {
          hasFailed = true
          throw failure
        }),
      )
      // No world is stopped in the middle of an evening, whose calls would end while they are connected.
      await Promise.allSettled(ended)
      await Promise.all(ended)
      if (FULL) {
        console.log(`${ran.steps} steps`)
        expect(ran.steps).toBeGreaterThanOrEqual(25_000)
      }
    },
  )
})
