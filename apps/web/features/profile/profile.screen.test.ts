/**
 * Tests a performer's profile in a browser with a scripted gateway: its content, its empty states, and the
 * navigation between performers.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { takenOver } from "../../screens/catalogue.fixture.ts"
import {
  answersWith,
  LIST,
  MILA_ID,
  openProfile,
  profile,
  profileScript,
  profileUrl,
  quietProfile,
} from "../../screens/profile-pages.fixture.ts"
import { performersAnswer } from "../../screens/performers.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest, member, started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const PATIENTLY = { timeout: 10_000 }
const FAILED = [/Unable to load the profile/u, /status of (?:404|500)/u]

const TEXTS = {
  nl: {
    about: "Over mij",
    person: "Persoonlijk",
    albums: /Album Vakantie/u,
    next: "Volgende: Luna",
    tabs: ["Freechat", "Privé", "Go VIP"],
  },
  en: {
    about: "About me",
    person: "Personal info",
    albums: /Album Vakantie/u,
    next: "Next: Luna",
    tabs: ["Freechat", "Private", "Go VIP"],
  },
} as const

describe("a profile", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "nl" },
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "en" },
        { width: 1_280, scheme: "light", locale: "nl" },
      ],
    ),
  )(
    "has its stage, areas, tabs and sections at $width in $scheme, $locale [PROFILE-04, PROFILE-05, PROFILE-06, ROUTE-12]",
    async ({ locale, ...screen }) => {
      const texts = TEXTS[locale]
      const events = screen.width < 1_000 ? guest(locale) : member(locale)
      const page = await openProfile(pages, profileScript(events), {
        ...screen,
        path: profileUrl(locale),
      })
      await page.getByRole("button", { name: texts.albums }).waitFor()
      await page.getByRole("link", { name: texts.next }).waitFor()
      const areas = await page
        .locator("[data-area]")
        .evaluateAll((all) => all.map((area) => area.getAttribute("data-area")))
      expect(areas).toHaveLength(5)
      expect(areas).toEqual(expect.arrayContaining(["albums", "videos", "media", "info", "aside"]))
      for (const [index, name] of texts.tabs.entries()) {
        await page
          .getByRole("tab")
          .nth(index)
          .and(page.getByRole("tab", { name, exact: true }))
          .waitFor()
      }
      expect(await page.getByRole("tab").count()).toBe(texts.tabs.length)
      const stage = page.locator(".stage-box")
      await stage.getByRole("img", { name: /Mila/u }).waitFor()
      await stage.getByRole("status").getByText(/Mila/u).waitFor()
      const headings = await page.locator("main h2").allTextContents()
      expect(headings).toEqual(expect.arrayContaining([texts.about, texts.person]))
      await pages.expectSound(page)
    },
  )

  it("is in the page that is sent, with its metadata for search engines in its head", async () => {
    pages.gateway.play(profileScript(guest()))
    const html = await (await fetch(`${pages.gateway.origin}/profile/Mila`)).text()
    const head = html.slice(0, html.indexOf("</head>"))
    expect(html).toContain("Eerst lachen, dan verder.")
    expect(head).toContain("<title>Mila op Foldcast</title>")
    expect(head.match(/<meta name="description"/gu)).toHaveLength(1)
    expect(head).toContain('content="Mila: Leuk dat je er bent! Vertel me over je dag."')
    expect(head).toContain('rel="canonical" href="https://foldcast.test/profile/Mila"')
    expect(head).toContain(
      '<meta property="og:image" content="https://foldcast.test/media/mila/1200x630/snapshots/0-nonude.jpg"',
    )
    const data = /<script type="application\/ld\+json" nonce="[^"]+">(?<json>[^<]+)<\/script>/u
    expect(JSON.parse(data.exec(html)?.groups?.["json"] ?? "")).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: { name: "Mila" },
    })
  })

  it("names every kind of chat where there is no script for tabs", async () => {
    const page = await pages.visit(profileScript(guest()), {
      path: "/profile/Mila",
      browser: { javaScriptEnabled: false },
    })
    const named = page.locator(".stream-tabs").getByRole("heading", { level: 2 })
    expect(await named.allTextContents()).toEqual(["Freechat", "Privé", "Go VIP"])
    for (const heading of await named.all()) expect(await heading.isVisible()).toBe(true)
  })

  it.each(["Mila", "ADreadfullyLongNameThatFillsItAll"])(
    "keeps the heart beside the name on the narrowest phones: %s",
    async (name) => {
      const shown = profile({ username: name })
      const page = await openProfile(pages, profileScript(guest(), { profile: shown }))
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const heading = await page.getByRole("heading", { level: 1, name }).boundingBox()
        const heart = await page.getByRole("button", { name: `${name} als favoriet` }).boundingBox()
        if (heading === null || heart === null) throw new Error("the name or its heart is missing")
        expect(heart.x).toBeGreaterThanOrEqual(heading.x + heading.width)
        expect(heart.y).toBeLessThan(heading.y + heading.height)
        expect(heart.y + heart.height).toBeGreaterThan(heading.y)
        await pages.expectSound(page)
      }
    },
  )

  it("has the margins of every other page above and below it", async () => {
    const edges = (page: Page) =>
      page
        .locator("header .site-width, .main-navigation .site-width, footer .site-width")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    const page = await openProfile(pages, profileScript(guest()), { width: 1_600 })
    const here = await edges(page)
    await page.goto(pages.gateway.origin)
    await page.locator(".grid-width").first().waitFor()
    expect(await edges(page)).toEqual(here)
  })

  it("shows only what is there, and marks what is still empty [PROFILE-07]", async () => {
    const nobody = profileScript(guest(), { profile: quietProfile() })
    const page = await openProfile(
      pages,
      {
        ...nobody,
        queries: (url) =>
          url.pathname.startsWith("/api/albums/")
            ? { body: { albums: [] } }
            : nobody.queries?.(url),
      },
      { width: 390 },
    )
    await page.getByText("Mila heeft nog geen albums.").waitFor()
    await page.getByRole("region", { name: "Vergelijkbare performers" }).waitFor()
    expect(await page.locator("main h2:visible").allTextContents()).toEqual([
      "Persoonlijk",
      "Albums",
      "Vergelijkbare performers",
    ])
    expect(await page.locator(".personal-info dt").allTextContents()).toEqual(["Leeftijd"])
    await page.getByRole("tabpanel").getByText("zodra Mila weer online is").waitFor()
    expect(await page.getByText("Voertaal").count()).toBe(0)
    expect(await page.locator("video").count()).toBe(0)
    await pages.expectSound(page)
  })

  it("shows what each kind of chat costs and in which language, by keyboard too [PROFILE-07]", async () => {
    const offline = profile({ onlineStatus: 0 })
    const page = await openProfile(pages, profileScript(guest(), { profile: offline }))
    await page.locator(".player").waitFor()
    const panel = page.getByRole("tabpanel")
    await panel.getByText("Gratis", { exact: true }).waitFor()
    await panel.getByText("Voertaal: Nederlands").waitFor()
    await page.getByRole("tab", { name: "Freechat" }).focus()
    await page.keyboard.press("ArrowRight")
    await panel.getByText(/^60\scredits per minuut ≈\s€\s0,99$/u).waitFor()
    await page.keyboard.press("ArrowRight")
    await panel.getByText(/^240\scredits per minuut ≈\s€\s3,96$/u).waitFor()
    expect(await page.getByRole("tab", { name: "Go VIP" }).getAttribute("aria-selected")).toBe(
      "true",
    )
  })

  it("draws the stream first where a link was followed; what comes below it moves nothing that is seen", async () => {
    const page = await openProfile(pages, profileScript(guest()), { path: "/", width: 1_280 })
    await takenOver(page, ".grid-tools button")
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      new MutationObserver((_, observer) => {
        if (document.querySelector(".stream") === null) return
        observer.disconnect()
        dataset["areas"] = String(document.querySelectorAll(".profile__areas [data-area]").length)
        const footer = document.querySelector("footer")
        dataset["footer"] = String((footer?.getBoundingClientRect().top ?? 0) > innerHeight)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.getByRole("link", { name: /^Mila,/u }).click()
    await page.getByRole("heading", { name: TEXTS.nl.about }).waitFor()
    const told = page.locator("html[data-areas='0'][data-footer='true']")
    expect(await told.count()).toBe(1)
  })

  it("is drawn whole at once for a visitor who comes back to a place further down", async () => {
    const page = await openProfile(pages, profileScript(guest()), { path: "/", width: 390 })
    await takenOver(page, ".grid-tools button")
    await page.getByRole("link", { name: /^Mila,/u }).click()
    const person = page.getByRole("heading", { name: TEXTS.nl.person })
    await person.waitFor()
    await page.getByRole("region", { name: "Vergelijkbare performers" }).waitFor()
    const away = page.locator(".site-footer a[href='/privacy']")
    await away.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1_000)
    await away.click()
    await page.waitForURL("**/privacy")
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector(".profile__areas--coming") === null) return
        document.documentElement.dataset["came"] = "later"
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goBack()
    await person.waitFor()
    await expect.poll(() => page.evaluate(() => scrollY), PATIENTLY).toBe(place)
    expect(await page.evaluate(() => document.documentElement.dataset["came"])).toBeUndefined()
  })

  it("reports to the gateway whom it shows, and follows their status", async () => {
    const offline = profile({ onlineStatus: 0 })
    const page = await openProfile(pages, profileScript(guest(), { profile: offline }))
    const region = page.getByRole("region", { name: "Vergelijkbare performers" })
    const others = region.locator("a[data-profile]")
    await others.nth(1).waitFor()
    const shown = () =>
      pages.gateway.facts.findLast((fact) => fact._tag === "PerformersShown")?.performerIds ?? []
    await expect.poll(async () => shown().length - (await others.count()), PATIENTLY).toBe(1)
    expect(shown()).toContain(MILA_ID)
    await page.getByRole("status").getByText("Mila is nu offline.").waitFor()
    pages.gateway.signal("performer-statuses", { statuses: { [MILA_ID]: 3 } })
    expect(await pages.gateway.command("JoinRoom")).toMatchObject({ mode: "free" })
  })
})

describe("the way from performer to performer", () => {
  it("has the start page's small list, and the name with the heart between the arrows [GRID-37, PROFILE-08]", async () => {
    const page = await openProfile(pages, profileScript(guest()))
    const row = page.getByRole("navigation", { name: "Vorige en volgende performer" })
    await row.getByRole("link", { name: "Vorige: Noor" }).waitFor()
    expect(pages.gateway.queries).toContain("/api/performers?lang=nl&page=1&limit=10")
    await row.getByRole("heading", { name: "Mila" }).waitFor()
    await row.getByRole("button", { name: "Mila als favoriet bewaren" }).waitFor()
    await row.getByRole("link", { name: "Volgende: Luna" }).focus()
    // Prefetched before the navigation.
    await pages.gateway.query("/api/performers/Luna?lang=nl")
    await page.keyboard.press("Enter")
    await row.getByRole("heading", { name: "Luna" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/profile/Luna")
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
      .toBe("Luna")
    await row.getByRole("link", { name: "Vorige: Mila" }).waitFor()
    await row.getByRole("link", { name: "Volgende: Sky" }).waitFor()
  })

  it("follows the list that the visitor came from [PROFILE-08]", async () => {
    const script = profileScript(guest())
    const backwards = LIST.toReversed()
    const page = await openProfile(
      pages,
      {
        ...script,
        queries: (url) =>
          url.pathname === "/api/performers" && url.searchParams.get("limit") === "30"
            ? performersAnswer(backwards, url)
            : script.queries?.(url),
      },
      { path: "/" },
    )
    await takenOver(page, ".grid-tools button")
    await page.getByRole("link", { name: /^Mila,/u }).click()
    await page.getByRole("heading", { name: "Mila", level: 1 }).waitFor()
    await page.getByRole("link", { name: "Vorige: Luna" }).waitFor()
    await page.getByRole("link", { name: "Volgende: Noor" }).waitFor()
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await page.getByRole("link", { name: /^Mila,/u }).waitFor()
  })

  it("follows that list as it was left, from whichever performer and after a reload", async () => {
    const page = await openProfile(pages, profileScript(guest()), {
      path: "/?filter=languages_nl",
    })
    await takenOver(page, ".grid-tools button")
    const start = await page.evaluate(() => history.length)
    await page.getByRole("link", { name: /^Mila,/u }).click()
    await page.getByRole("link", { name: "Volgende: Luna" }).click()
    await page.getByRole("heading", { name: "Luna", level: 1 }).waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Vorige: Mila" }).waitFor()
    await takenOver(page, ".performer-nav a")
    // Until the page is left, its structured data are about itself, not about the next page.
    await page.evaluate(() => {
      const told = document.querySelector("script[type='application/ld+json']")
      if (told === null) throw new Error("nothing is told")
      new MutationObserver(() => {
        document.documentElement.dataset["retold"] = ""
      }).observe(told, { childList: true, characterData: true, subtree: true })
    })
    const address = await page
      .getByRole("link", { name: "Terug naar de lijst" })
      .getAttribute("href")
    expect(address).toBe("/")
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await page.getByRole("link", { name: /^Mila,/u }).waitFor()
    // The focus is on the link by which the visitor left the list.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("href")), PATIENTLY)
      .toBe("/profile/Luna")
    expect(new URL(page.url()).search).toBe("?filter=languages_nl")
    expect(await page.evaluate(() => history.length)).toBe(start + 2)
    expect(await page.evaluate(() => document.documentElement.dataset["retold"])).toBeUndefined()
  })

  it("ends where the list ends", async () => {
    const page = await openProfile(pages, profileScript(guest()), { path: "/profile/Sky" })
    await page.getByRole("link", { name: "Vorige: Luna" }).waitFor()
    expect(await page.getByRole("link", { name: /^Volgende/u }).count()).toBe(0)
  })
})

describe("a profile that does not load", () => {
  it("ends at the 404 page where no performer has that name; the failure is only logged [ROUTE-14]", async () => {
    const page = await openProfile(
      pages,
      { events: guest(), queries: answersWith(() => undefined) },
      { width: 390 },
    )
    await page.getByRole("heading", { name: "Deze pagina is niet gevonden" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/404")
    expect(pages.complaints.some((text) => text.startsWith("Unable to load the profile"))).toBe(
      true,
    )
  })

  it("is not indexed by search engines where the page came with nobody", async () => {
    pages.gateway.play({ events: guest(), queries: answersWith(() => ({ body: null })) })
    const html = await (await fetch(`${pages.gateway.origin}/profile/Mila`)).text()
    expect(html).toContain("<title>Deze pagina is niet gevonden · Foldcast</title>")
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toMatch(/rel="(?:canonical|alternate)"/u)
  })

  it("can be loaded again where nobody answers, and stays at its address [ROUTE-14]", async () => {
    let answers = false
    const page = await openProfile(
      pages,
      {
        events: guest(),
        queries: answersWith(() =>
          answers ? { body: profile() } : { status: 500, body: { label: "request.failed" } },
        ),
      },
      { width: 390 },
    )
    await page.getByRole("status", { name: "De pagina van Mila wordt geladen" }).waitFor()
    await page.getByRole("heading", { name: "We konden deze pagina niet laden" }).waitFor()
    await pages.expectSound(page, FAILED)
    answers = true
    await page.getByRole("button", { name: "Opnieuw proberen" }).click()
    await page.getByText("Eerst lachen, dan verder.").waitFor()
    expect(new URL(page.url()).pathname).toBe("/profile/Mila")
  })

  it("keeps what is loaded, and says that it may be old", async () => {
    let asked = 0
    const page = await openProfile(
      pages,
      {
        events: guest(),
        queries: answersWith(() => {
          asked += 1
          return asked === 1 ? { body: profile() } : { status: 500, body: null }
        }),
      },
      { width: 390, clock: "runs" },
    )
    await page.getByText("Eerst lachen, dan verder.").waitFor()
    // The stream's script has loaded.
    await pages.gateway.command("JoinRoom")
    // The visitor returns to the page when its data are old.
    await page.clock.fastForward("02:00")
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")))
    await page.getByText("Deze pagina kan verouderd zijn.").waitFor()
    expect(await page.getByText("Eerst lachen, dan verder.").count()).toBe(1)
    // What was on its way is late by a clock that jumps.
    await pages.expectSound(page, [...FAILED, /MissingScript/u])
  })

  it("waits for the network while there is none", async () => {
    const page = await openProfile(pages, profileScript(guest()), { path: "/" })
    // The network fails before the prefetch is answered.
    await page.route(/\/api\/performers\/Mila/u, (route) => route.abort())
    const asked = page.waitForEvent("requestfailed")
    const fetched = page.waitForResponse(/\/profile-page-/u)
    await page.getByRole("link", { name: /^Mila,/u }).hover()
    await (await fetched).finished()
    await asked
    // The retry fails too.
    await pages.context.setOffline(true)
    await page.unrouteAll()
    await page.getByRole("link", { name: /^Mila,/u }).click()
    await page.getByRole("heading", { name: "Je bent offline" }).waitFor()
    await pages.context.setOffline(false)
    await page.getByText("Eerst lachen, dan verder.").waitFor()
  })
})

it("a profile is loaded while the pointer rests on its card, and not again by the press", async () => {
  const page = await openProfile(pages, profileScript(guest()), { path: "/" })
  const asked: Array<string> = []
  page.on("request", (request) => {
    if (/\/api\/performers\/Mila/u.test(request.url())) asked.push(request.url())
  })
  const answered = page.waitForResponse(/\/api\/performers\/Mila/u)
  await page.getByRole("link", { name: /^Mila,/u }).hover()
  await (await answered).finished()
  await page.getByRole("link", { name: /^Mila,/u }).click()
  await page.getByText("Eerst lachen, dan verder.").waitFor()
  expect(asked).toHaveLength(1)
})

describe("a profile in no-nude mode", () => {
  it("shows only the pictures that are made for it", async () => {
    const events = [{ ...started(), noNude: true }]
    const page = await openProfile(pages, profileScript(events))
    await page.getByRole("region", { name: "Vergelijkbare performers" }).waitFor()
    await page.getByRole("button", { name: /Album Vakantie/u }).click()
    const box = page.getByRole("dialog")
    await box.getByText("Foto 1 van 2").waitFor()
    const sources = await page
      .locator("main img, main video, [role=dialog] img")
      .evaluateAll((all) =>
        all.map((one) => one.getAttribute("src") ?? one.getAttribute("poster") ?? ""),
      )
    expect(sources.length).toBeGreaterThan(2)
    expect(sources.filter((source) => !source.includes("nonude"))).toEqual([])
  })
})
