/** Every window of the site while foreign hands work on it: it opens, is filled in, shows errors and closes. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { DIALOG_NAMES, type DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { sitePages, variants } from "@foldcast/web/screens/site-pages.fixture"
import {
  creditsFact,
  loggedInFact,
  memberLoadedFact,
  started,
} from "@foldcast/web/screens/visit-facts.fixture"
import {
  interfere,
  OF_MISMATCH,
  REMOVING_NOTHING,
  textDifferences,
} from "../support/foreign-hands.ts"
import { openDialogIn } from "../visual/open-dialog.ts"

const pages = sitePages()

/** Tested in full in translated-money.screen.test.ts. */
const ELSEWHERE: ReadonlySet<DialogName> = new Set(["logIn", "wallet"])
const MEMBERS: ReadonlySet<DialogName> = new Set([
  "registrationConfirmation",
  "claimCredits",
  "changeUsername",
  "lander",
  "memberMenu",
])
const GUESTS: ReadonlySet<DialogName> = new Set(["register", "authDrawer"])
const WINDOWS = DIALOG_NAMES.filter((name) => !ELSEWHERE.has(name))

/** Each window once, with a visitor who sees it; the other variants show members the remaining windows. */
const VISITORS = [
  { who: "guest", events: [started("nl")], windows: WINDOWS.filter((name) => !MEMBERS.has(name)) },
  {
    who: "member",
    events: [
      started("nl"),
      loggedInFact(false),
      creditsFact(1_234),
      memberLoadedFact({ showChangeUsername: true }),
    ],
    windows: variants(
      [...MEMBERS],
      WINDOWS.filter((name) => !MEMBERS.has(name) && !GUESTS.has(name)),
    ),
  },
]

const expectTrue = async (page: Page, dialog: DialogName) => {
  expect(await textDifferences(page), dialog).toEqual([])
  expect(
    pages.complaints.filter((text) => !OF_MISMATCH.test(text)),
    dialog,
  ).toEqual([])
  expect(await page.getByText("Er ging iets mis").count(), dialog).toBe(0)
}

describe.each(["page-translator", "in-place-translator"] as const)("with a %s", (translator) => {
  it.each(VISITORS)(
    "each window of a $who opens, is sent and closes [HANDS-03]",
    async ({ events, windows }) => {
      const page = await pages.open(
        {
          events,
          queries: ({ pathname }) =>
            pathname === "/api/username-suggestions"
              ? { body: { suggestions: ["geheim12"] } }
              : undefined,
        },
        {
          motion: "reduce",
          prepare: (fresh) =>
            interfere(fresh, { hands: [translator, ...REMOVING_NOTHING], says: "marked" }),
        },
      )
      for (const dialog of windows) {
        await openDialogIn(page, dialog)
        // The previous window has closed, and this one has opened.
        await page.locator("[data-exiting], [data-entering]").first().waitFor({ state: "detached" })
        await expectTrue(page, dialog)
        const fields = page.locator(
          ".ui-window input:is([type=email], [type=password], [type=text])",
        )
        for (const field of await fields.all()) await field.fill("geheim1@example.com")
        const send = page.locator(".ui-window form button[type=submit]")
        if ((await send.count()) > 0) await send.first().click()
        await expectTrue(page, dialog)
        await page.keyboard.press("Escape")
        await expectTrue(page, dialog)
      }
    },
  )
})

describe("with a password manager that tells the page nothing", () => {
  it.each(["hover", "focus", "at once"])(
    "what it filled in stays and is sent, with %s before [HANDS-07]",
    async (before) => {
      const page = await pages.open(
        {
          events: [started("nl")],
          answers: ({ _tag }) =>
            _tag === "LogIn" ? [loggedInFact(true), memberLoadedFact()] : undefined,
        },
        {
          motion: "reduce",
          prepare: (fresh) => interfere(fresh, { hands: ["password-manager"] }),
        },
      )
      await openDialogIn(page, "logIn")
      const password = page.locator("input[name=password]")
      await password.waitFor()
      await page.evaluate(() => {
        const fill = (name: string, value: string) => {
          const field = document.querySelector<HTMLInputElement>(`.ui-window input[name=${name}]`)
          if (field !== null) field.value = value
        }
        fill("email", "noor@example.com")
        fill("password", "geheim1")
      })
      if (before === "hover") await password.hover()
      if (before === "focus") await password.focus()
      await page.locator(".ui-window form button[type=submit]").click()
      expect(await pages.gateway.command("LogIn")).toMatchObject({
        email: "noor@example.com",
        password: "geheim1",
      })
    },
  )
})
