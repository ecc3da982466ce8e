/** Tests changing the username in a browser, in the settings and in the site's prompt. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import {
  EMAIL,
  focused,
  HERE,
  listing,
  openForm,
  openSettings,
  PATIENTLY,
  USERNAME_CARD,
} from "../../screens/settings-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { loggedInFact, memberLoadedFact, started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** Through the dialog, as on every page. */
const logIn = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
  const dialog = page.getByRole("dialog", { name: "Inloggen" })
  await dialog.getByLabel("E-mailadres").fill(EMAIL)
  await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
  await dialog.getByRole("button", { name: "Inloggen" }).click()
}

describe("the change of a username", () => {
  it("is checked as it is typed and offers three free names instead [AUTH-60, AUTH-64, AUTH-65]", async () => {
    const page = await openSettings(pages, {
      width: 390,
      queries: listing([HERE], ["noor1", "noor2", "noor3", "noor4"]),
      answers: () => [
        { _tag: "UsernameChanged" },
        memberLoadedFact({ verified: true, username: "noor2" }),
      ],
    })
    const form = await openForm(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").pressSequentially("n.o-or!")
    await form.getByText("Gebruik alleen letters, cijfers, _ en -.").waitFor()
    await pages.gateway.query("/api/username-suggestions?username=noor")
    const names = form.getByRole("group", { name: "Deze namen zijn nog vrij" }).getByRole("button")
    await expect.poll(() => names.allTextContents(), PATIENTLY).toEqual(["noor1", "noor2", "noor3"])
    await pages.expectSound(page)
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("username")
    expect(pages.gateway.commands).toEqual([])
    await form.getByRole("button", { name: "Gebruik noor2" }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("username")
    await expect.poll(() => names.count(), PATIENTLY).toBe(0)
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    expect(await pages.gateway.command("ChangeUsername")).toEqual({
      _tag: "ChangeUsername",
      username: "noor2",
      where: "settings",
    })
    await form.getByText("Je gebruikersnaam is gewijzigd.").waitFor()
    await form.locator("dd", { hasText: "noor2" }).waitFor()
    await pages.expectSound(page)
  })

  it("offers other names at the field when the name is taken [ERR-09, AUTH-65]", async () => {
    const page = await openSettings(pages, {
      queries: listing([HERE], ["noortje1"]),
      answers: () => [{ _tag: "UsernameChangeRefused", label: "badRequest.usernameExists" }],
    })
    const form = await openForm(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    await form.getByText("Deze gebruikersnaam is al bezet.").waitFor()
    await form.getByRole("button", { name: "Gebruik noortje1" }).waitFor()
    expect(await form.getByLabel("Nieuwe gebruikersnaam").inputValue()).toBe("noortje")
    await pages.expectSound(page)
  })

  it("never shows names that were suggested for an earlier text [AUTH-64]", async () => {
    const { promise: late, resolve: answerLate } = Promise.withResolvers<{ body: unknown }>()
    const page = await openSettings(pages, {
      queries: ({ pathname, searchParams }) => {
        if (pathname === "/api/sessions") return { body: { sessions: [HERE] } }
        return searchParams.get("username") === "abc" ? late : { body: { suggestions: ["xyz1"] } }
      },
    })
    const form = await openForm(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("abc")
    await pages.gateway.query("/api/username-suggestions?username=abc")
    await form.getByLabel("Nieuwe gebruikersnaam").fill("xyz")
    await form.getByRole("button", { name: "Gebruik xyz1" }).waitFor()
    answerLate({ body: { suggestions: ["abc1"] } })
    // Earlier answers have arrived by now.
    await page.evaluate(() => fetch("/api/sessions").then((answer) => answer.text()))
    expect(await form.getByRole("button", { name: /^Gebruik / }).allTextContents()).toEqual([
      "xyz1",
    ])
    expect(
      pages.gateway.facts.flatMap((fact) => (fact._tag === "AnswerApplied" ? [fact.key] : [])),
    ).not.toContain("/api/username-suggestions?username=xyz")
  })

  it("asks again where the suggestions could not be loaded", async () => {
    let isDown = true
    const page = await openSettings(pages, {
      queries: ({ pathname }) => {
        if (pathname === "/api/sessions") return { body: { sessions: [HERE] } }
        return isDown ? { status: 429, body: {} } : { body: { suggestions: ["abcd"] } }
      },
    })
    const form = await openForm(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("abc")
    await form.getByText("We konden geen vrije namen zoeken.").waitFor()
    isDown = false
    await form.getByRole("button", { name: "Opnieuw zoeken" }).click()
    await form.getByRole("button", { name: "Gebruik abcd" }).waitFor()
  })
})

describe("the username prompt", () => {
  const prompt = (page: Page) => page.getByRole("dialog", { name: "Kies een gebruikersnaam" })
  const nameless = memberLoadedFact({ username: EMAIL, showChangeUsername: true })

  it.each([
    { width: 390, scheme: "light" },
    { width: 1_280, scheme: "dark" },
  ] as const)(
    "opens after a log-in, takes 31 of 32 characters and closes when done at $width [AUTH-59, AUTH-61]",
    async (screen) => {
      const page = await openSettings(pages, {
        ...screen,
        path: "/",
        events: [started("nl")],
        queries: listing([], ["noortje"]),
        answers: (command) =>
          command._tag === "LogIn"
            ? [loggedInFact(true, EMAIL), nameless]
            : [{ _tag: "UsernameChanged" }],
      })
      await logIn(page)
      await prompt(page).waitFor()
      const field = prompt(page).getByLabel("Nieuwe gebruikersnaam")
      await field.pressSequentially("a".repeat(33))
      expect(await field.inputValue()).toBe("a".repeat(32))
      await prompt(page).getByText("Deze gebruikersnaam is te lang.").waitFor()
      await prompt(page).getByRole("button", { name: "Gebruik noortje" }).waitFor()
      await pages.expectSound(page)
      await page.keyboard.press("Backspace")
      await expect
        .poll(() =>
          prompt(page)
            .getByText(/^Deze gebruikersnaam/u)
            .count(),
        )
        .toBe(0)
      await field.fill("abc")
      await prompt(page)
        .getByText(/^Deze gebruikersnaam is te kort/u)
        .waitFor()
      await prompt(page).getByRole("button", { name: "Gebruik noortje" }).click()
      await prompt(page).getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
      expect(await pages.gateway.command("ChangeUsername")).toEqual({
        _tag: "ChangeUsername",
        username: "noortje",
        where: "prompt",
      })
      await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    },
  )

  it("says so where a paste is cut, until another name is put in its place [TEXT-06]", async () => {
    const page = await openSettings(pages, {
      path: "/",
      events: [started("nl")],
      queries: listing([], ["noortje"]),
      answers: () => [loggedInFact(true, EMAIL), nameless],
    })
    await logIn(page)
    const field = prompt(page).getByLabel("Nieuwe gebruikersnaam")
    const note = prompt(page).getByText("Wat je plakte, is te lang", { exact: false })
    const paste = async (length: number) => {
      await field.fill("")
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), "a".repeat(length))
      await field.press("ControlOrMeta+V")
      await expect.poll(() => field.inputValue()).toBe("a".repeat(32))
    }
    await paste(32)
    expect(await note.count()).toBe(0)
    await paste(33)
    await note.waitFor()
    await prompt(page).getByRole("button", { name: "Gebruik noortje" }).click()
    await note.waitFor({ state: "detached" })
  })

  it("asks a member whose name has become a performer's for another one, and says why", async () => {
    const page = await openSettings(pages, {
      path: "/",
      events: [started("nl")],
      answers: () => [
        loggedInFact(true, "MintMelody"),
        memberLoadedFact({ username: "MintMelody", showChangeUsername: true }),
      ],
    })
    await logIn(page)
    await prompt(page).getByText("Je gebruikersnaam is van een performer of van de site").waitFor()
    await pages.expectSound(page)
  })

  it("can wait until later, and stays over a reload with what was typed [AUTH-59]", async () => {
    const page = await openSettings(pages, {
      path: "/",
      events: [started("nl")],
      answers: () => [loggedInFact(true, EMAIL), nameless],
    })
    await logIn(page)
    await prompt(page).getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    pages.gateway.play({ events: [started("nl"), loggedInFact(true, EMAIL), nameless] })
    await page.reload()
    await expect
      .poll(() => prompt(page).getByLabel("Nieuwe gebruikersnaam").inputValue(), PATIENTLY)
      .toBe("noortje")
    await prompt(page).getByRole("button", { name: "Later" }).click()
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    await page.reload()
    await pages.gateway.fact("DialogClosed")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })
})
