/**
 * The settings and the username prompt in a browser, with a gateway that follows a script: every state
 * reads well to axe, fits, says what happened, and costs nobody what they typed.
 */
import { AxeBuilder } from "@axe-core/playwright"
import chromiumFromNpm from "@sparticuz/chromium"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Locale } from "@foldcast/contracts/units"
import { type Answers, type QueryAnswers, ScriptedGateway } from "./scripted-gateway.fixture.ts"

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
const EMAIL = "noor@example.test"

const started = (locale: Locale): Event => ({
  _tag: "VisitStarted",
  locale,
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
})
const loggedIn = (username = "noor"): Event => ({
  _tag: "LoggedIn",
  memberId: "m_00000001" as MemberId,
  username,
  verified: true,
})
const loaded = (changed: { username?: string; email?: string; asks?: boolean } = {}): Event => ({
  _tag: "MemberLoaded",
  username: changed.username ?? "noor",
  capName: "Noor",
  email: changed.email ?? EMAIL,
  verified: true,
  endUserText: null,
  lander: null,
  showChangeUsername: changed.asks ?? false,
})
const member = (locale: Locale): ReadonlyArray<Event> => [
  started(locale),
  loggedIn(),
  loaded(),
  { _tag: "CreditsChanged", credits: 1_234 },
]

const session = (id: string, more: object = {}) => ({
  id,
  isCurrent: false,
  startedAt: Date.UTC(2026, 10, 20, 12),
  lastSeenAt: Date.UTC(2026, 10, 21, 12),
  browser: "Firefox",
  system: "Linux",
  ...more,
})
const HERE = session("session-here", { isCurrent: true, browser: "Chrome", system: "Windows" })
const THERE = session("session-there")

const answers =
  (sessions: ReadonlyArray<object>, suggestions: ReadonlyArray<string> = []): QueryAnswers =>
  ({ pathname }) =>
    pathname === "/api/sessions" ? { body: { sessions } } : { body: { suggestions } }

let gateway: ScriptedGateway
let browser: Browser
let context: BrowserContext | undefined
let complaints: Array<string> = []

beforeAll(async () => {
  gateway = await ScriptedGateway.start()
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? (await chromiumFromNpm.executablePath()),
    args: ["--no-sandbox", "--disable-gpu"],
  })
})
afterEach(async () => {
  await context?.close()
  context = undefined
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
})

interface Screen {
  readonly width?: number
  readonly scheme?: "dark" | "light"
  readonly locale?: Locale
  readonly path?: string
  readonly events?: ReadonlyArray<Event>
  readonly answers?: Answers
  readonly queries?: QueryAnswers
}

const open = async ({ width = 1_280, scheme = "dark", locale = "nl", ...script }: Screen = {}) => {
  complaints = []
  gateway.play({
    events: script.events ?? member(locale),
    queries: script.queries ?? answers([HERE, THERE]),
    ...(script.answers && { answers: script.answers }),
  })
  context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    locale: "nl-NL",
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(`${gateway.origin}${locale === "en" ? "/en" : ""}${script.path ?? "/settings"}`)
  await gateway.fact("Navigated")
  // The page's own script came after the site's.
  if (script.path === undefined) await gateway.query("/api/sessions")
  return page
}

/** Nothing overflows, nothing complains, and axe has nothing to report once all has moved into place. */
const expectSound = async (page: Page) => {
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  // What was announced of a pending button names a button that may have gone with its dialog.
  const { violations } = await new AxeBuilder({ page })
    .withTags(AXE_TAGS)
    .exclude("[data-live-announcer]")
    .analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(complaints).toEqual([])
}

const card = (page: Page, name: string) => page.getByRole("region", { name })
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName,
  )

/** However long this machine takes. */
const PATIENTLY = { timeout: 15_000 }

const EMAIL_CARD = "E-mailadres wijzigen"
const PASSWORD_CARD = "Wachtwoord wijzigen"
const USERNAME_CARD = "Gebruikersnaam wijzigen"
const SESSIONS_CARD = "Open sessies"
const DELETE_CARD = "Account verwijderen"

const fillEmail = async (page: Page, email = "nieuw@example.test") => {
  const form = card(page, EMAIL_CARD)
  await form.getByLabel("Nieuw e-mailadres").fill(email)
  await form.getByLabel("Herhaal het nieuwe e-mailadres").fill(email)
  return form
}
const fillPassword = async (page: Page, newPassword = "nieuw22") => {
  const form = card(page, PASSWORD_CARD)
  await form.getByLabel("Huidig wachtwoord").fill("geheim1")
  await form.getByLabel("Nieuw wachtwoord", { exact: true }).fill(newPassword)
  await form.getByLabel("Herhaal het nieuwe wachtwoord").fill(newPassword)
  return form
}

describe("the settings", () => {
  it.each([
    { width: 320, scheme: "light", locale: "nl" },
    { width: 390, scheme: "dark", locale: "nl" },
    { width: 390, scheme: "light", locale: "en" },
    { width: 1_280, scheme: "dark", locale: "en" },
    { width: 1_280, scheme: "light", locale: "nl" },
  ] as const)(
    "hold four tasks and the open sessions at $width in $scheme, $locale [ROUTE-06]",
    async (screen) => {
      const page = await open(screen)
      const names =
        screen.locale === "nl"
          ? [EMAIL_CARD, PASSWORD_CARD, USERNAME_CARD, SESSIONS_CARD, DELETE_CARD]
          : [
              "Change email address",
              "Change password",
              "Change username",
              "Open sessions",
              "Delete account",
            ]
      expect(await page.locator("main h2").allTextContents()).toEqual(names)
      await page.getByText(EMAIL, { exact: true }).waitFor()
      await page.getByText(screen.locale === "nl" ? "Deze sessie" : "This session").waitFor()
      await expectSound(page)
    },
  )

  it("wait for the member's data and let a guest log in", async () => {
    const page = await open({ events: [started("nl"), loggedIn()] })
    await card(page, EMAIL_CARD).getByText("Je gegevens worden geladen…").waitFor()
    gateway.emit(loaded())
    await card(page, EMAIL_CARD).getByText(EMAIL, { exact: true }).waitFor()
    gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByRole("main").getByRole("button", { name: "Inloggen" }).waitFor()
    expect(await page.locator("main h2").count()).toBe(0)
  })

  it("keep what was typed over a reload, and never a password", async () => {
    const page = await open({ width: 390 })
    await fillEmail(page)
    await fillPassword(page)
    await card(page, USERNAME_CARD).getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    await page.reload()
    await expect
      .poll(() => card(page, EMAIL_CARD).getByLabel("Nieuw e-mailadres").inputValue(), PATIENTLY)
      .toBe("nieuw@example.test")
    expect(await card(page, EMAIL_CARD).getByLabel("Herhaal").inputValue()).toBe(
      "nieuw@example.test",
    )
    expect(await card(page, USERNAME_CARD).getByLabel("Nieuwe").inputValue()).toBe("noortje")
    expect(await card(page, PASSWORD_CARD).getByLabel("Huidig wachtwoord").inputValue()).toBe("")
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    expect(kept).not.toContain("geheim1")
    expect(kept).not.toContain("nieuw22")
    expect(complaints).toEqual([])
  })

  it.each([
    { name: EMAIL_CARD, fill: fillEmail },
    { name: PASSWORD_CARD, fill: fillPassword },
    {
      name: USERNAME_CARD,
      fill: async (page: Page) => {
        await card(page, USERNAME_CARD).getByLabel("Nieuwe gebruikersnaam").fill("noortje")
        return card(page, USERNAME_CARD)
      },
    },
  ])("send nothing while offline and keep the form: $name", async ({ fill }) => {
    const page = await open()
    const form = await fill(page)
    await context?.setOffline(true)
    await page.getByText("Je bent offline. Wat je ziet").waitFor()
    await form.getByRole("button", { name: /opslaan$/u }).click()
    await form.getByRole("alert").filter({ hasText: "Er is niets verstuurd" }).waitFor()
    expect(gateway.commands).toEqual([])
    for (const field of await form.locator("input").all()) {
      expect(await field.inputValue()).not.toBe("")
    }
    await context?.setOffline(false)
  })

  it.each([
    { name: EMAIL_CARD, fill: fillEmail },
    { name: PASSWORD_CARD, fill: fillPassword },
  ])("say when the connection goes before the answer: $name", async ({ fill }) => {
    const page = await open({ answers: () => undefined })
    const form = await fill(page)
    await form.getByRole("button", { name: /opslaan$/u }).click()
    await form.getByText("Bezig met opslaan…").waitFor()
    gateway.cut()
    await form.getByRole("status").filter({ hasText: "Nog geen antwoord" }).waitFor()
    for (const field of await form.locator("input").all()) {
      expect(await field.inputValue()).not.toBe("")
    }
  })

  it("can be gone through with the keyboard alone [ROUTE-06]", async () => {
    const page = await open({
      answers: (command) => (command._tag === "ChangeEmail" ? [{ _tag: "EmailChanged" }] : []),
    })
    await card(page, SESSIONS_CARD).getByText("Deze sessie").waitFor()
    await page.getByLabel("Nieuw e-mailadres").focus()
    await page.keyboard.type("nieuw@example.test")
    await page.keyboard.press("Tab")
    await page.keyboard.type("nieuw@example.test")
    await page.keyboard.press("Enter")
    expect(await gateway.command("ChangeEmail")).toMatchObject({ email: "nieuw@example.test" })
    await card(page, EMAIL_CARD).getByText("Je e-mailadres is gewijzigd").waitFor()
    const reached: Array<string> = []
    while (reached.at(-1) !== "Account verwijderen…" && reached.length < 30) {
      await page.keyboard.press("Tab")
      reached.push(
        await page.evaluate(() => {
          const active = document.activeElement
          return active?.getAttribute("name") ?? active?.textContent ?? ""
        }),
      )
    }
    for (const name of [
      "E-mailadres opslaan",
      "password",
      "newPassword",
      "repeatNewPassword",
      "Wachtwoord opslaan",
      "username",
      "Gebruikersnaam opslaan",
      "Beëindigen",
    ]) {
      expect(reached).toContain(name)
    }
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Verwijder account" }).waitFor()
    await expect.poll(() => focused(page), PATIENTLY).toBe("confirmation")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
      .toBe("Account verwijderen…")
  })
})

describe("the change of an e-mail address", () => {
  it("names each error at its field and in a summary [AUTH-58]", async () => {
    const page = await open({ width: 390, scheme: "light" })
    const form = card(page, EMAIL_CARD)
    await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
    const summary = form.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    await summary.getByText("Vul je nieuwe e-mailadres in.").waitFor()
    await expectSound(page)
    await summary.getByRole("button", { name: "Herhaal je nieuwe e-mailadres." }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("repeatEmail")
    await form.getByLabel("Nieuw e-mailadres").fill(EMAIL)
    await form.getByText("Dit is je e-mailadres al.").first().waitFor()
    expect(gateway.commands).toEqual([])
  })

  it("says that a mail went to the new address until something is typed [AUTH-58, ROUTE-06]", async () => {
    const page = await open({
      answers: () => [{ _tag: "EmailChanged" }, loaded({ email: "nieuw@example.test" })],
    })
    const form = await fillEmail(page)
    await form.getByText("We sturen een verificatiemail naar dit adres.").waitFor()
    await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
    expect(await gateway.command("ChangeEmail")).toEqual({
      _tag: "ChangeEmail",
      email: "nieuw@example.test",
      repeatEmail: "nieuw@example.test",
    })
    const done = form.getByRole("status").filter({
      hasText:
        "Je e-mailadres is gewijzigd. We hebben een verificatiemail gestuurd naar nieuw@example.test.",
    })
    await done.waitFor()
    await form.locator("dd", { hasText: "nieuw@example.test" }).waitFor()
    expect(await form.getByLabel("Nieuw e-mailadres").inputValue()).toBe("")
    await expectSound(page)
    await form.getByLabel("Nieuw e-mailadres").fill("a")
    await expect.poll(() => done.count(), PATIENTLY).toBe(0)
  })

  it.each([
    ["emailExists", "Dit e-mailadres is al in gebruik."],
    ["undefined", "Er ging iets mis bij het opslaan. Probeer het opnieuw."],
    ["outcomeUnknown", "We kregen geen antwoord en weten niet of dit is gelukt."],
  ])("says what %s means and keeps what was typed [ERR-10]", async (label, text) => {
    const page = await open({ answers: () => [{ _tag: "EmailChangeRefused", label }], width: 390 })
    const form = await fillEmail(page)
    await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
    await form.getByText(text).waitFor()
    expect(await form.getByLabel("Nieuw e-mailadres").inputValue()).toBe("nieuw@example.test")
    await expectSound(page)
  })
})

describe("the change of a password", () => {
  it("is sent once it is right, then said and emptied [AUTH-51, AUTH-52, AUTH-53, AUTH-57]", async () => {
    const page = await open({ answers: () => [{ _tag: "PasswordChanged" }] })
    const form = await fillPassword(page, "zonder")
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    await form.getByText("Het wachtwoord moet minstens één cijfer bevatten.").first().waitFor()
    expect(gateway.commands).toEqual([])
    await fillPassword(page)
    await form.getByRole("button", { name: "Wachtwoord tonen" }).first().click()
    expect(await form.getByLabel("Huidig wachtwoord").getAttribute("type")).toBe("text")
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    expect(await gateway.command("ChangePassword")).toEqual({
      _tag: "ChangePassword",
      password: "geheim1",
      newPassword: "nieuw22",
      repeatNewPassword: "nieuw22",
    })
    await form.getByRole("status").filter({ hasText: "Je wachtwoord is gewijzigd." }).waitFor()
    for (const field of await form.locator("input").all()) expect(await field.inputValue()).toBe("")
    await gateway.query("/api/sessions", 2)
    await expectSound(page)
  })

  it("says at the old password that it is not correct [ERR-11]", async () => {
    const page = await open({
      answers: () => [{ _tag: "PasswordChangeRefused", label: "incorrectPassword" }],
      scheme: "light",
    })
    const form = await fillPassword(page)
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    await form.getByText("Het huidige wachtwoord klopt niet.").waitFor()
    await expect.poll(() => focused(page), PATIENTLY).toBe("password")
    expect(await form.getByLabel("Huidig wachtwoord").getAttribute("aria-invalid")).toBe("true")
    expect(await form.getByLabel("Huidig wachtwoord").inputValue()).toBe("geheim1")
    await expectSound(page)
  })

  it("gives an error without a label the undefined error's text [ERR-13]", async () => {
    const page = await open({
      answers: () => [{ _tag: "PasswordChangeRefused", label: "undefined" }],
      locale: "en",
    })
    const form = card(page, "Change password")
    await form.getByLabel("Current password").fill("geheim1")
    await form.getByLabel("New password", { exact: true }).fill("nieuw22")
    await form.getByLabel("Repeat the new password").fill("nieuw22")
    await form.getByRole("button", { name: "Save password" }).click()
    await form
      .getByRole("alert")
      .filter({ hasText: "Something went wrong and we do not know what." })
      .waitFor()
  })
})

describe("the change of a username", () => {
  it("is checked as it is typed and offers three free names instead [AUTH-62, AUTH-64, AUTH-65]", async () => {
    const page = await open({
      width: 390,
      queries: answers([HERE], ["noor1", "noor2", "noor3", "noor4"]),
      answers: () => [{ _tag: "UsernameChanged" }, loaded({ username: "noor2" })],
    })
    const form = card(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").pressSequentially("n.o-or!")
    await form.getByText("Gebruik alleen letters, cijfers, _ en -.").waitFor()
    await gateway.query("/api/username-suggestions?username=noor")
    const names = form.getByRole("group", { name: "Deze namen zijn nog vrij" }).getByRole("button")
    await expect.poll(() => names.allTextContents(), PATIENTLY).toEqual(["noor1", "noor2", "noor3"])
    await expectSound(page)
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("username")
    expect(gateway.commands).toEqual([])
    await form.getByRole("button", { name: "Gebruik noor2" }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("username")
    await expect.poll(() => names.count(), PATIENTLY).toBe(0)
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    expect(await gateway.command("ChangeUsername")).toEqual({
      _tag: "ChangeUsername",
      username: "noor2",
      where: "settings",
    })
    await form.getByText("Je gebruikersnaam is gewijzigd.").waitFor()
    await form.locator("dd", { hasText: "noor2" }).waitFor()
    await expectSound(page)
  })

  it("offers other names when the name is taken, at the field [ERR-09, AUTH-65]", async () => {
    const page = await open({
      queries: answers([HERE], ["noortje1"]),
      answers: () => [{ _tag: "UsernameChangeRefused", label: "badRequest.usernameExists" }],
    })
    const form = card(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    await form.getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
    await form.getByText("Deze gebruikersnaam is al bezet.").waitFor()
    await form.getByRole("button", { name: "Gebruik noortje1" }).waitFor()
    expect(await form.getByLabel("Nieuwe gebruikersnaam").inputValue()).toBe("noortje")
    await expectSound(page)
  })

  it("never shows names for what was typed before [AUTH-64]", async () => {
    const { promise: late, resolve: answerLate } = Promise.withResolvers<{ body: unknown }>()
    const page = await open({
      queries: ({ pathname, searchParams }) => {
        if (pathname === "/api/sessions") return { body: { sessions: [HERE] } }
        return searchParams.get("username") === "abc" ? late : { body: { suggestions: ["xyz1"] } }
      },
    })
    const form = card(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("abc")
    await gateway.query("/api/username-suggestions?username=abc")
    await form.getByLabel("Nieuwe gebruikersnaam").fill("xyz")
    await form.getByRole("button", { name: "Gebruik xyz1" }).waitFor()
    answerLate({ body: { suggestions: ["abc1"] } })
    // Whatever was answered before this has come in by now.
    await page.evaluate(() => fetch("/api/sessions").then((answer) => answer.text()))
    expect(await form.getByRole("button", { name: /^Gebruik / }).allTextContents()).toEqual([
      "xyz1",
    ])
    expect(
      gateway.facts.flatMap((fact) => (fact._tag === "AnswerApplied" ? [fact.key] : [])),
    ).not.toContain("/api/username-suggestions?username=xyz")
  })

  it("asks again where the names could not be had", async () => {
    let isDown = true
    const page = await open({
      queries: ({ pathname }) => {
        if (pathname === "/api/sessions") return { body: { sessions: [HERE] } }
        return isDown ? { status: 429, body: {} } : { body: { suggestions: ["abcd"] } }
      },
    })
    const form = card(page, USERNAME_CARD)
    await form.getByLabel("Nieuwe gebruikersnaam").fill("abc")
    await form.getByText("Er konden geen vrije namen worden gezocht.").waitFor()
    isDown = false
    await form.getByRole("button", { name: "Opnieuw zoeken" }).click()
    await form.getByRole("button", { name: "Gebruik abcd" }).waitFor()
  })
})

describe("the open sessions", () => {
  it("show where somebody is logged in and end one after a question", async () => {
    let sessions: ReadonlyArray<object> = [HERE, THERE]
    const page = await open({
      width: 390,
      queries: () => ({ body: { sessions } }),
      answers: () => {
        sessions = [HERE]
        return [{ _tag: "SessionEnded", sessionId: THERE.id as never }]
      },
    })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("heading", { name: "Chrome op Windows Deze sessie" }).waitFor()
    await list.getByText("20 nov 2026", { exact: false }).first().waitFor()
    expect(await list.getByRole("button").count()).toBe(1)
    const end = list.getByRole("button", { name: "Sessie van Firefox op Linux beëindigen" })
    await end.click()
    await list.getByText("Deze sessie beëindigen?").waitFor()
    await expectSound(page)
    await list.getByRole("button", { name: "Nee" }).click()
    await expect
      .poll(() => end.evaluate((button) => button === document.activeElement), PATIENTLY)
      .toBe(true)
    await end.click()
    await list.getByRole("button", { name: "Ja, beëindigen" }).click()
    expect(await gateway.command("EndSession")).toEqual({
      _tag: "EndSession",
      sessionId: "session-there",
    })
    await list.getByText("De sessie is beëindigd.").waitFor()
    await list.getByText("Je bent nergens anders ingelogd.").waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
      .toBe(SESSIONS_CARD)
    await expectSound(page)
  })

  it("are asked for again when one ended elsewhere", async () => {
    const page = await open()
    await card(page, SESSIONS_CARD).getByText("Deze sessie").waitFor()
    gateway.emit({ _tag: "SessionEnded", sessionId: THERE.id as never })
    await gateway.query("/api/sessions", 2)
  })

  it("say that one was not ended", async () => {
    const page = await open({ answers: () => [{ _tag: "SessionEndRefused", label: "undefined" }] })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("button", { name: /beëindigen$/u }).click()
    await list.getByRole("button", { name: "Ja, beëindigen" }).click()
    await list.getByRole("alert").filter({ hasText: "De sessie is niet beëindigd." }).waitFor()
    await expectSound(page)
  })

  it("wait under a skeleton, say what failed and load again", async () => {
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<{
      status: number
      body: unknown
    }>()
    let asked = 0
    const page = await open({
      scheme: "light",
      queries: () => {
        asked += 1
        return asked === 1 ? first : { body: { sessions: [HERE] } }
      },
    })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("status", { name: "Je sessies worden geladen…" }).waitFor()
    await expectSound(page)
    answerFirst({ status: 403, body: { label: "unauthorized" } })
    await list.getByRole("alert").filter({ hasText: "konden niet worden geladen" }).waitFor()
    complaints = complaints.filter((text) => !text.includes("403"))
    await expectSound(page)
    await list.getByRole("button", { name: "Opnieuw laden" }).click()
    await list.getByText("Je bent nergens anders ingelogd.").waitFor()
  })
})

describe("deleting the account", () => {
  it("says what it means, asks for the name and ends at home with a notice [ROUTE-06]", async () => {
    const page = await open({
      width: 390,
      answers: (command) =>
        command._tag === "DeleteAccount"
          ? [{ _tag: "AccountDeleted" }, { _tag: "LoggedOut", reason: "deleted" }]
          : undefined,
    })
    await card(page, DELETE_CARD).getByRole("button", { name: "Account verwijderen…" }).click()
    const dialog = page.getByRole("dialog", { name: "Verwijder account" })
    await dialog.getByText("Je saldo van 1.234 credits vervalt.").waitFor()
    await dialog.getByText("De boekhouding van je aankopen").waitFor()
    await expectSound(page)
    const confirm = dialog.getByRole("button", { name: "Verwijder account" })
    await dialog.getByLabel("Typ je gebruikersnaam om te bevestigen").fill("iemand")
    await confirm.click()
    await dialog.getByText("Dit is niet jouw gebruikersnaam.").waitFor()
    expect(gateway.commands).toEqual([])
    await dialog.getByLabel("Typ je gebruikersnaam om te bevestigen").fill("Noor")
    gateway.play({
      events: [started("nl")],
      answers: () => [{ _tag: "AccountDeleted" }, { _tag: "LoggedOut", reason: "deleted" }],
    })
    await confirm.click()
    expect(await gateway.command("DeleteAccount")).toEqual({
      _tag: "DeleteAccount",
      username: "Noor",
    })
    await page.waitForURL(`${gateway.origin}/`)
    await page.getByText("Dit account is verwijderd.").waitFor()
  })

  it("keeps the account and says so where it was refused", async () => {
    const page = await open({
      answers: () => [{ _tag: "AccountDeletionRefused", label: "undefined" }],
      scheme: "light",
    })
    await card(page, DELETE_CARD).getByRole("button", { name: "Account verwijderen…" }).click()
    const dialog = page.getByRole("dialog", { name: "Verwijder account" })
    await dialog.getByLabel("Typ je gebruikersnaam om te bevestigen").fill("noor")
    await dialog.getByRole("button", { name: "Verwijder account" }).click()
    await dialog.getByRole("alert").filter({ hasText: "Je account is niet verwijderd." }).waitFor()
    await expectSound(page)
    await dialog.getByRole("button", { name: "Account houden" }).click()
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
  })
})

describe("the username prompt", () => {
  const prompt = (page: Page) => page.getByRole("dialog", { name: "Kies een gebruikersnaam" })
  const nameless = loaded({ username: EMAIL, asks: true })

  it.each([
    { width: 390, scheme: "light" },
    { width: 1_280, scheme: "dark" },
  ] as const)(
    "opens after a log-in, takes 31 of 32 characters and closes when done at $width [AUTH-59, AUTH-60, AUTH-61]",
    async (screen) => {
      const page = await open({
        ...screen,
        path: "/",
        events: [started("nl")],
        queries: answers([], ["noortje"]),
        answers: (command) =>
          command._tag === "LogIn" ? [loggedIn(EMAIL), nameless] : [{ _tag: "UsernameChanged" }],
      })
      await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
      const logIn = page.getByRole("dialog", { name: "Inloggen" })
      await logIn.getByLabel("E-mailadres").fill(EMAIL)
      await logIn.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
      await logIn.getByRole("button", { name: "Inloggen" }).click()
      await prompt(page).waitFor()
      const field = prompt(page).getByLabel("Nieuwe gebruikersnaam")
      await field.pressSequentially("a".repeat(33))
      expect(await field.inputValue()).toBe("a".repeat(32))
      await prompt(page).getByText("Deze gebruikersnaam is te lang.").waitFor()
      await prompt(page).getByRole("button", { name: "Gebruik noortje" }).waitFor()
      await expectSound(page)
      await prompt(page).getByRole("button", { name: "Gebruik noortje" }).click()
      await prompt(page).getByRole("button", { name: "Gebruikersnaam opslaan" }).click()
      expect(await gateway.command("ChangeUsername")).toEqual({
        _tag: "ChangeUsername",
        username: "noortje",
        where: "prompt",
      })
      await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    },
  )

  it("can wait until later, and stays over a reload with what was typed [AUTH-59]", async () => {
    const page = await open({
      path: "/",
      events: [started("nl")],
      answers: () => [loggedIn(EMAIL), nameless],
    })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    const logIn = page.getByRole("dialog", { name: "Inloggen" })
    await logIn.getByLabel("E-mailadres").fill(EMAIL)
    await logIn.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await logIn.getByRole("button", { name: "Inloggen" }).click()
    await prompt(page).getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    gateway.play({ events: [started("nl"), loggedIn(EMAIL), nameless] })
    await page.reload()
    await expect
      .poll(() => prompt(page).getByLabel("Nieuwe gebruikersnaam").inputValue(), PATIENTLY)
      .toBe("noortje")
    await prompt(page).getByRole("button", { name: "Later" }).click()
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    await page.reload()
    await gateway.fact("DialogClosed")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })
})
