/** What people do in live rooms, for the journeys through them. Callers: rooms.test.ts, room-turns.test.ts. */
import type { Locator } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import { type KnownPerformer, performersLike } from "../support/demo-world.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import type { World } from "../support/world.ts"
import type { TestSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

/** Who was given to a test, of each world: what is said in a room stays there, and what she does now too. */
const given = new WeakMap<World, Set<string>>()

/** Another free performer each time, whichever file asks. */
export const freePerformers = (site: TestSite) => async (): Promise<KnownPerformer> => {
  const world = site.world()
  const known = given.get(world) ?? new Set<string>()
  given.set(world, known)
  for (let page = 1; ; page++) {
    const list = await performersLike(world, { filter: "onlineStatus_free", page: String(page) })
    if (list.length === 0) throw new Error("too few performers are in free chat")
    const one = list.find(({ performerId }) => !known.has(performerId))
    if (one === undefined) continue
    known.add(one.performerId)
    return one
  }
}

export const log = (tab: Tab): Locator =>
  tab.page.getByRole("log", { name: tab.words.say(m.chat_log) })

export const isWatching = (tab: Tab, username: string): Promise<void> =>
  tab.shows(tab.words.say(m.stream_watching, { name: username }))

export const memberIn = async (
  site: TestSite,
  visitor: Visitor,
  credits: number,
  path: string,
): Promise<Tab> => {
  const account = await memberWithCredits(site.world(), credits)
  const tab = await visitor.openTab()
  await tab.logIn(account)
  await tab.credits(credits).waitFor()
  await tab.visit(visitor.address(path))
  return tab
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
