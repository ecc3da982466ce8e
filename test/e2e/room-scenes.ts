/** What people do in live rooms, for the journeys through them. */
import type { Locator } from "playwright-core"
import { expect } from "vitest"
import { m } from "@foldcast/messages/messages"
import { type KnownPerformer, performersLike, STATUS } from "../support/demo-world.ts"
import { memberWithCredits, setStatus } from "../support/provider-state.ts"
import type { World } from "../support/world.ts"
import type { TestSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

/** Performers already used by a test, per world: messages and state of a room persist. */
const given = new WeakMap<World, Set<string>>()

/** Performers in free chat first, then offline ones, who are switched on. */
const LISTS = ["onlineStatus_free", "onlineStatus_offline"]

/** A different performer in free chat on each call, across all test files. */
export const freePerformers = (site: TestSite) => async (): Promise<KnownPerformer> => {
  const world = site.world()
  const known = given.get(world) ?? new Set<string>()
  given.set(world, known)
  for (const filter of LISTS) {
    for (let page = 1; ; page++) {
      const list = await performersLike(world, { filter, page: String(page) })
      if (list.length === 0) break
      const one = list.find(({ performerId }) => !known.has(performerId))
      if (one === undefined) continue
      known.add(one.performerId)
      if (one.onlineStatus !== STATUS.free) await setStatus(world, one.performerId, STATUS.free)
      return { ...one, onlineStatus: STATUS.free }
    }
  }
  throw new Error("too few performers are in the world")
}

export const log = (tab: Tab): Locator =>
  tab.page.getByRole("log", { name: tab.words.say(m.chat_log) })

export const isWatching = (tab: Tab, username: string): Promise<void> =>
  tab.shows(tab.words.say(m.stream_watching, { name: username }))

/** Apart from asking for a picture that a moment ago it was let see: the page hears of that end by two ways. */
export const isQuietButForItsPicture = ({ watched }: Tab): void => {
  const isRefusal = (line: string) => /404 .*\/api\/rooms\/[^/]+\/watch\?/u.test(line)
  expect(watched.complaints().filter((line) => !isRefusal(line))).toEqual([])
}

export const memberInRoom = async (
  site: TestSite,
  visitor: Visitor,
  credits: number,
  path: string,
): Promise<Tab> => {
  await visitor.logIn(await memberWithCredits(site.world(), credits))
  return visitor.openTab(visitor.address(path))
}

export const write = async (tab: Tab, field: string, text: string): Promise<void> => {
  await tab.page.getByRole("textbox", { name: field }).fill(text)
  await tab.page.keyboard.press("Enter")
}

export const tipButton = (tab: Tab, kind: "wink" | "kiss" | "heart", credits: number): Locator => {
  const { say } = tab.words
  const names = { wink: m.tip_wink, kiss: m.tip_kiss, heart: m.tip_heart }
  return tab.button(
    say(m.tip_quick, { kind: say(names[kind]), credits: tab.words.credits(credits) }),
  )
}

/** Opens the window that holds the listed tips where no room is left for their buttons, as on a phone. */
export const seeTips = async (tab: Tab): Promise<void> => {
  const opener = tab.button(tab.words.say(m.tip_open))
  if (await opener.isVisible()) await opener.click()
}
