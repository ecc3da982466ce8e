/** Tests that a page changed by another script before hydration works as any other. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import {
  type EarlyHand,
  HANDS,
  hasActed,
  type EarlyMoment,
  putHandOn,
} from "../../screens/early-hands.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { card, EMAIL_CARD, openForm, openSettings } from "../../screens/settings-pages.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import {
  creditsFact,
  guest,
  loggedInFact,
  memberLoadedFact,
} from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const LOGGED_IN: ReadonlyArray<Fact> = [
  loggedInFact(true),
  memberLoadedFact({ verified: true }),
  creditsFact(1_234),
]
const script = (events = guest()): GatewayScript => ({
  events,
  queries: catalogueQueries(),
  answers: (command) => (command._tag === "LogIn" ? LOGGED_IN : []),
})
/** React's message on the console: its number, without text of the page. */
const OF_MISMATCH = /Minified React error #4\d\d/u

/** The script of the home page's list, a chunk of its own. */
const LIST_SCRIPT = /\/assets\/catalogue[^/]*\.js$/u

const open = async (prepare: (page: Page) => Promise<unknown>, screen: Screen = {}) => {
  const page = await pages.open(script(), {
    ...screen,
    prepare,
  })
  await takenOver(page)
  return page
}
const search = (page: Page) => page.locator(".search-bar").getByRole("combobox")

const logsIn = async (page: Page) => {
  await page.getByRole("button", { name: "Inloggen" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Inloggen" })
  await dialog.getByLabel("E-mailadres").fill("noor@example.com")
  await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "1.234 credits, credits kopen" }).waitFor()
}
const searches = async (page: Page) => {
  await search(page).fill("rob")
  await page.locator(".search-bar").getByRole("option", { name: "Robin4" }).waitFor()
  await search(page).fill("")
}
/** The document is the server's, with the other script's additions. */
const keepsDocument = async (page: Page) => {
  const { hidden, html, sheets, nonce, twice } = await page.evaluate(() => ({
    hidden: [...document.querySelectorAll(".needs-script")].filter(
      (each) => getComputedStyle(each).display === "none",
    ).length,
    html: Object.fromEntries([
      ...Object.entries(document.documentElement.dataset),
      ["lang", document.documentElement.lang],
    ]),
    sheets: document.querySelectorAll("link[rel=stylesheet]").length,
    twice: [...document.head.children]
      .filter((each, at, all) => all.some((other, too) => too < at && other.isEqualNode(each)))
      .map((each) => each.outerHTML),
    nonce: document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce,
  }))
  expect(html).toMatchObject({ script: "on", theme: "light", brand: "foldcast", lang: "nl" })
  expect({ hidden, sheets, twice }).toEqual({ hidden: 0, sheets: 1, twice: [] })
  expect(nonce).not.toBe("")
}

const cases = (Object.keys(HANDS) as ReadonlyArray<EarlyHand>).flatMap((hand) =>
  (["beforeScript", "duringHydration"] as const).map((moment): [EarlyHand, EarlyMoment] => [
    hand,
    moment,
  ]),
)

describe("a page that is not as the server wrote it", () => {
  it.each(cases)(
    "with %s, %s, logs in and searches, after a reload too [HYDRATE-01]",
    async (hand, moment) => {
      const page = await open(async (fresh) => {
        await fresh.addInitScript(() => localStorage.setItem("theme", "light"))
        await putHandOn(fresh, hand, moment)
      })
      const works = async () => {
        expect(await hasActed(page)).toBe(true)
        await keepsDocument(page)
        await searches(page)
      }
      await works()
      await logsIn(page)
      await page.reload()
      await takenOver(page)
      await works()
      await logsIn(page)
      const unexpected = pages.complaints.filter((complaint) => !OF_MISMATCH.test(complaint))
      expect(unexpected).toEqual([])
    },
  )

  it("keeps what others put into head and body [HYDRATE-01]", async () => {
    const page = await open(async (fresh) => {
      await putHandOn(fresh, "an element before the first in body", "beforeScript")
      await putHandOn(fresh, "elements first and last in head", "beforeScript")
      await putHandOn(fresh, "changed words in ten places", "beforeScript")
    })
    expect(
      await page.evaluate(() => [
        document.body.firstElementChild?.className,
        document.head.querySelectorAll("meta[name=extension], style.darkreader").length,
      ]),
    ).toEqual(["coupon-bar", 2])
  })

  it("tells the gateway once that it was rendered anew, without what it holds, and not for another page [HYDRATE-02]", async () => {
    const told = () => pages.gateway.facts.filter(({ _tag }) => _tag === "HydrationMismatched")
    /** Another recoverable error of React: a part that renders only at the second attempt. */
    const recovers = async (page: Page) => {
      // What is still on its way would meet the fault first, at a place that React tells nobody of.
      await page.waitForLoadState("networkidle")
      await page.evaluate("new Promise((idle) => requestIdleCallback(idle))")
      await page.evaluate(() => {
        const { format } = Object.getOwnPropertyDescriptors(Intl.NumberFormat.prototype)
        const once = {
          ...format,
          get(this: Intl.NumberFormat): unknown {
            Object.defineProperty(Intl.NumberFormat.prototype, "format", format)
            throw new Error("made up")
          },
        }
        Object.defineProperty(Intl.NumberFormat.prototype, "format", once)
      })
      pages.gateway.emitAll([...LOGGED_IN])
      await page.getByRole("button", { name: "1.234 credits, credits kopen" }).waitFor()
      expect(pages.complaints.filter((text) => text.includes("#520"))).toHaveLength(1)
      // Sent after it, and so after any report about it.
      await page.getByRole("button", { name: "1.234 credits, credits kopen" }).click()
      await pages.gateway.fact("WalletOpened")
    }
    const anew = await open((fresh) =>
      putHandOn(fresh, "changed words in ten places", "beforeScript"),
    )
    await expect.poll(told).toEqual([{ _tag: "HydrationMismatched" }])
    await recovers(anew)
    expect(told()).toHaveLength(1)
    await recovers(
      await open((fresh) =>
        putHandOn(fresh, "an element before the first in body", "beforeScript"),
      ),
    )
    expect(told()).toEqual([])
  })

  /** The list's script does not load until `letCome` is called; `meddle` changes the parsed page. */
  const openWithoutList = async (meddle: () => void) => {
    const { promise: goesOn, resolve: letCome } = Promise.withResolvers<void>()
    const page = await pages.open(script(), {
      prepare: async (fresh) => {
        await fresh.route(LIST_SCRIPT, async (route) => {
          await goesOn
          await route.continue()
        })
        await fresh.addInitScript(
          `document.addEventListener("readystatechange", () => {
            if (document.readyState === "interactive") (${meddle.toString()})()
          })`,
        )
      },
    })
    const comes = async () => {
      letCome()
      await takenOver(page)
    }
    return { page, comes }
  }

  it("keeps the focus in what is rendered anew while the rest of the page is on its way [HYDRATE-03]", async () => {
    const { page, comes } = await openWithoutList(() => {
      document.querySelector(".home-hero h1")?.replaceChildren("Coupons")
      document.querySelector<HTMLElement>(".home-hero .ui-button")?.focus()
    })
    await page.getByRole("heading", { level: 1, name: "Chat live" }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches(".home-hero .ui-button"))
    await comes()
  })

  it("takes what was chosen in the page's frame while the rest of the page is on its way [HYDRATE-03]", async () => {
    const { page, comes } = await openWithoutList(() => {
      const theme = document.querySelector<HTMLSelectElement>(".site-footer__theme select")
      if (theme === null) return
      theme.value = "light"
      theme.dispatchEvent(new Event("change", { bubbles: true }))
    })
    await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light")
    await comes()
  })

  it.each([
    ["as the server wrote it", null],
    ["rendered anew", "changed words in ten places"],
  ] as const)(
    "keeps focus, caret and half-typed words in a page %s [HYDRATE-03]",
    async (_, hand) => {
      const page = await open(async (fresh) => {
        if (hand !== null) await putHandOn(fresh, hand, "beforeScript")
        await fresh.addInitScript(() => {
          document.addEventListener("readystatechange", () => {
            if (document.readyState !== "interactive") return
            const field = document.querySelector<HTMLInputElement>(".search-bar input")
            field?.focus()
            document.execCommand("insertText", false, "rob")
            field?.setSelectionRange(1, 2)
          })
        })
      })
      await page.locator(".search-bar").getByRole("option", { name: "Robin4" }).waitFor()
      await page.keyboard.type("u")
      expect(await search(page).inputValue()).toBe("rub")
    },
  )

  it.each([
    ["as the server wrote it", null],
    ["rendered anew", "changed words in ten places"],
  ] as const)(
    "takes what a password manager filled in without an event as a form opened, on a page %s",
    async (_, hand) => {
      const page = await openSettings(pages, {
        answers: (command) =>
          command._tag === "ChangeEmail" ? [{ _tag: "EmailChangeRequested" }] : [],
        prepare: async (fresh) => {
          if (hand !== null) await putHandOn(fresh, hand, "beforeScript")
          await fresh.addInitScript(() => {
            const fillOnce = new MutationObserver(() => {
              const form = document.querySelector("main form:has(input)")
              if (form === null) return
              fillOnce.disconnect()
              for (const field of form.querySelectorAll("input")) {
                field.value = field.type === "password" ? "geheim1" : "nieuw@example.test"
              }
            })
            fillOnce.observe(document, { childList: true, subtree: true })
          })
        },
      })
      const form = (await openForm(page, EMAIL_CARD)).locator("form")
      await expect
        .poll(() =>
          form
            .locator("input")
            .evaluateAll((all) => all.map((each) => "value" in each && each.value)),
        )
        .toEqual(["nieuw@example.test", "nieuw@example.test", "geheim1"])
      await form.locator("button[type=submit]").click()
      expect(await pages.gateway.command("ChangeEmail")).toMatchObject({
        email: "nieuw@example.test",
        password: "geheim1",
      })
    },
  )

  /** `act` is done while the site's script has not come. */
  const openAfter = async (
    act: (page: Page) => Promise<unknown>,
    {
      hand = null,
      opens = (screen: Screen) => pages.open(script(), screen),
    }: {
      readonly hand?: EarlyHand | null
      readonly opens?: (screen: Screen) => Promise<Page>
    } = {},
  ) => {
    const { promise: goesOn, resolve: letCome } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<Page>()
    const opening = opens({
      prepare: async (fresh) => {
        if (hand !== null) await putHandOn(fresh, hand, "beforeScript")
        await fresh.route(/\/assets\/client-entry/u, async (route) => {
          await goesOn
          await route.continue()
        })
        begin(fresh)
      },
    })
    await act(await begun)
    letCome()
    return opening
  }
  const press = (name: string) => (page: Page) =>
    page.getByRole("banner").getByRole("button", { name }).click()

  it.each([
    ["as the server wrote it", null],
    ["rendered anew", "changed words in ten places"],
  ] as const)(
    "does what was pressed before its script came, in a page %s [HYDRATE-05]",
    async (_, hand) => {
      const page = await openAfter(press("Inloggen"), { hand })
      await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
      await page.keyboard.press("Escape")
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    },
  )

  it("forgets what was pressed more than ten seconds before its script came [HYDRATE-05]", async () => {
    const page = await openAfter(
      async (early) => {
        await press("Inloggen")(early)
        await early.clock.fastForward(10_001)
      },
      { opens: (screen) => pages.open(script(), { ...screen, clock: "runs" }) },
    )
    await takenOver(page)
    // A press of now takes its turn after what was kept.
    await press("Gratis aanmelden")(page)
    await page.getByRole("dialog", { name: "Gratis aanmelden" }).waitFor()
    expect(pages.gateway.facts.filter(({ _tag }) => _tag === "DialogOpened")).toHaveLength(1)
  })

  it("leaves a button alone that somebody else put into the page [HYDRATE-01, HYDRATE-05]", async () => {
    const page = await openAfter(async () => {})
    await takenOver(page)
    await page.evaluate(() => {
      const foreign = document.createElement("button")
      foreign.textContent = "Coupons"
      foreign.addEventListener("click", () => foreign.remove())
      document.querySelector("#content")?.prepend(foreign)
    })
    await page.getByRole("button", { name: "Coupons" }).click()
    await expect.poll(() => page.getByRole("button", { name: "Coupons" }).count()).toBe(0)
  })

  it("does the last of what was pressed before its script came [HYDRATE-05]", async () => {
    const page = await openAfter(async (early) => {
      await press("Inloggen")(early)
      await press("Gratis aanmelden")(early)
    })
    await page.getByRole("dialog", { name: "Gratis aanmelden" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(1)
    expect(pages.gateway.facts.filter(({ _tag }) => _tag === "DialogOpened")).toHaveLength(1)
  })

  it("opens the form whose button was pressed before its script came [HYDRATE-05]", async () => {
    const page = await openAfter(
      (early) => early.getByRole("button", { name: "E-mailadres wijzigen" }).click(),
      {
        opens: (screen) =>
          openSettings(pages, {
            ...screen,
            answers: ({ _tag }) =>
              _tag === "ChangeEmail" ? [{ _tag: "EmailChangeRequested" }] : [],
          }),
      },
    )
    const form = card(page, EMAIL_CARD).locator("form")
    await form.getByLabel("Nieuw e-mailadres").fill("nieuw@example.test")
    await form.getByLabel("Herhaal").fill("nieuw@example.test")
    await form.getByLabel("Je wachtwoord").fill("geheim1")
    await form.locator("button[type=submit]").click()
    expect(await pages.gateway.command("ChangeEmail")).toMatchObject({
      email: "nieuw@example.test",
      password: "geheim1",
    })
    expect(pages.gateway.commands).toHaveLength(1)
    expect(new URL(page.url()).search).toBe("")
  })
})
