/**
 * Tests the search for a performer in a browser: seen names, the gateway's names, by keyboard and with a screen
 * reader.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { foundAnswer, performer } from "../../screens/performers.fixture.ts"
import type { QueryAnswer } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** In the gateway's order for "rob"; Rob_Roy is offline. */
const KNOWN = ["Robina", "Rob_Roy", "MoonRobin"]
const named = (usernames: ReadonlyArray<string>): QueryAnswer =>
  foundAnswer(
    usernames.map((username) =>
      performer(1, {
        performerId: `p_${username}`,
        username,
        onlineStatus: username === "Rob_Roy" ? 0 : 3,
      }),
    ),
  )
/** As the gateway does: names that contain the text. */
const knowing = (typed: string) =>
  named(KNOWN.filter((name) => name.toLowerCase().includes(typed.toLowerCase())))

type Names = (typed: string) => QueryAnswer | Promise<QueryAnswer>

const open = async (screen: Screen = {}, names: Names = knowing, events = guest()) => {
  const script = { events, queries: catalogueQueries({ names }) }
  const page = await pages.open(script, screen)
  await takenOver(page)
  return page
}
const field = (page: Page) =>
  page.getByRole("combobox", { name: /^(?:Zoek een|Search for a) performer$/u })
const options = (page: Page) => page.locator(".search-bar").getByRole("option")
const shown = (page: Page) => options(page).locator(".search-popup__name").allTextContents()
const option = (page: Page, username: string) =>
  options(page).filter({ has: page.getByText(username, { exact: true }) })
const says = (page: Page, text: string) =>
  page.locator(".search-bar").getByRole("status").filter({ hasText: text }).waitFor()
/** The requests for names. */
const asked = () => pages.gateway.queries.filter((path) => path.includes("autocomplete"))
const autocomplete = (typed: string) =>
  `/api/performers/autocomplete?username=${typed}&lang=nl&limit=10`

describe("the search", () => {
  it("shows names seen on this page that begin with the text, and asks the gateway from the third letter on [GRID-41, GRID-43]", async () => {
    const page = await open()
    await field(page).pressSequentially("RO")
    const group = (name: string) => page.getByRole("listbox").getByRole("group", { name })
    await expect.poll(() => shown(page)).toEqual(["Robin4"])
    await group("Begint met wat je typte").getByRole("option", { name: "Robin4 Live" }).waitFor()
    await says(page, "1 performer gevonden")
    // The name contains the text and does not begin with it.
    await field(page).fill("ob")
    await group("Andere performers").getByRole("option", { name: "Robin4 Live" }).waitFor()
    await field(page).fill("zz")
    await page.getByText("Typ minstens drie letters om overal te zoeken.").first().waitFor()
    expect(asked()).toEqual([])
    await field(page).fill("rob")
    await pages.gateway.query(autocomplete("rob"))
  })

  it("says so where a paste is cut, until something is typed [TEXT-06]", async () => {
    const page = await open()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const note = page.locator(".search-bar").getByRole("status")
    const paste = async (length: number) => {
      await field(page).fill("")
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), "x".repeat(length))
      await field(page).press("ControlOrMeta+V")
      await expect.poll(() => field(page).inputValue()).toBe("x".repeat(32))
    }
    // A text of exactly the maximum length is not cut.
    await paste(32)
    await pages.gateway.query(autocomplete("x".repeat(32)))
    expect(await note.textContent()).not.toContain("Wat je plakte")
    await paste(1_000)
    await says(page, "Wat je plakte, is te lang")
    await page.keyboard.press("Backspace")
    await expect.poll(() => note.textContent()).not.toContain("Wat je plakte")
  })

  it("shows the gateway's names behind a divider, each once [GRID-42]", async () => {
    const page = await open()
    await field(page).fill("rob")
    await options(page).getByText("MoonRobin").waitFor()
    const groups = page.getByRole("listbox", { name: "Gevonden performers" }).getByRole("group")
    const told = await groups.evaluateAll((all) =>
      all.map((group) => [
        group.getAttribute("aria-label"),
        getComputedStyle(group).borderTopStyle,
        ...[...group.querySelectorAll(".search-popup__name")].map((name) => name.textContent),
      ]),
    )
    expect(told).toEqual([
      ["Begint met wat je typte", "none", "Robin4"],
      ["Andere performers", "solid", "Robina", "Rob_Roy", "MoonRobin"],
    ])
    await says(page, "4 performers gevonden")
  })

  it("leads by keyboard to the profile, and keeps the tracking parameters [ROUTE-13, ROUTE-49, ROUTE-50]", async () => {
    const page = await open({ path: "/en?p=a1&pi=b-2&x=1&filter=age_18-24" }, knowing, guest("en"))
    await field(page).focus()
    await page.keyboard.type("rob")
    await options(page).getByText("Robina").waitFor()
    const query = "?p=a1&pi=b-2"
    expect(
      await options(page).evaluateAll((all) => all.map((option) => option.getAttribute("href"))),
    ).toEqual([
      `/en/profile/Robin4${query}`,
      `/en/profile/Robina${query}`,
      `/en/profile/Rob_Roy${query}`,
      `/en/profile/MoonRobin${query}`,
      `/en/results?name=rob&p=a1&pi=b-2`,
    ])
    const pointedAt = async () => {
      const id = await field(page).getAttribute("aria-activedescendant")
      return id === null
        ? null
        : page.evaluate((of) => {
            const pointed = document.getElementById(of)
            return (pointed?.querySelector(".search-popup__name") ?? pointed)?.textContent
          }, id)
    }
    const points: Array<unknown> = [await pointedAt()]
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key)
      points.push(await pointedAt())
    }
    expect(points).toEqual([null, "Robin4", "Robina", "Robin4", null, "All results", "MoonRobin"])
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
    expect(
      await options(page)
        .and(page.locator("[aria-selected=true]"))
        .locator(".search-popup__name")
        .allTextContents(),
    ).toEqual(["Robina"])
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/en/profile/Robina${query}`)
    expect(await pages.gateway.told({ path: "/en/profile/Robina" })).toMatchObject({
      _tag: "Navigated",
      routeName: "profile-model-en",
      params: { model: "Robina" },
    })
  })

  it("opens the name that is pressed", async () => {
    const page = await open({ width: 390 })
    await field(page).fill("rob")
    await options(page).getByText("MoonRobin").click()
    await page.waitForURL("**/profile/MoonRobin")
  })

  it("shows each with portrait and status: the better match first, then who is live [GRID-10, GRID-42]", async () => {
    const page = await open({}, () => named(["Rob_Roy", "MoonRobin", "Robina"]))
    await field(page).fill("robi")
    await option(page, "MoonRobin").waitFor()
    expect(await shown(page)).toEqual(["Robin4", "Robina", "MoonRobin", "Rob_Roy"])
    await page.getByRole("option", { name: "MoonRobin Gratis chat" }).waitFor()
    await page.getByRole("option", { name: "Rob_Roy Offline" }).waitFor()
    const portraits = options(page).locator(".performer-picture--avatar")
    expect(await portraits.count()).toBe(4)
    const widths = await portraits.evaluateAll((all) =>
      all.map((portrait) => portrait.getBoundingClientRect().width),
    )
    expect(new Set(widths)).toEqual(new Set([40]))
  })

  it("is cleared by Escape first and closed by it second, cleared by its button, and closed by leaving it [GRID-44]", async () => {
    const page = await open()
    const list = page.getByRole("listbox")
    await field(page).focus()
    await page.keyboard.type("rob")
    await options(page).first().waitFor()
    expect(await field(page).getAttribute("aria-expanded")).toBe("true")
    await page.keyboard.press("Escape")
    await expect.poll(() => field(page).inputValue()).toBe("")
    await expect.poll(() => field(page).getAttribute("aria-expanded")).toBe("false")
    expect(await list.count()).toBe(0)
    await says(page, "Typ het begin van een naam.")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByText("Typ het begin van een naam.").count()).toBe(0)
    await page.keyboard.type("rob")
    await options(page).first().waitFor()
    await page.getByRole("button", { name: "Zoekveld leegmaken" }).click()
    await expect.poll(() => list.count()).toBe(0)
    await expect
      .poll(() => field(page).evaluate((input) => input === document.activeElement))
      .toBe(true)
    await page.keyboard.type("rob")
    await options(page).first().waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect.poll(() => list.count()).toBe(0)
  })
})

describe("a pasted name that does not fit", () => {
  it("is reported as cut for as long as the rest of it stands in the field [TEXT-06]", async () => {
    const page = await open()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.evaluate(() => navigator.clipboard.writeText("x".repeat(33)))
    await field(page).press("ControlOrMeta+V")
    await says(page, "Wat je plakte, is te lang")
    await page.getByRole("button", { name: "Zoekveld leegmaken" }).click()
    await expect.poll(() => field(page).inputValue()).toBe("")
    await expect.poll(() => page.getByText("Wat je plakte, is te lang").count()).toBe(0)
  })
})

describe("the gateway's answer to a search", () => {
  it("for an earlier text is cancelled and never shown [GRID-43]", async () => {
    let late = (_answer: QueryAnswer) => {}
    const page = await open({}, (typed) =>
      typed === "rob"
        ? new Promise((resolve) => {
            late = resolve
          })
        : named(["Robijn"]),
    )
    const givenUp = page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith(autocomplete("rob")),
    )
    await field(page).fill("rob")
    await pages.gateway.query(autocomplete("rob"))
    await field(page).fill("robi")
    await givenUp
    await options(page).getByText("Robijn").waitFor()
    late(named(["TooLate"]))
    await pages.gateway.told({ _tag: "AnswerApplied", key: "/api/performers/autocomplete" })
    expect(await shown(page)).toEqual(["Robin4", "Robijn"])
  })

  it("that is a failure is logged, shown to nobody, and leaves what is shown [ERR-35]", async () => {
    const page = await open({}, (typed) =>
      typed === "robi" ? { status: 422, body: { label: "request.failed" } } : knowing(typed),
    )
    await field(page).fill("rob")
    await options(page).getByText("Robina").waitFor()
    await field(page).fill("robi")
    await expect.poll(() => pages.complaints).toContain("Unable to look up performers' names.")
    expect(await shown(page)).toEqual(["Robin4", "Robina", "MoonRobin", "Rob_Roy"])
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("is told to the log without what was typed", async () => {
    const page = await open()
    await field(page).fill("rob")
    await pages.gateway.told({
      _tag: "AnswerApplied",
      key: "/api/performers/autocomplete",
      status: 200,
    })
    expect(JSON.stringify(pages.gateway.facts)).not.toContain("rob")
  })

  it("without a name is shown as that", async () => {
    const page = await open({ path: "/en" }, knowing, guest("en"))
    await field(page).fill("xyzzy")
    await says(page, "No performers found.")
  })
})

describe("the search's look and accessible names", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "light", locale: "nl" },
        { width: 1_280, scheme: "dark", locale: "en" },
      ],
    ),
  )("are right with names at $width, $scheme, $locale", async ({ width, scheme, locale }) => {
    const page = await open({ width, scheme, path: `/${locale}/free-cams` }, knowing, guest(locale))
    await field(page).fill("rob")
    await options(page).getByText("MoonRobin").waitFor()
    await page.keyboard.press("ArrowDown")
    await pages.expectSound(page)
  })

  it("are right with nobody found, on a phone", async () => {
    const page = await open({ width: 390 })
    await field(page).fill("xyzzy")
    await says(page, "Niemand met deze naam gevonden.")
    const live = page.getByRole("option", { name: "Bekijk wie er nu live is" })
    await live.waitFor()
    await pages.expectSound(page)
    await live.click()
    await page.waitForURL(/xyzzy/u)
  })
})
