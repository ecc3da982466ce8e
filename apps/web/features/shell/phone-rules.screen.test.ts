/** Tests an iPhone's requirements of a page, as far as a Chromium with touch can show them (docs/browsers.md). */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const

it("on a phone a window opens where films alone fill the screen, text is 16 pixels and there is an icon [DISPLAY-06]", async () => {
  const page = await pages.open(
    { events: guest("nl") },
    {
      width: 390,
      browser: PHONE,
      prepare: (phone) =>
        phone.addInitScript(() => {
          for (const name of ["fullscreenElement", "fullscreenEnabled", "exitFullscreen"])
            Reflect.deleteProperty(Document.prototype, name)
          Reflect.deleteProperty(Element.prototype, "requestFullscreen")
        }),
    },
  )
  expect(await page.evaluate(() => "fullscreenElement" in document)).toBe(false)
  await page.getByRole("button", { name: "Gratis aanmelden" }).first().click()
  await page.getByRole("dialog").getByLabel("E-mailadres").waitFor()
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("input, select, textarea")].flatMap((field) =>
      parseFloat(getComputedStyle(field).fontSize) < 16 &&
      !/checkbox|radio|range|hidden/u.test(field.getAttribute("type") ?? "")
        ? [field.outerHTML.slice(0, 80)]
        : [],
    ),
  )
  expect(small).toEqual([])
  expect(await page.locator("select").count()).toBeGreaterThan(0)
  const icon = await page.locator("link[rel=apple-touch-icon]").getAttribute("href")
  const file = readFileSync(new URL(`../../dist/client${icon ?? ""}`, import.meta.url))
  expect(file.subarray(1, 4).toString()).toBe("PNG")
  expect(await page.locator("meta[name=viewport]").getAttribute("content")).toContain(
    "width=device-width, initial-scale=1",
  )
  expect(pages.complaints).toEqual([])
})
