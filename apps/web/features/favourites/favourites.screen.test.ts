/**
 * Tests the heart of a profile in a browser: it updates at once, reverts when refused, and announces both; and what
 * a browser stores of favourites, and for which member.
 */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Page } from "playwright-core"
import { isOnTop } from "../../screens/on-top.fixture.ts"
import {
  MILA_ID,
  openProfile,
  profile,
  profileScript,
  profileUrl,
} from "../../screens/profile-pages.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, stopTime } from "../../screens/site-pages.fixture.ts"
import { guest, loggedInFact, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** For an offline performer: the page joins no room, so there are no commands besides the tested ones. */
const offlineScript: typeof profileScript = (events, changed) =>
  profileScript(events, { profile: profile({ onlineStatus: 0 }), ...changed })

const PATIENTLY = { timeout: 10_000 }

const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "FavouritesListed",
  performerIds,
})
const added: Event = { _tag: "FavouriteAdded", performerId: MILA_ID }
const refused: Event = {
  _tag: "FavouriteRefused",
  performerId: MILA_ID,
  label: "unavailable",
}

const heart = (page: Page, name = "Mila als favoriet bewaren") => page.getByRole("button", { name })
const pressed = (page: Page) => heart(page).getAttribute("aria-pressed")
const KEPT = "Bewaard bij je favorieten."
const REFUSED = "Je favorieten zijn niet gewijzigd. Probeer het zo opnieuw."

const openAsMember = (changed: Partial<GatewayScript> = {}, screen: Screen = {}) =>
  openProfile(pages, offlineScript([...member(), listed()], changed), {
    ...screen,
    clock: "runs",
  })

describe("the heart", () => {
  it("shows at once what was asked, and says for three seconds that it was done [PROFILE-13]", async () => {
    const page = await openAsMember()
    expect(await pressed(page)).toBe("false")
    await stopTime(page)
    await heart(page).click()
    await expect.poll(() => pressed(page), PATIENTLY).toBe("true")
    expect(await pages.gateway.command("AddFavourite")).toMatchObject({ performerId: MILA_ID })
    expect(await page.getByText(KEPT).count()).toBe(0)
    pages.gateway.emit(added, pages.gateway.lastCommandId)
    await page.getByRole("status").getByText(KEPT).waitFor()
    await page.clock.fastForward(2_900)
    expect(await page.getByText(KEPT).count()).toBe(1)
    await page.clock.fastForward(200)
    await page.getByText(KEPT).waitFor({ state: "detached" })
    expect(await pressed(page)).toBe("true")
    await heart(page).click()
    await pages.gateway.command("RemoveFavourite")
    await expect.poll(() => pressed(page), PATIENTLY).toBe("false")
    pages.gateway.emit(
      { _tag: "FavouriteRemoved", performerId: MILA_ID },
      pages.gateway.lastCommandId,
    )
    await page.getByRole("status").getByText("Verwijderd uit je favorieten.").waitFor()
  })

  it.each([390, 1_280])("is not covered by its own notice, at %i", async (width) => {
    const page = await openAsMember({ answers: () => [added] }, { width })
    await stopTime(page)
    await heart(page).click()
    await page.getByText(KEPT).waitFor()
    expect(await isOnTop(heart(page))).toBe(true)
  })

  it("keeps its notice while the pointer or the focus is on it", async () => {
    const page = await openAsMember({ answers: () => [added] })
    await stopTime(page)
    await heart(page).click()
    await page.getByText(KEPT).hover()
    await page.clock.fastForward(60_000)
    const words = page.getByRole("status").filter({ hasText: KEPT })
    expect(await words.count()).toBe(1)
    await words.getByRole("button", { name: "Melding sluiten" }).click()
    await page.getByText(KEPT).waitFor({ state: "detached" })
  })

  it.each([
    { width: 390, scheme: "dark" },
    { width: 1_280, scheme: "light" },
  ] as const)(
    "goes back where it was refused and says why, at $width in $scheme",
    async (screen) => {
      const page = await openProfile(
        pages,
        offlineScript([...member(), listed()], { answers: () => [refused] }),
        screen,
      )
      await heart(page).click()
      await page.getByRole("status").getByText(REFUSED).waitFor()
      expect(await pressed(page)).toBe("false")
      await pages.expectSound(page)
      await page.getByRole("button", { name: "Melding sluiten" }).click()
      await page.getByText(REFUSED).waitFor({ state: "detached" })
    },
  )

  it.each([
    ["to add", "AddFavourite", listed()],
    ["to remove", "RemoveFavourite", listed(MILA_ID)],
  ] as const)(
    "is disabled for three seconds after it failed %s, and keeps the keyboard's focus [PROFILE-12]",
    async (_, command, list) => {
      const page = await openAsMember({ events: [...member(), list], answers: () => [refused] })
      await stopTime(page)
      await heart(page).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("status").getByText(REFUSED).waitFor()
      await expect.poll(() => heart(page).isDisabled(), PATIENTLY).toBe(true)
      await page.keyboard.press("Enter")
      await page.clock.fastForward(2_900)
      expect(await heart(page).isDisabled()).toBe(true)
      expect(pages.gateway.commands).toHaveLength(1)
      expect(await heart(page).evaluate((one) => one === document.activeElement)).toBe(true)
      await page.clock.fastForward(200)
      await expect.poll(() => heart(page).isDisabled(), PATIENTLY).toBe(false)
      await page.keyboard.press("Enter")
      await expect
        .poll(() => pages.gateway.commands.map(({ _tag }) => _tag), PATIENTLY)
        .toEqual([command, command])
    },
  )

  it("follows another tab without a notice", async () => {
    const page = await openAsMember()
    expect(await pressed(page)).toBe("false")
    pages.gateway.emit(added)
    await expect.poll(() => pressed(page), PATIENTLY).toBe("true")
    expect(await page.getByText(KEPT).count()).toBe(0)
  })

  it.each([
    { width: 390, scheme: "light", locale: "nl" },
    { width: 1_280, scheme: "dark", locale: "en" },
  ] as const)(
    "asks a guest to register, and remembers of it only whose profile it was, at $width in $scheme, $locale [PROFILE-11, STORE-04]",
    async ({ locale, ...screen }) => {
      const page = await openProfile(pages, offlineScript(guest(locale)), {
        ...screen,
        path: profileUrl(locale),
      })
      const name = locale === "nl" ? "Mila als favoriet bewaren" : "Add Mila to favorites"
      expect(await heart(page, name).getAttribute("aria-pressed")).toBeNull()
      await pages.expectSound(page)
      await heart(page, name).click()
      // The dialog explains why the heart needs an account.
      await page
        .getByRole("dialog")
        .getByText(locale === "nl" ? /bewaar je favorieten/u : /you can save favorites/u)
        .waitFor()
      await pages.gateway.told({ _tag: "DialogOpened", dialog: "register" })
      expect(pages.gateway.commands).toEqual([])
      const kept = await page.evaluate(() => [
        localStorage.getItem("favourites"),
        sessionStorage.getItem("favourites"),
        document.cookie.includes("favourites"),
        localStorage.getItem("register:model"),
      ])
      expect(kept).toEqual([null, null, false, "Mila"])
      await page.keyboard.press("Escape")
      await expect
        .poll(() => heart(page, name).evaluate((one) => one === document.activeElement), PATIENTLY)
        .toBe(true)
    },
  )

  it("is carried out for a guest once they are in, and not for one who closed the window", async () => {
    const page = await openProfile(
      pages,
      offlineScript(guest(), {
        answers: ({ _tag }) => {
          if (_tag === "LogIn") return [loggedInFact(true), listed()]
          return _tag === "AddFavourite" ? [added] : undefined
        },
      }),
    )
    const dialog = page.getByRole("dialog")
    await heart(page).click()
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    const logIn = async () => {
      await dialog.getByLabel("E-mailadres").fill("noor@example.test")
      await dialog.getByLabel("Wachtwoord", { exact: true }).fill("welkom123")
      await page.keyboard.press("Enter")
      await dialog.waitFor({ state: "detached" })
    }
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await logIn()
    await expect.poll(() => pressed(page), PATIENTLY).toBe("false")
    pages.gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await expect.poll(() => pressed(page), PATIENTLY).toBeNull()
    // A pointer that comes to lie on the wallet's button loads its content.
    const sent = pages.gateway.commands.map(({ _tag }) => _tag)
    expect(sent.filter((tag) => tag !== "LoadWallet")).toEqual(["LogIn"])

    await heart(page).click()
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await logIn()
    expect(await pages.gateway.command("AddFavourite")).toEqual({
      _tag: "AddFavourite",
      performerId: MILA_ID,
    })
    await expect.poll(() => pressed(page), PATIENTLY).toBe("true")
    await page.getByText(KEPT).waitFor()
  })

  it("has the focus back from the window it opened, however slowly the device draws", async () => {
    const page = await openProfile(pages, offlineScript(guest()), {
      prepare: (fresh) =>
        fresh.addInitScript(() => {
          const frame = window.requestAnimationFrame.bind(window)
          window.requestAnimationFrame = (draw) =>
            frame(() => {
              setTimeout(() => {
                draw(performance.now())
              }, 500)
            })
        }),
    })
    await heart(page).click()
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel), PATIENTLY)
      .toBe("Mila als favoriet bewaren")
  })
})

describe("the copy of the favourites in a browser", () => {
  const kept = (page: Page) =>
    page.evaluate(() => ({
      session: sessionStorage.getItem("favourites"),
      local: localStorage.getItem("favourites"),
      cookie: document.cookie.split("; ").find((pair) => pair.startsWith("favourites=")),
    }))

  it("is what a reload shows until the list comes, and is deleted at log-out [PROFILE-15, STORE-02, STORE-11]", async () => {
    const page = await openProfile(pages, offlineScript([...member(), listed(MILA_ID)]))
    await expect.poll(() => pressed(page), PATIENTLY).toBe("true")
    await expect
      .poll(() => kept(page), PATIENTLY)
      .toEqual({
        session: `{"memberId":"m_00000001","performerIds":["${MILA_ID}"]}`,
        local: `["${MILA_ID}"]`,
        cookie: `favourites=${MILA_ID}`,
      })
    const [cookie] = (await pages.context.cookies()).filter(({ name }) => name === "favourites")
    const days = ((cookie?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)
    // The list has not arrived yet.
    pages.gateway.play(offlineScript(member()))
    await page.reload()
    await pages.gateway.fact("FavouritesRecalled")
    await expect.poll(() => pressed(page), PATIENTLY).toBe("true")
    pages.gateway.emit(listed())
    await expect.poll(() => pressed(page), PATIENTLY).toBe("false")
    pages.gateway.emit(listed(MILA_ID))
    await expect.poll(async () => (await kept(page)).local, PATIENTLY).toBe(`["${MILA_ID}"]`)
    pages.gateway.emit({ _tag: "LoggedOut", reason: "requested" })
    await expect
      .poll(() => kept(page), PATIENTLY)
      .toEqual({ session: null, local: null, cookie: undefined })
  })
})

describe("the favourites' page", () => {
  it("has its entry in view on a phone, the only one with a line under it [SHELL-42, SHELL-45]", async () => {
    const page = await openProfile(pages, offlineScript([...member(), listed()]), {
      path: "/favourites",
      width: 390,
    })
    const entry = page.getByRole("navigation").getByRole("link", { name: "Favorieten" })
    await expect
      .poll(() => entry.evaluate((link) => link.getBoundingClientRect().right <= innerWidth))
      .toBe(true)
    const home = page.getByRole("navigation").getByRole("link", { name: "Home" })
    expect(await home.getAttribute("aria-current")).toBe("true")
    const line = (link: typeof home) =>
      link.evaluate((element) => getComputedStyle(element).borderBlockEndColor)
    expect(await line(home)).toBe("rgba(0, 0, 0, 0)")
    expect(await line(entry)).not.toBe("rgba(0, 0, 0, 0)")
  })

  it("shows what the tab recalls after a reload, and then the member's list in its place [PROFILE-15, ROUTE-07]", async () => {
    const page = await openProfile(pages, offlineScript([...member(), listed("p_luna")]), {
      path: "/favourites",
    })
    const shown = () => page.locator("main .performer-card__name").allTextContents()
    await expect.poll(shown, PATIENTLY).toEqual(["Luna"])
    // The list has not arrived yet, and it differs from the stored one.
    pages.gateway.play(offlineScript(member()))
    await page.reload()
    await pages.gateway.fact("FavouritesRecalled")
    await expect.poll(shown, PATIENTLY).toEqual(["Luna"])
    pages.gateway.emit(listed(MILA_ID))
    await expect.poll(shown, PATIENTLY).toEqual(["Mila"])
  })

  it("shows a performer who is added in another tab meanwhile [PROFILE-14]", async () => {
    const page = await openProfile(pages, offlineScript([...member(), listed("p_luna")]), {
      path: "/favourites",
    })
    const shown = () => page.locator("main .performer-card__name").allTextContents()
    await expect.poll(shown, PATIENTLY).toEqual(["Luna"])
    pages.gateway.emit(added)
    await expect.poll(shown, PATIENTLY).toHaveLength(2)
    await page.getByRole("link", { name: /^Mila,/u }).waitFor()
  })
})

describe("the list of favourites", () => {
  it.each(["age_18-24", "nobody-reads-this"])(
    "has no filter, nor has its address: %s [ROUTE-24]",
    async (filter) => {
      const page = await pages.open(
        { events: [...member(), listed()] },
        { path: `/favourites?p=a1&filter=${filter}` },
      )
      await expect.poll(() => page.url(), PATIENTLY).toBe(`${pages.gateway.origin}/favourites?p=a1`)
    },
  )
})
