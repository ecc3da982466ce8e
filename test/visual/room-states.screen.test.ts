/**
 * Every state of a room looks like its picture in the repository, on a phone or on a wide screen, each with its own
 * language and theme, and axe finds no barrier in it; the proof checks each on both (`npm run proof pictures`).
 * `npm run snapshots` makes the pictures anew.
 */
import { describe, expect, it } from "vitest"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { MILA_ID as performerId, openProfile } from "@foldcast/web/screens/profile-pages.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import type { Page } from "playwright-core"
import { joinPaid, roomScript } from "@foldcast/web/screens/stream-pages.fixture"
import { guest, member } from "@foldcast/web/screens/visit-facts.fixture"
import { namedStatus } from "@foldcast/rules/performer-status"
import { isInTurn } from "../support/proof-samples.ts"
import { drawnPicture } from "./drawn-picture.ts"
import { photographOf } from "./photograph.ts"
import { ROOM_STATES, type RoomStateScene } from "./room-states.ts"
import { steady } from "./scene.ts"
import { Snapshots } from "./snapshots.ts"

const pages = sitePages()
const snapshots = new Snapshots("rooms")

const VARIANTS = [
  { locale: "nl", scheme: "dark", width: 390, height: 844, path: "/profile/Mila" },
  { locale: "en", scheme: "light", width: 1_280, height: 800, path: "/en/profile/Mila" },
] as const

/** A guest's remaining time differs by a second each time. */
const FREE_TIME = `for (const { firstChild: text } of document.querySelectorAll(".player__facts .tabular span")) {
  if (text) text.nodeValue = text.nodeValue.replace(/\\d:\\d\\d/u, "4:56")
}`

/**
 * A sticky element may be painted a pixel beside its layout position, depending on when the browser painted it. It
 * is painted again in place, and keeps the focus.
 */
const DRAWN_ANEW = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const stuck = document.querySelector(".stream .chat")
  if (stuck === null) return
  stuck.style.opacity = "0"
  await frame()
  stuck.style.opacity = ""
  await frame()
})()`

const scriptOf = ({ credits, refused, answers }: RoomStateScene, locale: "nl" | "en") =>
  roomScript(
    credits === null ? guest(locale) : member(locale, credits),
    (command) =>
      refused !== undefined && command._tag === "JoinRoom"
        ? [{ _tag: "RoomJoinRefused", performerId, mode: "free", label: refused }]
        : answers?.(command),
    { drawn: drawnPicture, ...(credits === null && { freeSecondsLeft: 300 }) },
  )

const isToldFor = async (scene: RoomStateScene, page: Page) => {
  if (scene.refused === undefined) await pages.gateway.command("JoinRoom")
  if (scene.call !== undefined) {
    pages.gateway.emitAll(scene.call)
    await page.locator('.call-badge[data-state="in_call"]').waitFor({ state: "attached" })
  }
  if (scene.enters !== undefined) await joinPaid(pages, page, scene.enters)
  pages.gateway.emitAll(scene.events)
  if (scene.status === undefined) return
  pages.gateway.signal("performer-statuses", { statuses: { [performerId]: scene.status } })
  const chip = `.performer-nav [data-status="${namedStatus(scene.status)}"]`
  await page.locator(chip).waitFor({ state: "attached" })
}

type Variant = (typeof VARIANTS)[number]

const nameOf = ({ state }: RoomStateScene, { locale, scheme, width }: Variant) =>
  [state, locale, scheme, width].join("-")

describe.each(VARIANTS)("a room in $locale, $scheme, at $width", (variant) => {
  const { locale, ...screen } = variant
  const turn = VARIANTS.indexOf(variant)

  it.each(ROOM_STATES.filter((_, at) => isInTurn(at, turn, VARIANTS.length)))(
    "looks as it did, without a barrier: $state",
    async (scene) => {
      const page = await openProfile(pages, scriptOf(scene, locale), {
        ...screen,
        motion: "reduce",
      })
      await isToldFor(scene, page)
      await scene.does?.(page, locale, (events) => pages.gateway.emitAll(events))
      await page.mouse.move(0, 0)
      await page.evaluate(steady(locale))
      await page.evaluate(FREE_TIME)
      await page.evaluate(DRAWN_ANEW)
      const seen = scene.of === undefined ? page : page.locator(scene.of)
      expect(await accessibilityFindings(page)).toEqual([])
      expect(snapshots.faults(nameOf(scene, variant), await photographOf(seen))).toEqual([])
    },
  )
})

it("has a picture of every state and of no other", () => {
  const all = VARIANTS.flatMap((variant) => ROOM_STATES.map((scene) => nameOf(scene, variant)))
  expect(snapshots.missing(all)).toEqual([])
  expect(snapshots.leftOver()).toEqual([])
})
