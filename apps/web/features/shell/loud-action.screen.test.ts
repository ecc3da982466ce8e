/** Tests that a screen has one loud action, and that windows part title, content and foot in one way. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { catalogueQueries } from "../../screens/catalogue.fixture.ts"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import type { Answers } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { openRoom, openTips, roomScript } from "../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"
import { bundleOf, walletLoadedFact } from "../../screens/wallet-facts.fixture.ts"

const pages = sitePages()

/** The words of each button that is filled with the brand's color or VIP's. */
const loud = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const colorOf = (name: string, place: Element) => {
      const probe = place.ownerDocument.createElement("i")
      probe.style.background = `var(${name})`
      place.append(probe)
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    }
    return [...document.querySelectorAll(".ui-button")].flatMap((button) => {
      const place = button.parentElement
      if (place === null || !button.checkVisibility({ visibilityProperty: true })) return []
      const { backgroundColor } = getComputedStyle(button)
      const isLoud = ["--brand", "--brand-strong", "--vip"].some(
        (name) => colorOf(name, place) === backgroundColor,
      )
      return isLoud ? [button.textContent.replaceAll(/\s+/gu, " ")] : []
    })
  })

const at = (path: string, events: ReadonlyArray<Event>) => (screen: Screen) =>
  pages.open({ events, queries: catalogueQueries() }, { ...screen, path })

const inRoom =
  (events: ReadonlyArray<Event>, does: (page: Page) => Promise<void> = async () => undefined) =>
  async (screen: Screen) => {
    const page = await openRoom(
      pages,
      roomScript(events, ({ _tag, ...command }) =>
        _tag === "JoinRoom" && "mode" in command && command.mode === "vip"
          ? [{ _tag: "RoomJoinRefused", performerId, mode: "vip", label: "unavailable" }]
          : undefined,
      ),
      screen,
    )
    await page.locator('[data-action="private"]:visible').waitFor()
    await does(page)
    return page
  }

const SCREENS = [
  ["a guest's home page", at("/", guest()), /^Gratis aanmelden$/u],
  ["a page that is not there", at("/nowhere/at/all", guest()), /^(?:Naar de )?.*startpagina/u],
  ["a member's home page", at("/", member()), null],
  ["a guest's room", inRoom(guest()), /^Privé gaan/u],
  ["a member's room", inRoom(member()), /^Privé gaan/u],
  [
    "a room in which the tab of VIP is open",
    inRoom(member(), (page) => page.getByRole("tab", { name: /VIP/u }).click()),
    /^VIP aanvragen/u,
  ],
  [
    "a room whose visitor chooses a name",
    inRoom(member(), async (page) => {
      await page.getByRole("button", { name: "Naam wijzigen" }).click()
      await page.getByRole("button", { name: "Opslaan" }).waitFor()
    }),
    /^Privé gaan/u,
  ],
  [
    "a room in which VIP is accepted and not joined",
    inRoom(member(), async (page) => {
      await page.getByRole("button", { name: /^VIP aanvragen/u }).click()
      await page.getByRole("button", { name: "Aanvraag intrekken" }).waitFor()
      pages.gateway.emitAll([
        { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 15 },
        { _tag: "VipAccepted", performerId },
      ])
      await page.getByRole("button", { name: "Nu naar VIP" }).waitFor()
    }),
    /^Nu naar VIP$/u,
  ],
] as const

describe.each([
  [1_280, "light"],
  [390, "dark"],
] as const)("at %i, %s,", (width, scheme) => {
  it.each(SCREENS)("%s has one loud action at most [DISPLAY-07]", async (_, open, name) => {
    const page = await open({ width, scheme, motion: "reduce" })
    await expect.poll(async () => (await loud(page)).length).toBe(name === null ? 0 : 1)
    if (name !== null) expect((await loud(page))[0]).toMatch(name)
  })
})

const sells: Answers = ({ _tag }) =>
  _tag === "LoadWallet" ? [walletLoadedFact([bundleOf("b1")])] : undefined

/** Pixels from the lower edge of the title's line to what comes below it. */
const belowTitle = (page: Page) =>
  page
    .locator("[role=dialog], [role=alertdialog]")
    .last()
    .evaluate((window) => {
      const title = window.querySelector("h2")?.getBoundingClientRect()
      const content = window.querySelector("header + *")
      if (title === undefined || content === null) return null
      const inside = content.getBoundingClientRect().top
      return inside + parseFloat(getComputedStyle(content).paddingBlockStart) - title.bottom
    })

describe("a window", () => {
  it("parts its title from what it shows by the same space, whatever it shows [DISPLAY-08]", async () => {
    const spaces: Array<number | null> = []
    const isShown = async (page: Page, role: "dialog" | "alertdialog" = "dialog") => {
      await page.getByRole(role).last().waitFor()
      spaces.push(await belowTitle(page))
    }
    const home = await at("/", guest())({ width: 390, motion: "reduce" })
    await home.getByRole("button", { name: "Gratis aanmelden" }).first().click()
    await isShown(home)
    const page = await openRoom(pages, roomScript(member("nl", 20_000)), {
      width: 390,
      height: 844,
      motion: "reduce",
    })
    await openTips(page)
    await isShown(page)
    await page.getByRole("button", { name: /^cadeau/u }).click()
    await isShown(page, "alertdialog")
    const poor = await pages.open(
      { events: member("nl", 0), queries: catalogueQueries(), answers: sells },
      { width: 390, motion: "reduce" },
    )
    await poor.getByRole("button", { name: "Filters" }).click()
    await isShown(poor)
    await poor.keyboard.press("Escape")
    await poor.getByRole("dialog").waitFor({ state: "detached" })
    pages.gateway.emit({ _tag: "CreditsRanOut", action: "pre-paid" })
    await isShown(poor)
    await poor.getByRole("dialog").getByRole("button", { name: "Credits kopen" }).click()
    await poor.getByRole("dialog").getByRole("radio").first().waitFor({ state: "attached" })
    await isShown(poor)
    expect(spaces).toHaveLength(6)
    const [wallet = Number.NaN, ...others] = spaces.map(Number).toReversed()
    expect(Math.max(...others) - Math.min(...others)).toBeLessThan(1)
    expect(wallet - Math.max(...others)).toBeLessThan(5)
    expect(spaces[0]).toBeLessThanOrEqual(28)
  })

  it("for tips keeps its button in sight, with room below it [DISPLAY-08]", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390, height: 700 })
    await openTips(page)
    const give = page.getByRole("dialog").getByRole("button", { name: "Fooi geven" })
    const spaceBelow = async () => {
      const box = await give.boundingBox()
      return 700 - ((box?.y ?? 0) + (box?.height ?? 0))
    }
    await page.getByRole("textbox", { name: "Bedrag in credits" }).focus()
    await expect.poll(spaceBelow).toBeGreaterThanOrEqual(12)
    await page.locator(".ui-window__dialog").evaluate((it) => {
      it.scrollTo(0, it.scrollHeight)
    })
    await expect.poll(spaceBelow).toBeGreaterThanOrEqual(12)
    // What has the focus is clear of it.
    const select = page.locator(".tips__threshold select")
    await select.focus()
    const [field, foot] = await Promise.all([
      select.boundingBox(),
      page.locator(".tips__foot").boundingBox(),
    ])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  })
})

it("words to press have the size of the line in which they stand [DISPLAY-09]", async () => {
  const expectSizes = async (page: Page, within: string) => {
    const links = page.locator(`${within} .ui-button--link:visible`)
    await links.first().waitFor()
    const sizes = await links.evaluateAll((found) =>
      found.map((link) => [
        getComputedStyle(link).fontSize,
        getComputedStyle(link.parentElement ?? link).fontSize,
      ]),
    )
    expect(sizes.filter(([own, line]) => own !== line)).toEqual([])
    return sizes.map(([own]) => own)
  }
  const home = await at("/?filter=age_18-24", guest())({})
  await expectSizes(home, "main")
  await home.getByRole("button", { name: "Gratis aanmelden" }).first().click()
  await expectSizes(home, "[role=dialog]")
  const room = await openRoom(pages, roomScript(member()))
  expect(await expectSizes(room, "body")).toContain("14px")
})
