/**
 * A random walk through the site before a scripted gateway: it clicks controls, fills in fields, and rooms send
 * their usual events. After each step no error boundary was reached, and the screen shows the state. The same seed
 * gives the same walk.
 */
import type { ElementHandle, Page } from "playwright-core"
import { expect } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import type { SitePages } from "@foldcast/web/screens/site-pages.fixture"
import { openRoom, roomScript, said } from "@foldcast/web/screens/stream-pages.fixture"
import { creditsFact, member } from "@foldcast/web/screens/visit-facts.fixture"
import { interfere, type Meddling, OF_MISMATCH, textDifferences } from "../support/foreign-hands.ts"
import { buys } from "./bought.ts"

export interface Walk {
  readonly seed: number
  readonly steps: number
  readonly meddling: Meddling
}

/** In [0, 1), the same sequence for one seed (mulberry32). */
const drawnFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Links that leave the document, or that the browser itself handles. */
const LEADS_AWAY = "[target=_blank], [href^=mailto], [download], [href^=http], [hreflang], [lang]"
const PRESSED = `button:not([disabled], [aria-disabled=true]), a[href]:not(${LEADS_AWAY}), label:has(input)`
const WRITTEN_IN = "input:is([type=text], [type=email], [type=password], :not([type]))"
const TYPED = ["", "noor@example.com", "geheim1", "Hoi daar", "100"]

/** Data that the scripted gateway lacks is not a failure of the page. */
const FAILURE = /React error|NotFoundError|TypeError|not a child/u

const IN_WINDOW = ".ui-window, .ui-popover"

/** Visible, reachable elements: in the window if one is open. */
const reachable = async (page: Page, selector: string): Promise<ReadonlyArray<ElementHandle>> => {
  await page.locator("[data-exiting]").first().waitFor({ state: "detached" })
  const window = page.locator(IN_WINDOW).last()
  const within = (await window.count()) > 0 ? window : page.locator("body")
  const found = await within.locator(selector).elementHandles()
  const seen = await Promise.all(
    found.map(
      async (one) =>
        (await one.isVisible()) &&
        (await one.evaluate((element) => (element as Element).closest("[inert]") === null)),
    ),
  )
  return found.filter((_, index) => seen[index])
}

const answers = (command: Command): ReadonlyArray<Event> | undefined => {
  switch (command._tag) {
    case "SendRoomMessage":
      return [
        said(`own-${command.message}`, command.message, {
          from: "noor",
          messageType: command.messageType,
        }),
      ]
    default:
      return buys(command)
  }
}

/** Facts that her room may send at any time. */
const TOLD: ReadonlyArray<(step: number) => ReadonlyArray<Event>> = [
  (step) => [said(`line-${step}`, `Regel ${step}`)],
  () => [{ _tag: "RoomModeSwitched", performerId, mode: "paused" }],
  () => [{ _tag: "RoomModeSwitched", performerId, mode: "free" }],
  () => [{ _tag: "VideoDenied", performerId }],
  (step) => [creditsFact(1_000 + step)],
  (step) => [{ _tag: "RoomMembersListed", performerId, count: step, nicknames: ["noor"] }],
]

export const takeWalk = async (
  pages: SitePages,
  { seed, steps, meddling }: Walk,
): Promise<ReadonlyArray<string>> => {
  const draw = drawnFrom(seed)
  const oneOf = <A>(all: ReadonlyArray<A>): A | undefined => all[Math.floor(draw() * all.length)]
  const page = await openRoom(pages, roomScript(member(), answers), {
    width: draw() < 0.5 ? 390 : 1_280,
    motion: "reduce",
    prepare: (fresh) => interfere(fresh, meddling),
  })
  const way: Array<string> = []

  const press = async () => {
    const target = oneOf(await reachable(page, PRESSED))
    if (target === undefined) return page.keyboard.press("Escape")
    way.push(
      `press ${((await target.getAttribute("aria-label")) ?? (await target.textContent()) ?? "").trim()}`,
    )
    await target.dispatchEvent("click")
  }
  const write = async () => {
    const target = oneOf(await reachable(page, WRITTEN_IN))
    if (target === undefined) return press()
    const text = oneOf(TYPED) ?? ""
    way.push(`write ${text}`)
    await target.fill(text)
    await target.press("Enter")
  }
  /** A gateway sends nothing about a room that was left. */
  const isInRoom = () =>
    pages.gateway.commands.findLast(({ _tag }) => _tag === "JoinRoom" || _tag === "LeaveRoom")
      ?._tag === "JoinRoom"
  const tell = async (step: number) => {
    const isShown = (await page.locator(".player__controls, .mini-player").count()) > 0
    if (!isInRoom() || !isShown) return
    const events = oneOf(TOLD)?.(step) ?? []
    way.push(`told ${events.map(({ _tag }) => _tag).join()}`)
    pages.gateway.emitAll(events)
  }
  for (let step = 1; step <= steps; step += 1) {
    const chance = draw()
    if (chance < 0.15) {
      way.push("Escape")
      await page.keyboard.press("Escape")
    } else if (chance < 0.3) await write()
    else if (chance < 0.5) await tell(step)
    else await press()
    const told = await textDifferences(page)
    const failed = await page.getByText(/Er ging iets mis|Something went wrong/u).count()
    const complaints = pages.complaints.filter(
      (text) => FAILURE.test(text) && !OF_MISMATCH.test(text),
    )
    expect({ told, failed, complaints }, way.join("\n")).toEqual({
      told: [],
      failed: 0,
      complaints: [],
    })
  }
  return way
}
