/** Tests the member's open sessions in a browser: listing, ending and reloading them. */
import { describe, expect, it } from "vitest"
import {
  card,
  HERE,
  openSettings,
  PATIENTLY,
  SESSIONS_CARD,
  THERE,
} from "../../screens/settings-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"

const pages = sitePages()

describe("the open sessions", () => {
  it("show where a member is logged in and end one after a question", async () => {
    let sessions: ReadonlyArray<object> = [HERE, THERE]
    const page = await openSettings(pages, {
      width: 390,
      queries: () => ({ body: { sessions } }),
      // The page asks for other things too.
      answers: ({ _tag }) => {
        if (_tag !== "EndSession") return undefined
        sessions = [HERE]
        return [{ _tag: "SessionEnded", sessionId: THERE.id as never }]
      },
    })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("heading", { name: "Chrome op Windows Deze sessie" }).waitFor()
    await list.getByText("20 nov 2026", { exact: false }).first().waitFor()
    await expect.poll(() => list.getByRole("button").count()).toBe(1)
    const end = list.getByRole("button", { name: "Sessie beëindigen: Firefox op Linux" })
    await end.click()
    await list.getByText("Deze sessie beëindigen?").waitFor()
    await pages.expectSound(page)
    await list.getByRole("button", { name: "Nee" }).click()
    await expect
      .poll(() => end.evaluate((button) => button === document.activeElement), PATIENTLY)
      .toBe(true)
    await end.click()
    await list.getByRole("button", { name: "Ja, beëindigen" }).click()
    expect(await pages.gateway.command("EndSession")).toEqual({
      _tag: "EndSession",
      sessionId: "session-there",
    })
    await list.getByText("De sessie is beëindigd.").waitFor()
    await list.getByText("Je bent nergens anders ingelogd.").waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
      .toBe(SESSIONS_CARD)
    await pages.expectSound(page)
  })

  it("are loaded again when one ended elsewhere", async () => {
    const page = await openSettings(pages)
    await card(page, SESSIONS_CARD).getByText("Deze sessie").waitFor()
    pages.gateway.emit({ _tag: "SessionEnded", sessionId: THERE.id as never })
    await pages.gateway.query("/api/sessions", 2)
  })

  it("say where one could not be ended", async () => {
    const page = await openSettings(pages, {
      answers: () => [{ _tag: "SessionEndRefused", label: "undefined" }],
    })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("button", { name: /^Sessie beëindigen: /u }).click()
    await list.getByRole("button", { name: "Ja, beëindigen" }).click()
    await list.getByRole("alert").filter({ hasText: "De sessie is niet beëindigd." }).waitFor()
    await pages.expectSound(page)
  })

  it("show a skeleton while they load, say what failed and load again", async () => {
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<{
      status: number
      body: unknown
    }>()
    let asked = 0
    const page = await openSettings(pages, {
      scheme: "light",
      queries: ({ pathname }) => {
        // Excludes the requests of the page itself.
        if (pathname !== "/api/sessions") return undefined
        asked += 1
        return asked === 1 ? first : { body: { sessions: [HERE] } }
      },
    })
    const list = card(page, SESSIONS_CARD)
    await list.getByRole("status", { name: "Je sessies worden geladen…" }).waitFor()
    await pages.expectSound(page)
    answerFirst({ status: 403, body: { label: "unauthorized" } })
    await list.getByRole("alert").filter({ hasText: "We konden je sessies niet laden" }).waitFor()
    await pages.expectSound(page, [/403/u])
    await list.getByRole("button", { name: "Opnieuw proberen" }).click()
    await list.getByText("Je bent nergens anders ingelogd.").waitFor()
  })
})
