/**
 * Tests the built site in a browser with a scripted gateway: the server's HTML hydrates without a message, nothing
 * overflows, and axe finds nothing.
 */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { creditsFact, guest, loggedInFact, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

describe("the home page", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "nl" },
      ],
      [
        { width: 320, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "nl" },
        { width: 1_920, scheme: "dark", locale: "en" },
      ],
    ),
  )("hydrates what was rendered at $width in $scheme, $locale", async (screen) => {
    const { locale } = screen
    const path = locale === "en" ? "/en" : "/"
    const forGuest = await pages.open({ events: guest(locale) }, { ...screen, path })
    await pages.expectSound(forGuest)
    await pages.close()
    const forMember = await pages.open({ events: member(locale) }, { ...screen, path })
    await pages.expectSound(forMember)
  })

  it("changes the credits button's look at 500 credits and below [SHELL-19]", async () => {
    const page = await pages.open({ events: member("nl", 501) })
    const button = page.getByRole("button", { name: /credits kopen$/u }).first()
    const looks = () => button.evaluate((element) => getComputedStyle(element).borderColor)
    const before = await looks()
    pages.gateway.emit(creditsFact(500))
    await page.getByRole("button", { name: "500 credits, credits kopen" }).waitFor()
    await page.mouse.move(0, 500)
    await expect.poll(looks).not.toBe(before)
  })

  it("shows and reads out a changed balance [WALLET-47]", async () => {
    const page = await pages.open({ events: member() })
    pages.gateway.emit(creditsFact(2_734))
    await page.getByRole("button", { name: "2.734 credits, credits kopen" }).waitFor()
    await page.getByRole("status").filter({ hasText: "Je tegoed is nu 2.734 credits." }).waitFor()
  })

  it("leads to the same page in the other language and closes the list by a press outside it [SHELL-39, SHELL-40]", async () => {
    const page = await pages.open({ events: guest() }, { path: "/privacy?p=a1" })
    await page.getByRole("button", { name: "Taal: Nederlands" }).click()
    await page.getByRole("menuitem", { name: "English" }).waitFor()
    await pages.expectSound(page)
    await page.mouse.click(200, 700)
    await expect.poll(() => page.getByRole("menu").count()).toBe(0)
    await page.getByRole("button", { name: "Taal: Nederlands" }).click()
    await page.getByRole("menuitem", { name: "English" }).click()
    await page.waitForURL("**/en/privacy?p=a1")
    expect(await page.evaluate(() => document.cookie)).toContain("language=en")
  })

  it("greets a member by username with balance, wallet and log-out [SHELL-30, SHELL-31]", async () => {
    const page = await pages.open({ events: member() })
    await page.getByRole("button", { name: "Menu van noor" }).click()
    const menu = page.getByRole("dialog", { name: "Menu van noor" })
    await menu.getByText("Hoi noor").waitFor()
    await menu.getByText("1.234 credits").waitFor()
    await menu.getByRole("button", { name: "Credits kopen" }).waitFor()
    await pages.expectSound(page)
    await menu.getByRole("button", { name: "Uitloggen" }).click()
    expect(await pages.gateway.command("LogOut")).toEqual({ _tag: "LogOut" })
  })
})

describe("a lost connection", () => {
  it("is shown with the seconds to the next attempt, and what was missed when it is back", async () => {
    const page = await pages.open({ events: member() }, { width: 390 })
    pages.gateway.cut()
    const retry = page.getByRole("button", { name: "Nu proberen" })
    await retry.waitFor()
    await page
      .getByText(/^Geen verbinding\./u)
      .first()
      .waitFor()
    pages.gateway.emit(creditsFact(900))
    pages.gateway.mend()
    await page.getByText("Weer verbonden. Alles is bijgewerkt.").waitFor()
    await page.getByRole("button", { name: "900 credits, credits kopen" }).waitFor()
    await pages.expectNoViolations(page)
  })

  it("covers neither a phone's navigation nor what a window shows, and can be dismissed", async () => {
    const page = await pages.open({ events: member() }, { width: 390 })
    const navigation = page.getByRole("navigation", { name: "Hoofdmenu" })
    const notice = page.getByRole("status").filter({ hasText: "Je bent offline. Wat je ziet" })
    const isCovered = async (shown: Locator) => {
      const [above, below] = await Promise.all([notice.boundingBox(), shown.boundingBox()])
      if (above === null || below === null) throw new Error("one of them is not here")
      return above.y < below.y + below.height && below.y < above.y + above.height
    }
    const menu = page.getByRole("button", { name: "Menu van noor" })
    const buy = page.getByRole("button", { name: /credits kopen$/u })
    // Both have loaded before the network goes.
    for (const opener of [menu, buy]) {
      await opener.click()
      await page.getByRole("dialog").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    await pages.context.setOffline(true)
    await notice.waitFor()
    expect(await isCovered(navigation)).toBe(false)
    await menu.click()
    await page.getByRole("dialog").waitFor()
    expect(await isCovered(navigation)).toBe(false)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await buy.click()
    const balance = page.getByRole("dialog", { name: "Credits kopen" }).getByText("Je tegoed")
    await balance.waitFor()
    await expect.poll(() => isCovered(balance)).toBe(false)
    await pages.expectSound(page, [/ERR_INTERNET_DISCONNECTED|WebSocket/u])
    await notice.getByRole("button", { name: "Melding sluiten" }).click()
    await notice.waitFor({ state: "detached" })
    await balance.waitFor()
  })

  it.each([
    ["nl", 390, CLOSE.storageFull, "live updates komen pas over een paar minuten terug"],
    ["en", 1_280, CLOSE.storageFull, "live updates will be back in a few minutes"],
    ["nl", 1_280, CLOSE.tryAgainLater, "live updates komen zo terug"],
    ["en", 390, CLOSE.tryAgainLater, "live updates will be back in a moment"],
  ] as const)(
    "for want of room is named as that, and the page stays (%s at %i, %i)",
    async (locale, width, code, told) => {
      const path = locale === "en" ? "/en" : "/"
      const page = await pages.open({ events: guest(locale) }, { path, width })
      pages.gateway.endForWantOfRoom(code)
      await page.getByText(told).waitFor()
      await page.getByRole("main").waitFor()
      await pages.expectNoViolations(page)
    },
  )

  it("greys the balance while the gateway hears no news of it, and says so", async () => {
    const page = await pages.open({ events: member() })
    pages.gateway.emit({ _tag: "SourceInterrupted", source: "member-socket" })
    await page
      .getByRole("button", { name: "1.234 credits, credits kopen (wordt bijgewerkt)" })
      .waitFor()
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "SourceRestored", source: "member-socket" })
    await page.getByRole("button", { name: "1.234 credits, credits kopen", exact: true }).waitFor()
  })

  it("whose session ended says why where somebody is, and offers the log-in again [AUTH-20]", async () => {
    const page = await pages.open({ events: member() }, { path: "/privacy" })
    pages.gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByText("Je sessie is verlopen. Log opnieuw in.").waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/privacy")
    expect(await page.getByRole("button", { name: /credits kopen/u }).count()).toBe(0)
  })

  it("whose session ended before the notices' script came says why all the same [AUTH-20]", async () => {
    const { promise: goesOn, resolve: letCome } = Promise.withResolvers<void>()
    const page = await pages.open(
      { events: member() },
      {
        path: "/privacy",
        prepare: (fresh) =>
          fresh.route(/\/assets\/notices-/u, async (route) => {
            await goesOn
            await route.continue()
          }),
      },
    )
    pages.gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).waitFor()
    letCome()
    await page.getByText("Je sessie is verlopen. Log opnieuw in.").waitFor()
  })
})

describe("the account forms", () => {
  it("say what is wrong, in a list that takes the focus [AUTH-26, AUTH-27]", async () => {
    const page = await pages.open({ events: guest() }, { width: 390 })
    await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
    await page.getByRole("button", { name: "Account aanmaken" }).click()
    const summary = page.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    await summary.getByRole("button", { name: "Vul je e-mailadres in." }).waitFor()
    await expect
      .poll(() => summary.evaluate((element) => element === document.activeElement))
      .toBe(true)
    expect(await page.title()).toBe("Fout: Gratis aanmelden")
    await pages.expectSound(page)
    await page.getByLabel("E-mailadres").fill("geen adres")
    await summary
      .getByRole("button", { name: "Vul een e-mailadres in, zoals naam@voorbeeld.nl." })
      .waitFor()
    await summary.getByRole("button", { name: "Kies een wachtwoord." }).click()
    await page.keyboard.type("geheim")
    await page.getByText("Je wachtwoord moet minstens één cijfer bevatten.").first().waitFor()
    expect(pages.gateway.commands).toEqual([])
  })

  it("show a refused log-in in its place and keep what was typed [ERR-03]", async () => {
    const page = await pages.open({
      events: guest(),
      answers: () => [{ _tag: "LogInRefused", label: "incorrectPassword" }],
    })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByLabel("E-mailadres").fill(" demo@example.com ")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await dialog.getByRole("alert").filter({ hasText: "Dat wachtwoord klopt niet." }).waitFor()
    expect(await pages.gateway.command("LogIn")).toMatchObject({ email: "demo@example.com" })
    expect(await dialog.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("geheim1")
    await pages.expectSound(page)
  })

  it("close at a successful log-in and leave the focus on the page [AUTH-16]", async () => {
    const page = await pages.open({
      events: guest(),
      answers: () => [loggedInFact(), creditsFact(70)],
    })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "70 credits, credits kopen" }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  })

  it("ask for an address and a password, which is readable only while that is wanted [AUTH-09]", async () => {
    const page = await pages.open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    expect(await dialog.getByLabel("E-mailadres").getAttribute("type")).toBe("email")
    expect(await dialog.locator("input").count()).toBe(2)
    const field = page.getByLabel("Wachtwoord", { exact: true })
    const type = () => field.getAttribute("type")
    expect(await type()).toBe("password")
    await page.getByRole("button", { name: "Wachtwoord tonen" }).click()
    await expect.poll(type).toBe("text")
    await page.getByRole("button", { name: "Wachtwoord verbergen" }).click()
    await expect.poll(type).toBe("password")
  })

  it("fail visibly offline, send nothing and keep what was typed", async () => {
    const page = await pages.open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await pages.context.setOffline(true)
    await page.getByText("Je bent offline. Wat je ziet, kan verouderd zijn.").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("alert").filter({ hasText: "Er is niets verstuurd" }).waitFor()
    expect(await page.getByLabel("E-mailadres").inputValue()).toBe("demo@example.com")
    expect(pages.gateway.commands).toEqual([])
  })

  it("restore the typed address after a reload, and no password", async () => {
    const page = await pages.open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await page.reload()
    const dialog = page.getByRole("dialog", { name: "Gratis aanmelden" })
    await expect.poll(() => dialog.getByLabel("E-mailadres").inputValue()).toBe("demo@example.com")
    expect(await dialog.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("")
  })
})
