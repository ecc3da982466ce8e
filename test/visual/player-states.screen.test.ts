/**
 * Every state of the player looks like its picture in the repository, on a phone or on a wide screen, each with its
 * own language and theme, and axe finds no barrier in it; the proof checks each on both. A real engine is behind
 * the scripted gateway; moving parts are painted over with one colour. `npm run snapshots` makes the pictures anew.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import type { ScriptedPictures } from "@foldcast/web/screens/scripted-gateway.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { openRoom, roomScript } from "@foldcast/web/screens/stream-pages.fixture"
import { member } from "@foldcast/web/screens/visit-facts.fixture"
import { PicturesBehindGateway } from "../media/pictures-behind-gateway.ts"
import { isInTurn } from "../support/proof-samples.ts"
import { drawnPicture } from "./drawn-picture.ts"
import { photographOf } from "./photograph.ts"
import { PLAYER_STATES, type PlayerScene } from "./player-states.ts"
import { steady } from "./scene.ts"
import { Snapshots } from "./snapshots.ts"

const pages = sitePages()
const snapshots = new Snapshots("player")
const engine = new PicturesBehindGateway()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

const VARIANTS = [
  { locale: "nl", scheme: "dark", width: 390, height: 844, path: "/profile/Mila" },
  { locale: "en", scheme: "light", width: 1_280, height: 800, path: "/en/profile/Mila" },
] as const

/** Removes the timeout of an unanswered offer, so that each state stays while it is checked. */
const PATIENT = "AbortSignal.timeout = () => new AbortController().signal"

const picturesOf = ({ answered }: PlayerScene): ScriptedPictures =>
  answered === undefined
    ? engine
    : {
        watch: () => (answered === "never" ? new Promise(() => {}) : Promise.resolve(answered)),
        end: () => Promise.resolve(false),
      }

const paintOver = (page: Page) =>
  page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLVideoElement>(".moving-picture")) {
      style.filter = "brightness(0) invert(0.4)"
    }
  })

type Variant = (typeof VARIANTS)[number]

const nameOf = ({ state }: PlayerScene, { locale, scheme, width }: Variant) =>
  [state, locale, scheme, width].join("-")
const isShown = ({ isWide = false }: PlayerScene, { width }: Variant) => !isWide || width > 1_000

describe.each(VARIANTS)("the player in $locale, $scheme, at $width", (variant) => {
  const { locale, ...screen } = variant
  const turn = VARIANTS.indexOf(variant)
  /** A state of only one variant is always checked there. */
  const shown = PLAYER_STATES.filter(
    (scene, at) =>
      isShown(scene, variant) && (scene.isWide === true || isInTurn(at, turn, VARIANTS.length)),
  )

  it.each(shown)("looks as it did, without a barrier: $state", async (scene) => {
    const script = roomScript(member(locale), undefined, {
      drawn: drawnPicture,
      pictures: picturesOf(scene),
    })
    const page = await openRoom(pages, script, {
      ...screen,
      motion: "reduce",
      prepare: (opened) => opened.addInitScript(`${PATIENT}; ${scene.script ?? ""}`),
    })
    pages.gateway.emit({ _tag: "VideoAvailable", performerId })
    await scene.reached(page, locale, {
      tell: (events) => pages.gateway.emitAll(events),
      cut: () => engine.cut(),
    })
    await page.mouse.move(0, 0)
    await page.evaluate(steady(locale))
    await paintOver(page)
    const { of = ".player" } = scene
    const seen = of === null ? page : page.locator(of)
    expect(await accessibilityFindings(page)).toEqual([])
    expect(snapshots.faults(nameOf(scene, variant), await photographOf(seen))).toEqual([])
  })
})

it("has a picture of every state and of no other", () => {
  const all = VARIANTS.flatMap((variant) =>
    PLAYER_STATES.filter((scene) => isShown(scene, variant)).map((scene) => nameOf(scene, variant)),
  )
  expect(snapshots.missing(all)).toEqual([])
  expect(snapshots.leftOver()).toEqual([])
})
