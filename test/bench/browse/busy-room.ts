/**
 * A member on a phone in a room whose performer writes fifty messages a second. The member writes, changes tabs and
 * opens windows with real clicks and keys; then the same without CPU throttling, to measure tasks and memory.
 */
import type { Browser, Page } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import { performerLike } from "../../support/demo-world.ts"
import { memberWithCredits, performerActs } from "../../support/provider-state.ts"
import type { World } from "../../support/world.ts"
import { interactionToNextPaint, press } from "./interactions.ts"
import { logInAndGoOn } from "./log-in.ts"
import { slowDown, takeSeen } from "./page-watch.ts"
import { openWatched, PHONE } from "./watched-browser.ts"

const EN = { locale: "en" } as const
const SLOWER = 4
const PER_SECOND = 50
/** Faster than a person can read: only the memory afterwards is measured. */
const FAST_AT_ONCE = 20
const BEHIND_AT_MOST = 500
/** By then every bounded buffer is full. */
const MESSAGES_BEFORE = 1_000

export interface BusyRoomOptions {
  readonly rounds: number
  readonly watchedMs: number
  readonly messages: number
}

export interface BusyRoom {
  readonly inp: number
  readonly interactions: number
  readonly slowest: ReadonlyArray<{ readonly what: string; readonly ms: number }>
  /** Messages received during the clicks and typing. */
  readonly perSecond: number
  readonly longest: number
  readonly over50: number
  readonly messagesBefore: number
  readonly messages: number
  /** Bytes, after garbage collection. */
  readonly heapBefore: number
  readonly heapAfter: number
}

/** Sends the performer's numbered messages. */
class Talker {
  readonly #say: (text: string) => Promise<void>
  #said = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(world: World, performerId: string) {
    this.#say = (text) => performerActs(world, performerId, "say", text)
  }

  get said(): number {
    return this.#said
  }

  #one(): Promise<void> {
    this.#said += 1
    return this.#say(`Line ${this.#said}`)
  }

  begin(): void {
    this.#timer = setInterval(() => void this.#one(), 1_000 / PER_SECOND)
  }

  pause(): void {
    clearInterval(this.#timer)
  }

  /** As fast as the page shows them, in bursts of some hundreds. */
  async upTo(count: number, shown: () => Promise<void>): Promise<void> {
    while (this.#said < count) {
      const until = Math.min(count, this.#said + BEHIND_AT_MOST)
      while (this.#said < until) {
        const some = Math.min(FAST_AT_ONCE, until - this.#said)
        await Promise.all(Array.from({ length: some }, () => this.#one()))
      }
      await shown()
    }
  }
}

const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  await session.detach()
  return usedSize
}

const deeds = (page: Page): ReadonlyArray<readonly [string, () => Promise<unknown>]> => {
  const tab = (name: string) =>
    press(page, page.getByRole("tab", { name: new RegExp(`^${name}`, "u") }))
  const field = page.getByRole("textbox").last()
  return [
    ["going to the field", () => press(page, field)],
    ...["h", "e", "l", "l", "o"].map((key) => ["typing", () => page.keyboard.press(key)] as const),
    ["sending", () => page.keyboard.press("Enter")],
    ["another tab", () => tab(m.mode_private({}, EN))],
    ["another tab", () => tab(m.mode_vip({}, EN))],
    ["another tab", () => tab(m.mode_freechat({}, EN))],
    ["sound", () => press(page, page.getByRole("button", { name: m.stream_unmute({}, EN) }))],
    ["sound", () => press(page, page.getByRole("button", { name: m.stream_mute({}, EN) }))],
    [
      "the tip window",
      () => press(page, page.getByRole("button", { name: m.tip_open({}, EN), exact: true })),
    ],
    ["closing it", () => page.keyboard.press("Escape")],
  ]
}

const measureAnswering = async (page: Page, talker: Talker, rounds: number) => {
  await slowDown(page, SLOWER)
  talker.begin()
  await takeSeen(page)
  const [began, before] = [performance.now(), talker.said]
  const slowest = new Map<string, number>()
  const all: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, act] of deeds(page)) {
      await act()
      const byId = new Map<number, number>()
      for (const { id, ms } of (await takeSeen(page)).interactions) {
        byId.set(id, Math.max(ms, byId.get(id) ?? 0))
      }
      all.push(...byId.values())
      slowest.set(what, Math.max(slowest.get(what) ?? 0, ...byId.values()))
    }
  }
  const perSecond = ((talker.said - before) * 1_000) / (performance.now() - began)
  talker.pause()
  await slowDown(page, 1)
  const interactions = await page.evaluate<number>("performance.interactionCount")
  return {
    inp: interactionToNextPaint(
      all.toSorted((a, b) => b - a),
      interactions,
    ),
    interactions,
    slowest: [...slowest].map(([what, ms]) => ({ what, ms })).toSorted((a, b) => b.ms - a.ms),
    perSecond,
  }
}

export const measureBusyRoom = async (
  browser: Browser,
  world: World,
  { rounds, watchedMs, messages }: BusyRoomOptions,
): Promise<BusyRoom> => {
  const { site } = world.urls
  const context = await openWatched(browser, site, PHONE)
  const { username, performerId } = await performerLike(world, { filter: "onlineStatus_free" })
  const talker = new Talker(world, performerId)
  try {
    const page = await context.newPage()
    await logInAndGoOn(page, site, await memberWithCredits(world, 5_000))
    await page.goto(`${site}/en/profile/${username}`, { waitUntil: "networkidle" })
    const log = page.getByRole("log")
    const shows = () => log.getByText(`Line ${talker.said}`, { exact: true }).waitFor()
    await page.getByRole("textbox").last().waitFor()
    await talker.upTo(250, shows)

    const answering = await measureAnswering(page, talker, rounds)
    await shows()

    await takeSeen(page)
    talker.begin()
    await new Promise((resolve) => setTimeout(resolve, watchedMs))
    talker.pause()
    await shows()
    const { tasks } = await takeSeen(page)

    await talker.upTo(Math.max(talker.said, MESSAGES_BEFORE), shows)
    const messagesBefore = talker.said
    const heapBefore = await heapOf(page)
    await talker.upTo(messagesBefore + messages, shows)
    return {
      ...answering,
      longest: Math.max(0, ...tasks),
      over50: tasks.length,
      messagesBefore,
      messages: talker.said,
      heapBefore,
      heapAfter: await heapOf(page),
    }
  } finally {
    talker.pause()
    await context.close()
  }
}
