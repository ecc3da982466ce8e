/** Tests the log-in card's passkey button with a scripted gateway. */
import { describe, expect, it } from "vitest"
import { keeping, refusing, withoutPasskeys } from "../../screens/passkeys.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const PATH = "/api/passkeys/challenge"
const NONE = keeping(() => [])

describe("logging in with a passkey", () => {
  const open = async ({
    locale = "nl",
    queries = NONE,
    ...screen
  }: Screen & {
    readonly locale?: "nl" | "en"
    readonly queries?: ReturnType<typeof keeping>
  } = {}) => {
    const path = `${locale === "en" ? "/en" : "/"}?action=login`
    const page = await pages.open({ events: [started(locale)], queries }, { ...screen, path })
    const dialog = page.getByRole("dialog", { name: locale === "en" ? "Log in" : "Inloggen" })
    await dialog.waitFor()
    const name = locale === "en" ? "Log in with a passkey" : "Inloggen met een passkey"
    return { page, dialog, button: dialog.getByRole("button", { name }) }
  }

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
  )("has its button under the form at $width in $scheme, $locale [PASSKEY-01]", async (screen) => {
    const { page, button } = await open({ ...screen, motion: "reduce" })
    await button.waitFor()
    await pages.expectSound(page)
  })

  it("is not offered where the member API or the browser does not support it [PASSKEY-05]", async () => {
    const unkept = await open({ queries: () => undefined })
    await pages.gateway.query(PATH)
    await unkept.dialog.getByRole("button", { name: "Wachtwoord vergeten?" }).waitFor()
    expect(await unkept.button.count()).toBe(0)
    const failing = await open({
      queries: ({ pathname }) => (pathname === PATH ? { status: 503, body: {} } : undefined),
    })
    await pages.gateway.query(PATH)
    expect(await failing.button.count()).toBe(0)
    const old = await open({ prepare: withoutPasskeys })
    await old.dialog.getByRole("button", { name: "Wachtwoord vergeten?" }).waitFor()
    await old.dialog.getByLabel("E-mailadres").fill("noor@example.com")
    expect(await old.button.count()).toBe(0)
    expect(pages.gateway.queries).not.toContain(PATH)
  })

  it.each([
    [
      "NotAllowedError",
      300_000,
      "Er is geen passkey gebruikt. Probeer het opnieuw, of gebruik je wachtwoord.",
    ],
    ["NotAllowedError", 0, "Dat duurde te lang. Probeer het opnieuw."],
    ["SecurityError", 300_000, "Passkeys werken hier niet in deze browser. Gebruik je wachtwoord."],
    [
      "UnknownError",
      300_000,
      "Je apparaat kon de passkey niet gebruiken. Probeer het opnieuw, of gebruik je wachtwoord.",
    ],
  ])(
    "explains in words what %s after %i ms means, and sends nothing [PASSKEY-01]",
    async (error, timeout, text) => {
      const { dialog, button } = await open({
        queries: keeping(() => [], undefined, timeout),
        prepare: refusing(error),
      })
      await button.focus()
      await button.press("Enter")
      await dialog.getByRole("alert").getByText(text).waitFor()
      expect(pages.gateway.commands).toEqual([])
      // A challenge is used once: the next press requests another.
      await button.press("Enter")
      await pages.gateway.query(PATH, 2)
      await dialog.getByRole("alert").getByText(text).waitFor()
    },
  )

  it("leaves the password's way open, whatever its outcome [PASSKEY-01]", async () => {
    const { dialog, button } = await open({ prepare: refusing("NotAllowedError") })
    await button.click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByRole("button", { name: "Inloggen", exact: true }).click()
    expect(await pages.gateway.command("LogIn")).toMatchObject({ email: "noor@example.com" })
  })
})
