/**
 * Anything that can happen in rooms, in any order: tabs, tips, private, VIP, kicks, reloads, a connection that
 * breaks, a gateway that is killed, a clock that jumps. Through a whole gateway and a whole backend; the invariants
 * of each step and of an evening are in test/support/evening.ts.
 */
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { Evening, type Guest } from "../support/evening.ts"
import { QuickRooms } from "../support/quick-rooms.ts"
import { join } from "../support/room-scene.ts"

const FULL = process.env["PROOF"] === "full"
const HOUR_MS = 3_600_000

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
  const { browser, stream } = await world.scene.tab()
  stream.close()
  // The rich member has two tabs.
  return { world, guests: [rich, poor, { name: "guest", browser, email: null, credits: 0 }, rich] }
}

let worlds: ReadonlyArray<Inhabited> = []
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: WORLDS }, inhabited))
})
afterAll(async () => {
  await Promise.all(worlds.map(({ world }) => world.stop()))
})

let steps = 0

interface Rooms {
  readonly evening: Evening
}
type Step = fc.AsyncCommand<object, Rooms>

const step = (
  name: string,
  run: (evening: Evening) => Promise<void> | void,
  settles = true,
): Step => ({
  check: () => true,
  run: async (_, { evening }) => {
    steps += 1
    await run(evening)
    if (settles) await evening.settle()
  },
  toString: () => name,
})

const tab = fc.nat({ max: 3 })
const room = fc.nat({ max: 1 })

/** A command of a tab, about the room that it is in. */
const told = (name: string, command: (performerId: string) => Command) =>
  tab.map((number) =>
    step(`${number} ${name}`, (evening) => evening.ask(number, command(evening.roomOf(number)))),
  )

const joins = fc
  .tuple(
    tab,
    room,
    fc.constantFrom("free" as const, "free" as const, "chat" as const, "vip" as const),
  )
  .map(([number, place, mode]) =>
    step(`${number} joins ${mode} in ${place}`, (evening) =>
      evening.ask(number, join(evening.performer(place), mode)),
    ),
  )

const tip = (performerId: string, amount: number): Command => ({
  _tag: "SendTip",
  performerId,
  amount,
  tipType: amount === 50 ? "wink" : amount === 150 ? "kiss" : amount === 350 ? "drink" : "heart",
  message: "",
  isPublic: true,
})
const tips = fc
  .constantFrom(50, 150, 350, 500)
  .chain((amount) => told(`tips ${amount}`, (performerId) => tip(performerId, amount)))

/** Two tabs at the same moment. */
const together = fc
  .tuple(tab, tab, room, fc.constantFrom("free" as const, "chat" as const))
  .map(([a, b, place, mode]) =>
    step(`${a} and ${b} join ${mode} in ${place}`, async (evening) => {
      const there = join(evening.performer(place), mode)
      await Promise.all([evening.ask(a, there), a === b ? undefined : evening.ask(b, there)])
    }),
  )

const accepts = room.map((place) =>
  step(`${place} accepts`, async (evening) => {
    const session = await evening.waiting(place)
    if (session !== null) await evening.performs(place, { _tag: "AcceptVip", session })
  }),
)
/** As a page does by itself: a viewer whose request is accepted joins at once. */
const acceptsAndIsJoined = fc.tuple(room, tab).map(([place, number]) =>
  step(`${number} asks ${place} for VIP, and joins`, async (evening) => {
    const performerId = evening.roomOf(number)
    await evening.ask(number, { _tag: "RequestVip", performerId })
    const session = await evening.waiting(place)
    if (session === null) return
    await evening.performs(place, { _tag: "AcceptVip", session })
    await evening.ask(number, join(performerId, "vip"))
  }),
)
const declines = room.map((place) =>
  step(`${place} declines`, async (evening) => {
    const session = await evening.waiting(place)
    const reason = "straks"
    if (session !== null) await evening.performs(place, { _tag: "DeclineVip", session, reason })
  }),
)
const kicks = fc.tuple(room, tab).map(([place, pick]) =>
  step(`${place} removes ${pick}`, async (evening) => {
    const session = await evening.viewer(place, pick)
    if (session === null) return
    await evening.performs(place, { _tag: "Remove", session, reason: "kicked" })
  }),
)
const switches = fc
  .tuple(room, fc.constantFrom("free", "free", "chat", "paused", "offline"))
  .map(([place, mode]) => step(`${place} goes ${mode}`, (evening) => evening.switchTo(place, mode)))

const ofTab = (name: string, run: (evening: Evening, number: number) => Promise<void>) =>
  tab.map((number) => step(`${number} ${name}`, (evening) => run(evening, number)))

const steady = fc.oneof(
  { arbitrary: joins, weight: 8 },
  { arbitrary: told("leaves", (performerId) => ({ _tag: "LeaveRoom", performerId })), weight: 2 },
  {
    arbitrary: told("writes", (performerId) => ({
      _tag: "SendRoomMessage",
      performerId,
      message: "hallo",
      messageType: "room",
    })),
    weight: 2,
  },
  { arbitrary: tips, weight: 3 },
  {
    arbitrary: told("moves the toy", (performerId) => ({
      _tag: "SendToyTip",
      performerId,
      amount: 50,
    })),
    weight: 1,
  },
  { arbitrary: ofTab("tips again", (evening, number) => evening.tipAgain(number)), weight: 1 },
  {
    arbitrary: told("asks for VIP", (performerId) => ({ _tag: "RequestVip", performerId })),
    weight: 4,
  },
  { arbitrary: told("stops VIP", (performerId) => ({ _tag: "StopVip", performerId })), weight: 1 },
  {
    arbitrary: told("is called sterre", (performerId) => ({
      _tag: "ChangeNickname",
      performerId,
      nickname: "sterre",
    })),
    weight: 1,
  },
  { arbitrary: accepts, weight: 4 },
  { arbitrary: acceptsAndIsJoined, weight: 2 },
  { arbitrary: declines, weight: 1 },
  { arbitrary: kicks, weight: 1 },
  { arbitrary: switches, weight: 2 },
  {
    arbitrary: room.map((place) =>
      step(`${place} ends VIP`, (evening) => evening.performs(place, { _tag: "StopVip" })),
    ),
    weight: 1,
  },
  { arbitrary: ofTab("reloads", (evening, number) => evening.reload(number)), weight: 1 },
  {
    arbitrary: ofTab("is attached anew", (evening, number) => evening.reattach(number)),
    weight: 1,
  },
  { arbitrary: together, weight: 2 },
  { arbitrary: ofTab("watches on", (evening, number) => evening.pass(number)), weight: 4 },
  {
    arbitrary: fc
      .constantFrom(-HOUR_MS, HOUR_MS)
      .map((ms) => step(`the clock jumps ${ms}`, (evening) => evening.jump(ms))),
    weight: 1,
  },
)
const broken = fc.oneof(
  {
    arbitrary: fc
      .boolean()
      .map((settles) =>
        step(
          settles ? "the line breaks" : "the line breaks, and it goes on",
          (evening) => evening.cut(),
          settles,
        ),
      ),
    weight: 8,
  },
  {
    arbitrary: fc.constant(step("the gateway is killed", (evening) => evening.restart())),
    weight: 1,
  },
  {
    arbitrary: ofTab("tips, and the gateway is killed", (evening, number) =>
      evening.killDuring(number, tip(evening.roomOf(number), 50)),
    ),
    weight: 1,
  },
)
const any = fc.oneof({ arbitrary: steady, weight: 100 }, { arbitrary: broken, weight: 1 })

/** Evenings of 80 steps on average; `npm run proof` splits them into two parts, because a part has a time limit. */
const EVENINGS = FULL ? 650 : 6

const evenings = ({ world, guests }: Inhabited) =>
  fc.assert(
    fc.asyncProperty(fc.commands([any], { maxCommands: 160, size: "max" }), async (drawn) => {
      const evening = await Evening.begin(world, guests)
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: { evening } }), drawn)
        await evening.end()
      } finally {
        evening.close()
      }
    }),
    { numRuns: Math.ceil(EVENINGS / WORLDS) },
  )

describe("rooms under random actions", () => {
  it("are for everybody what the service says, and cost what could be seen", async () => {
    await Promise.all(worlds.map(evenings))
    if (FULL) {
      console.log(`${steps} steps`)
      expect(steps).toBeGreaterThanOrEqual(50_000)
    }
  })
})
