/** Tests the settings' passkeys with a scripted gateway. */
import { describe, expect, it } from "vitest"
import {
  keeping,
  passkey,
  refusing,
  unanswered,
  withoutPasskeys,
} from "../../screens/passkeys.fixture.ts"
import {
  card,
  EMAIL_CARD,
  HERE,
  listing,
  openForm,
  openSettings,
} from "../../screens/settings-pages.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"

const pages = sitePages()
const CARD = "Passkeys"
const others = listing([HERE])
const LAPTOP = passkey("Laptop")
const ELSEWHERE = passkey("Phone", {
  host: "partner.example",
  isOfThisSite: false,
  lastUsedAt: null,
})
const REMOVE = "Passkey Laptop verwijderen"
const USE_PASSKEY = "Liever een passkey gebruiken"

describe("the passkeys in the settings", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "nl" },
        { width: 1_280, scheme: "dark", locale: "en" },
      ],
    ),
  )(
    "are listed with their host and their days at $width in $scheme, $locale [PASSKEY-02]",
    async (screen) => {
      const queries = keeping(() => [LAPTOP, ELSEWHERE], others)
      const page = await openSettings(pages, { ...screen, queries })
      const list = card(page, CARD)
      await list.getByRole("heading", { name: "Laptop" }).waitFor()
      await list
        .getByText(screen.locale === "nl" ? "Voor partner.example" : "For partner.example")
        .waitFor()
      const add = screen.locale === "nl" ? "Passkey toevoegen" : "Add a passkey"
      await list.getByRole("button", { name: add }).click()
      const name = list.getByLabel(
        screen.locale === "nl" ? "Naam van de passkey" : "Passkey name",
        { exact: true },
      )
      await expect.poll(() => name.inputValue()).toContain("Chrome")
      await pages.expectSound(page)
    },
  )

  it("are not there, nor any proof by one, where the member API does not support them [PASSKEY-05]", async () => {
    const page = await openSettings(pages)
    await pages.gateway.query("/api/passkeys")
    await card(page, EMAIL_CARD).waitFor()
    expect(await card(page, CARD).count()).toBe(0)
    expect(await page.getByRole("button", { name: USE_PASSKEY }).count()).toBe(0)
  })

  it("say that they could not be loaded, and load again [PASSKEY-02]", async () => {
    let isBroken = true
    const kept = keeping(() => [LAPTOP], others)
    const page = await openSettings(pages, {
      queries: (url) =>
        isBroken && url.pathname === "/api/passkeys" ? { status: 404, body: {} } : kept(url),
    })
    await card(page, CARD).getByText("We konden je passkeys niet laden.").waitFor()
    isBroken = false
    await card(page, CARD).getByRole("button", { name: "Opnieuw proberen" }).click()
    await card(page, CARD).getByRole("heading", { name: "Laptop" }).waitFor()
  })

  it("offer no more than there may be [PASSKEY-02]", async () => {
    const ten = Array.from({ length: 10 }, (_, nth) => passkey(`Key ${nth}`))
    const page = await openSettings(pages, { queries: keeping(() => ten, others) })
    await card(page, CARD)
      .getByText(/^Je hebt 10 passkeys/u)
      .waitFor()
    expect(await card(page, CARD).getByRole("button", { name: "Passkey toevoegen" }).count()).toBe(
      0,
    )
  })

  it("are made with a password, from the keyboard alone, and say so [PASSKEY-02]", async () => {
    let kept = [LAPTOP]
    const page = await openSettings(pages, {
      queries: keeping(() => kept, others),
      answers: ({ _tag }) => {
        if (_tag !== "RemovePasskey") return undefined
        kept = []
        return [{ _tag: "PasskeyRemoved" }]
      },
    })
    const list = card(page, CARD)
    await list.getByRole("button", { name: REMOVE }).press("Enter")
    await page.keyboard.type("geheim1")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("RemovePasskey")).toEqual({
      _tag: "RemovePasskey",
      id: LAPTOP.id,
      password: "geheim1",
    })
    await list.getByText("De passkey is verwijderd.").waitFor()
    await list.getByText("Je hebt nog geen passkeys.").waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(CARD)
  })

  it("leave the focus and the page where they are as they load, and give it back to what opened a cancelled form [PASSKEY-02]", async () => {
    const page = await openSettings(pages, { queries: keeping(() => [LAPTOP], others), width: 320 })
    const list = card(page, CARD)
    const at = () =>
      page.evaluate(() => [document.activeElement?.tagName, Math.round(globalThis.scrollY)])
    await list.getByRole("heading", { name: "Laptop" }).waitFor()
    await list.getByRole("button", { name: "Passkey toevoegen" }).waitFor()
    expect(await at()).toEqual(["BODY", 0])
    for (const name of ["Passkey toevoegen", REMOVE]) {
      await list.getByRole("button", { name }).press("Enter")
      await list.getByRole("button", { name: "Annuleren" }).press("Enter")
      const opener = list.getByRole("button", { name })
      await expect
        .poll(() => opener.evaluate((button) => button === document.activeElement))
        .toBe(true)
    }
  })

  it("say beside each form what was refused, and keep the form [PASSKEY-02]", async () => {
    const page = await openSettings(pages, {
      queries: keeping(() => [LAPTOP], others),
      answers: () => [{ _tag: "PasskeyRemovalRefused", label: "incorrectPassword" }],
    })
    const list = card(page, CARD)
    await list.getByRole("button", { name: REMOVE }).click()
    await list.getByRole("button", { name: "Ja, verwijderen" }).click()
    await list.getByText("Vul je huidige wachtwoord in.").first().waitFor()
    expect(pages.gateway.commands).toEqual([])
    await page.keyboard.type("verkeerd1")
    await page.keyboard.press("Enter")
    await list.getByText("Je huidige wachtwoord klopt niet.").first().waitFor()
    await list.getByRole("button", { name: "Annuleren" }).click()
    await list.getByRole("button", { name: REMOVE }).waitFor()
  })
})

describe("the browser of a visitor", () => {
  const open = (prepare: typeof withoutPasskeys, list = [LAPTOP]) =>
    openSettings(pages, { queries: keeping(() => list, others), prepare, width: 320 })

  it("that does not support passkeys lists and removes them, and makes none [PASSKEY-05]", async () => {
    const page = await open(withoutPasskeys)
    await card(page, CARD).getByRole("button", { name: REMOVE }).click()
    await card(page, CARD).getByLabel("Je wachtwoord", { exact: true }).waitFor()
    expect(await page.getByRole("button", { name: USE_PASSKEY }).count()).toBe(0)
    expect(await page.getByRole("button", { name: "Passkey toevoegen" }).count()).toBe(0)
    const empty = await open(withoutPasskeys, [])
    await card(empty, EMAIL_CARD).waitFor()
    expect(await card(empty, CARD).count()).toBe(0)
  })

  it("whose window is closed says so, and nothing is sent [PASSKEY-03]", async () => {
    const page = await open(refusing("NotAllowedError"))
    const email = await openForm(page, EMAIL_CARD)
    await email.getByLabel("Nieuw e-mailadres", { exact: true }).fill("nieuw@example.com")
    await email.getByLabel("Herhaal je nieuwe e-mailadres").fill("nieuw@example.com")
    await email.getByRole("button", { name: USE_PASSKEY }).click()
    await page.keyboard.press("Shift+Tab")
    await email.getByRole("button", { name: /opslaan/u }).click()
    const told = email.getByText(
      "Er is geen passkey gebruikt. Probeer het opnieuw, of gebruik je wachtwoord.",
    )
    await told.waitFor()
    // The message is above the fields, and in view for a visitor who presses the button below them.
    await expect
      .poll(() => told.evaluate((it) => it.getBoundingClientRect().top))
      .toBeGreaterThan(60)
    expect(pages.gateway.commands).toEqual([])
    await email.getByRole("button", { name: "Liever je wachtwoord gebruiken" }).click()
    await email.getByLabel("Je wachtwoord", { exact: true }).waitFor()
  })

  it("that still asks its visitor says that, and not that the account is being deleted [PASSKEY-03]", async () => {
    const page = await open(unanswered)
    await card(page, CARD).getByRole("heading", { name: "Laptop" }).waitFor()
    await page.getByRole("button", { name: "Verwijder account…" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: USE_PASSKEY }).click()
    await dialog.locator("button[type=submit]").click()
    await dialog.getByText("Wachten op je apparaat…").waitFor()
    expect(pages.gateway.commands).toEqual([])
  })
})
