/** Tests the help page in a browser: its questions unfold, also by an address that names one. */
import { describe, expect, it } from "vitest"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

describe("the help", () => {
  it("unfolds a question by its press and by its address, and leads on by the links in an answer [ROUTE-52]", async () => {
    const page = await pages.open({ events: guest() }, { path: "/help#delete", width: 390 })
    const question = (name: string) => page.locator("details", { hasText: name })
    const isOpen = (name: string) => question(name).evaluate((one) => one.hasAttribute("open"))
    await expect.poll(() => isOpen("Hoe verwijder ik mijn account?")).toBe(true)
    expect(await isOpen("Wat zijn credits?")).toBe(false)
    await question("Wat zijn credits?").locator("summary").press("Enter")
    await expect.poll(() => isOpen("Wat zijn credits?")).toBe(true)
    await pages.expectSound(page)
    // Where the wallet and the window without credits lead.
    for (const id of ["credits", "failed"])
      expect(await page.locator(`details#${id}`).count()).toBe(1)
    const link = question("Hoe verwijder ik mijn account?").getByRole("link")
    expect(new URL((await link.getAttribute("href")) ?? "").pathname).toBe("/settings")
  })
})
