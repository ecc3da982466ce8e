/**
 * Tests what a profile offers besides its performer, in a browser with a scripted gateway: who is like them, an alert
 * while they are offline, and the address to share.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Event } from "@foldcast/contracts/stream/event"
import { performer, performersAnswer } from "../../screens/performers.fixture.ts"
import {
  answersWith,
  MILA_ID,
  openProfile,
  profile,
  profileScript,
} from "../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import {
  guest,
  loggedInFact,
  member,
  memberLoadedFact,
  registered,
} from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const one = (username: string, onlineStatus: number): PerformerSummary =>
  performer(2, { username, performerId: `p_${username.toLowerCase()}`, onlineStatus, age: 27 })
const OTHERS = [
  one("Lisa", 3),
  one("Noor", 0),
  performer(3, { username: "Mila", performerId: MILA_ID, onlineStatus: 0 }),
  one("Luna", 5),
  one("Sky", 3),
  one("Ivy", 1),
  one("Jade", 0),
  one("Emma", 3),
]

const open = (onlineStatus: number, screen: Screen = {}, events = guest()): Promise<Page> => {
  const shown = profile({ onlineStatus, details: { ...profile().details, gender: "female" } })
  const others = answersWith(() => ({ body: shown }))
  return openProfile(
    pages,
    profileScript(events, {
      queries: (url) =>
        url.pathname === "/api/performers" && url.searchParams.has("filter")
          ? performersAnswer(OTHERS, url)
          : others(url),
      answers: (command): ReadonlyArray<Event> | undefined => {
        switch (command._tag) {
          case "LoadLiveAlerts":
            return [{ _tag: "LiveAlertsListed", performerIds: [] }]
          case "SetLiveAlert":
            return [
              {
                _tag: "LiveAlertChanged",
                performerId: command.performerId,
                isOn: command.isOn,
              },
            ]
          default:
            return undefined
        }
      },
    }),
    screen,
  )
}

const instead = (page: Page) =>
  page.getByRole("list", { name: "Nu live en vergelijkbaar met Mila" })
const alert = (page: Page) => page.locator(".live-alert").getByRole("button")

/**
 * Where an element is, looked up and measured in one step: the stage takes its placeholder's place at any moment, and a
 * box that is asked for in two steps would be that of an element which has gone.
 */
const edges = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })

describe("a performer who cannot be watched", () => {
  it.each([
    { width: 320, height: 568 },
    { width: 390, height: 667 },
    { width: 1_280, height: 800 },
  ])(
    "has others who are live where the next step is, and on the first screen, at $width by $height [FIND-04]",
    async (screen) => {
      const page = await open(0, screen)
      await instead(page).getByRole("link", { name: /^Lisa/u }).waitFor()
      const names = await instead(page).locator(".live-instead__name").allTextContents()
      expect(names).toEqual(["Lisa", "Sky", "Emma", "Ivy"])
      const box = await instead(page).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(screen.height)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(screen.width)
      await pages.expectSound(page)
      await instead(page).getByRole("link", { name: /^Lisa/u }).click()
      await page.waitForURL("**/profile/Lisa")
    },
  )

  it.each([
    ["in VIP", 5],
    ["in a pause", 9],
  ])("has them too while she is %s, and no alert", async (_, onlineStatus) => {
    const page = await open(onlineStatus)
    await instead(page).getByRole("link").first().waitFor()
    expect(await alert(page).count()).toBe(0)
  })

  it("is told of to who is a member and wants to be, in every tab, until it is turned off [ALERT-01]", async () => {
    const page = await open(0, {}, member())
    await pages.gateway.command("LoadLiveAlerts")
    await alert(page)
      .and(page.getByRole("button", { name: "Geef me een seintje" }))
      .click()
    expect(await pages.gateway.command("SetLiveAlert")).toMatchObject({
      performerId: MILA_ID,
      isOn: true,
    })
    await page.getByRole("button", { name: "Seintje staat aan", pressed: true }).waitFor()
    await page.getByText("Meldingen volgen later.").waitFor()
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "LiveAlertChanged", performerId: MILA_ID, isOn: false })
    await page.getByRole("button", { name: "Geef me een seintje", pressed: false }).waitFor()
  })

  it("asks a guest to register first, and says for what [ALERT-02]", async () => {
    const page = await open(0)
    await alert(page).click()
    await page
      .getByRole("dialog")
      .getByText("Voor een seintje als Mila live is, heb je een account nodig.")
      .waitFor()
    expect(pages.gateway.commands.some(({ _tag }) => _tag === "SetLiveAlert")).toBe(false)
  })

  it("keeps the alert that a guest asked for as soon as they have registered [ALERT-02]", async () => {
    const page = await open(0)
    await alert(page).click()
    await page.getByRole("dialog").waitFor()
    pages.gateway.emitAll([registered, loggedInFact(), memberLoadedFact()])
    expect(await pages.gateway.command("SetLiveAlert")).toEqual({
      _tag: "SetLiveAlert",
      performerId: MILA_ID,
      isOn: true,
    })
    await page.getByRole("button", { name: "Seintje staat aan", pressed: true }).waitFor()
  })

  it("forgets the alert of a guest who closes the window, also when they register later [ALERT-02]", async () => {
    const page = await open(0)
    await alert(page).click()
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    pages.gateway.emitAll([registered, loggedInFact(), memberLoadedFact()])
    await page.getByRole("button", { name: "Geef me een seintje", pressed: false }).waitFor()
    expect(pages.gateway.commands.some(({ _tag }) => _tag === "SetLiveAlert")).toBe(false)
  })
})

describe("a performer who is live", () => {
  it("has six others below everything else, without herself, and none over the picture [FIND-04]", async () => {
    const page = await open(3)
    const area = page.getByRole("region", { name: "Vergelijkbare performers" })
    await area.waitFor()
    const names = await area.locator(".performer-card__name").allTextContents()
    expect(names).toEqual(["Lisa", "Sky", "Emma", "Ivy", "Luna", "Noor"])
    expect(await instead(page).count()).toBe(0)
  })

  it("has them in the HTML that a search engine reads, and asks for them no second time [FIND-04]", async () => {
    const page = await open(3)
    await page.getByRole("region", { name: "Vergelijkbare performers" }).waitFor()
    expect(pages.gateway.queries.filter((path) => path.includes("filter="))).toEqual([])
    const html = await (await fetch(page.url())).text()
    expect(html).toMatch(/href="\/profile\/Lisa"[^>]*class="performer-card__link"/u)
  })

  it("has them beside the stage of the widest window, whose picture keeps its share of the width", async () => {
    const page = await open(3, { width: 1_920, height: 1_080 })
    const [rail, picture] = [await edges(page, ".similar"), await edges(page, ".stage-box")]
    expect(rail.right - rail.left).toBe(240)
    expect(rail.left).toBeGreaterThan(picture.right)
    expect(rail.top).toBeLessThan(picture.bottom)
    expect(picture.right - picture.left).toBeGreaterThanOrEqual(1_920 * 0.55)
  })
})

describe("what is below the stage", () => {
  it.each([1_280, 1_600, 1_920])("begins and ends where the stage does, at %i", async (width) => {
    const page = await open(3, { width, height: 1_080 })
    await page.locator(".more-facts").waitFor()
    const [stage, chat] = [await edges(page, ".stage"), await edges(page, ".stage .chat")]
    const [areas, aside] = [
      await edges(page, ".profile__areas"),
      await edges(page, ".profile-aside"),
    ]
    expect(areas.left).toBe(stage.left)
    expect(aside).toMatchObject({ left: chat.left, right: stage.right })
  })
})

describe("the facts about a performer", () => {
  it("show the first ones, and fold the others away without leaving them out of the page", async () => {
    const page = await open(0)
    const more = page.locator(".more-facts")
    const folded = more.getByText("Geluksgetal")
    await more.waitFor()
    expect(await page.getByText("Haarkleur").isVisible()).toBe(true)
    expect(await folded.isVisible()).toBe(false)
    expect(await (await fetch(page.url())).text()).toContain("Geluksgetal")
    await more.getByText("Meer over Mila").click()
    await folded.and(page.locator(":visible")).waitFor()
  })
})

describe("sharing a profile", () => {
  const SHARED = "https://foldcast.test/profile/Mila"
  const press = (page: Page) => page.getByRole("button", { name: "Delen" }).click()

  it("gives the device's sheet the address without what the visitor came with [FIND-06]", async () => {
    const page = await open(0, {
      path: "/profile/Mila?p=a1&token=t1#top",
      prepare: async (made) => {
        await made.addInitScript(() => {
          Navigator.prototype.share = async (data) => {
            document.title = JSON.stringify(data)
          }
        })
      },
    })
    await press(page)
    await expect
      .poll(async () => JSON.parse(await page.title()) as unknown)
      .toEqual({ title: "Mila op Foldcast", url: SHARED })
  })

  it("copies it where there is no sheet, and says so [FIND-06]", async () => {
    const page = await open(0, {
      browser: { permissions: ["clipboard-read", "clipboard-write"] },
      prepare: async (made) => {
        await made.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, "share")
        })
      },
    })
    await press(page)
    await page.getByText("Link gekopieerd.").waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(SHARED)
  })

  it("says where the address is if it cannot be copied", async () => {
    const page = await open(0, {
      prepare: async (made) => {
        await made.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, "share")
          navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))
        })
      },
    })
    await press(page)
    await page.getByText(/Je vindt de link in de adresbalk/u).waitFor()
  })
})
