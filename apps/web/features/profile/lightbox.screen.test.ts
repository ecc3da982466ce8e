/** Tests the gallery lightbox in a browser: by keyboard only, by touch, and with an album that fails to load. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { AlbumPhotos } from "@foldcast/contracts/queries/performers"
import {
  MILA_ID,
  openProfile,
  profileScript,
  profileUrl,
} from "../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const ALBUM_OF_ONE: AlbumPhotos["photos"] = [
  {
    photoId: "4",
    picture: { url: "/media/mila/snapshots/4.jpg", colour: null },
    nonude: null,
    width: 900,
    height: 1_200,
  },
]

const PATIENTLY = { timeout: 10_000 }

const scaleOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)

const opened = async (screen: Screen = {}, album = /Album Vakantie/u) => {
  const page = await openProfile(pages, profileScript(guest()), screen)
  await page.getByRole("button", { name: album }).click()
  const box = page.getByRole("dialog")
  await box.getByRole("img").first().waitFor()
  return { page, box, picture: box.locator(".lightbox__picture") }
}

const counted = (box: Locator, text: string) => box.getByRole("status").getByText(text).waitFor()

/** Swipes one finger over the picture, from its middle. */
const swipe = async (page: Page, by: number) => {
  const at = await page.locator(".lightbox__stage").boundingBox()
  if (at === null) throw new Error("the stage is not shown")
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y, { steps: 3 })
  await page.mouse.move(x + by, y, { steps: 3 })
  await page.mouse.up()
}

describe("the lightbox", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "en" },
        { width: 1_280, scheme: "light", locale: "nl" },
      ],
    ),
  )("shows an album at $width in $scheme, $locale [PROFILE-09]", async ({ locale, ...screen }) => {
    const page = await openProfile(pages, profileScript(member(locale)), {
      ...screen,
      path: profileUrl(locale),
    })
    await page.getByRole("button", { name: /Album Vakantie/u }).click()
    const box = page.getByRole("dialog", { name: "Vakantie" })
    await counted(box, locale === "nl" ? "Foto 1 van 3" : "Photo 1 of 3")
    await pages.expectSound(page)
  })

  it("can be used by keyboard alone: it holds the focus and gives it back [PROFILE-09]", async () => {
    const page = await openProfile(pages, profileScript(guest()))
    const album = page.getByRole("button", { name: /Album Vakantie/u })
    await album.focus()
    await page.keyboard.press("Enter")
    const box = page.getByRole("dialog", { name: "Vakantie" })
    await counted(box, "Foto 1 van 3")
    for (const [key, text] of [
      ["ArrowRight", "Foto 2 van 3"],
      ["End", "Foto 3 van 3"],
      ["ArrowRight", "Foto 1 van 3"],
      ["ArrowLeft", "Foto 3 van 3"],
      ["Home", "Foto 1 van 3"],
    ] as const) {
      await page.keyboard.press(key)
      await counted(box, text)
    }
    const inside = () => box.evaluate((dialog) => dialog.contains(document.activeElement))
    for (let times = 0; times < 14; times += 1) {
      await page.keyboard.press("Tab")
      expect(await inside()).toBe(true)
    }
    await page.keyboard.press("Shift+Tab")
    expect(await inside()).toBe(true)
    await page.keyboard.press("Escape")
    await box.waitFor({ state: "detached" })
    await expect
      .poll(() => album.evaluate((button) => button === document.activeElement), PATIENTLY)
      .toBe(true)
  })

  it("zooms by keys and buttons; arrows then move the picture instead of turning", async () => {
    const { page, box, picture } = await opened()
    await page.keyboard.press("+")
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBeCloseTo(1.5)
    const before = await picture.evaluate((image) => getComputedStyle(image).transform)
    await page.keyboard.press("ArrowRight")
    await expect
      .poll(() => picture.evaluate((image) => getComputedStyle(image).transform), PATIENTLY)
      .not.toBe(before)
    await counted(box, "Foto 1 van 3")
    await page.keyboard.press("0")
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBe(1)
    await box.getByRole("button", { name: "Inzoomen" }).click()
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBeCloseTo(1.5)
    const farther = box.getByRole("button", { name: "Uitzoomen" })
    await farther.click()
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBe(1)
    expect(await farther.getAttribute("aria-disabled")).toBe("true")
    expect(await farther.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it("zooms by double tap and wheel, and shows the next picture whole again", async () => {
    const { page, box, picture } = await opened()
    await page.locator(".lightbox__stage").dblclick()
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBeCloseTo(2.5)
    await swipe(page, -120)
    await counted(box, "Foto 1 van 3")
    await page.locator(".lightbox__stage").dblclick()
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBe(1)
    await page.locator(".lightbox__stage").hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBeGreaterThan(1.5)
    await box.getByRole("button", { name: "Volgende foto" }).click()
    await counted(box, "Foto 2 van 3")
    await expect.poll(() => scaleOf(picture), PATIENTLY).toBe(1)
  })

  it("turns by a swipe and by its thumbnails", async () => {
    const { page, box } = await opened({ width: 390 })
    await swipe(page, -120)
    await counted(box, "Foto 2 van 3")
    await swipe(page, 120)
    await counted(box, "Foto 1 van 3")
    await box.getByRole("button", { name: "Foto 3" }).click()
    await counted(box, "Foto 3 van 3")
    expect(await box.getByRole("button", { name: "Foto 3" }).getAttribute("aria-current")).toBe(
      "true",
    )
  })

  it("goes to another album, and shows the profile's own pictures; it has pages only where there are several [PROFILE-10]", async () => {
    const script = profileScript(guest())
    const page = await openProfile(pages, {
      ...script,
      queries: (url) =>
        url.pathname === `/api/albums/${MILA_ID}/2`
          ? { body: { albumId: "2", name: "In de studio", photos: ALBUM_OF_ONE } }
          : script.queries?.(url),
    })
    expect(await page.getByRole("dialog").count()).toBe(0)
    await page.getByRole("button", { name: /Album Vakantie/u }).click()
    const box = page.getByRole("dialog")
    await counted(box, "Foto 1 van 3")
    const albums = box.locator(".lightbox__albums").getByRole("button")
    expect(await albums.allTextContents()).toEqual(["Vakantie", "In de studio"])
    const pictures = box.getByRole("button", { name: /^Foto \d$/u })
    expect(await pictures.count()).toBe(3)
    expect(await box.getByRole("button", { name: "Volgende foto" }).count()).toBe(1)
    await box.getByRole("button", { name: "In de studio" }).click()
    await counted(page.getByRole("dialog", { name: "In de studio" }), "Foto 1 van 1")
    expect(await pictures.count()).toBe(0)
    expect(await box.getByRole("button", { name: "Volgende foto" }).count()).toBe(0)
    await page.getByRole("button", { name: "Foto’s sluiten" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Foto 2" }).click()
    await counted(page.getByRole("dialog", { name: "Foto’s van Mila" }), "Foto 2 van 2")
  })

  it("closes on Back, is there again on Forward and after a reload, and leaves no entry behind", async () => {
    const page = await openProfile(pages, profileScript(guest()), { width: 390 })
    const address = page.url()
    const index = () => page.evaluate<number>("history.state.__TSR_index")
    const before = await index()
    const album = page.getByRole("button", { name: /Album Vakantie/u })
    const box = page.getByRole("dialog", { name: "Vakantie" })
    const isAtAlbum = async () => {
      await box.waitFor({ state: "detached" })
      await expect
        .poll(() => album.evaluate((button) => button === document.activeElement), PATIENTLY)
        .toBe(true)
      expect([page.url(), await index()]).toEqual([address, before])
    }
    await album.click()
    await counted(box, "Foto 1 van 3")
    await page.goBack()
    await isAtAlbum()
    await page.goForward()
    await counted(box, "Foto 1 van 3")
    await page.reload()
    await counted(box, "Foto 1 van 3")
    await page.goBack()
    await isAtAlbum()
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Foto’s sluiten" }).click(),
    ]) {
      await album.click()
      await counted(box, "Foto 1 van 3")
      // Another album adds no history entry.
      await page.getByRole("button", { name: "In de studio", exact: true }).click()
      await counted(page.getByRole("dialog", { name: "In de studio" }), "Foto 1 van 2")
      await close()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await isAtAlbum()
    }
  })

  it("loads the neighbours of what it shows", async () => {
    const { page } = await opened()
    await page.keyboard.press("ArrowRight")
    const asked = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      )
    await expect.poll(asked, PATIENTLY).toContain("/media/mila/snapshots/3.jpg")
  })

  it("says so where an album does not load, and loads it again", async () => {
    let answers = false
    const script = profileScript(guest())
    const page = await openProfile(
      pages,
      {
        ...script,
        queries: (url) =>
          /^\/api\/albums\/p_mila\/1$/u.test(url.pathname) && !answers
            ? { status: 404, body: { label: "request.notFound" } }
            : script.queries?.(url),
      },
      { width: 390 },
    )
    await page.getByRole("button", { name: /Album Vakantie/u }).click()
    const box = page.getByRole("dialog", { name: "Vakantie" })
    await box.getByText("We konden de foto’s niet laden.").waitFor()
    await pages.expectSound(page, [/status of 404/u])
    answers = true
    await box.getByRole("button", { name: "Opnieuw proberen" }).click()
    await counted(box, "Foto 1 van 3")
  })
})
