/** What people do in live rooms, for the journeys through them. Callers: rooms.test.ts, room-turns.test.ts. */
import type { Locator } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import { type KnownPerformer, performersLike } from "../support/demo-world.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import type { TestSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

/** Another free performer each time: what is said in a room stays there. `from` keeps files apart that share a world. */
export const freePerformers = (site: TestSite, from = 0) => {
  let next = from
  // As they are at first: a list without who goes into VIP meanwhile would give somebody twice.
  const lists = new Map<string, ReturnType<typeof performersLike>>()
  return async (query: Readonly<Record<string, string>> = {}): Promise<KnownPerformer> => {
    const key = JSON.stringify(query)
    const list =
      lists.get(key) ?? performersLike(site.world(), { filter: "onlineStatus_free", ...query })
    lists.set(key, list)
    const one = (await list)[next++]
    if (one === undefined) throw new Error("too few performers are in free chat")
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
