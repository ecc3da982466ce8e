/** Tests the settings' list of performers of whom the member wants an alert, in a browser. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { performer, performers, performersAnswer } from "../../screens/performers.fixture.ts"
import type { Answers } from "../../screens/scripted-gateway.fixture.ts"
import {
  card,
  HERE,
  listing,
  openSettings,
  PATIENTLY,
} from "../../screens/settings-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"

const pages = sitePages()

const ALERTS = "Seintjes"
const MILA = performer(1, { username: "Mila", performerId: "p_mila", onlineStatus: 0 })
const LUNA = performer(2, { username: "Luna", performerId: "p_luna" })

const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "LiveAlertsListed",
  performerIds,
})
const changed = (performerId: string, isOn: boolean): Event => ({
  _tag: "LiveAlertChanged",
  performerId,
  isOn,
})
const answers =
  (list: Event, setting: (performerId: string) => Event): Answers =>
  (command) =>
    command._tag === "SetLiveAlert"
      ? [setting(command.performerId)]
      : command._tag === "LoadLiveAlerts"
        ? [list]
        : undefined

const queries = (url: URL) =>
  url.pathname === "/api/performers" ? performersAnswer([MILA, LUNA], url) : listing([HERE])(url)

describe("the list of alerts", () => {
  it.each([
    { width: 320, scheme: "light" },
    { width: 1_280, scheme: "dark" },
  ] as const)(
    "names everybody of whom the member wants one, and takes back one by one press, at $width [ALERT-03]",
    async (screen) => {
      const page = await openSettings(pages, {
        ...screen,
        queries,
        answers: answers(listed("p_luna", "p_gone", "p_mila"), (id) => changed(id, false)),
      })
      const row = card(page, ALERTS)
      await row.getByRole("link", { name: "Luna" }).waitFor()
      expect(await row.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
        "Luna",
        "Een performer die er niet meer is",
        "Mila",
      ])
      await pages.expectSound(page)
      await row.getByRole("button", { name: "Seintje uitzetten: Luna" }).click()
      expect(await pages.gateway.command("SetLiveAlert")).toEqual({
        _tag: "SetLiveAlert",
        performerId: "p_luna",
        isOn: false,
      })
      await row.getByText("Je krijgt geen seintje meer van Luna.").waitFor()
      expect(await row.getByRole("link").allTextContents()).toEqual(["Mila"])
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
        .toBe(ALERTS)
      await pages.expectSound(page)
    },
  )

  it("follows what is changed in another tab, and says where there is none [ALERT-03]", async () => {
    const page = await openSettings(pages, {
      queries,
      answers: answers(listed(), (id) => changed(id, false)),
    })
    const row = card(page, ALERTS)
    await row.getByText("Er staat geen seintje aan.", { exact: false }).waitFor()
    pages.gateway.emit(changed("p_mila", true))
    await row.getByRole("link", { name: "Mila" }).waitFor()
    pages.gateway.emit(changed("p_mila", false))
    await row.getByText("Er staat geen seintje aan.", { exact: false }).waitFor()
  })

  it("names who comes after a hundred others too, and asks for nobody twice [ALERT-03]", async () => {
    const all = performers(1, 101)
    const asked: Array<number> = []
    const page = await openSettings(pages, {
      queries: (url) => {
        if (url.pathname !== "/api/performers") return queries(url)
        asked.push(url.searchParams.get("ids")?.split(",").length ?? 0)
        return performersAnswer(all, url)
      },
      answers: answers(listed(...all.map(({ performerId }) => performerId)), (id) =>
        changed(id, false),
      ),
    })
    const row = card(page, ALERTS)
    await row.getByRole("link", { name: "Luna101" }).waitFor()
    expect(await row.getByRole("link").allTextContents()).toEqual(
      all.map(({ username }) => username),
    )
    await row.getByRole("button", { name: "Seintje uitzetten: Luna1", exact: true }).click()
    await row.getByText("Je krijgt geen seintje meer van Luna1.").waitFor()
    expect(await row.getByRole("link").allTextContents()).toEqual(
      all.slice(1).map(({ username }) => username),
    )
    await row.getByRole("button", { name: "Seintje uitzetten: Luna101" }).click()
    await row.getByText("Je krijgt geen seintje meer van Luna101.").waitFor()
    expect(asked).toEqual([100, 1])
  })

  it("says that one is taken back when that one is, whoever leaves the list meanwhile [ALERT-03]", async () => {
    const page = await openSettings(pages, {
      queries,
      answers: (command) =>
        command._tag === "SetLiveAlert"
          ? []
          : answers(listed("p_luna", "p_mila"), (id) => changed(id, false))(command),
    })
    const row = card(page, ALERTS)
    await row.getByRole("button", { name: "Seintje uitzetten: Luna" }).click()
    await pages.gateway.command("SetLiveAlert")
    pages.gateway.emit(changed("p_mila", false))
    await row.getByRole("link", { name: "Mila" }).waitFor({ state: "detached" })
    expect(await row.getByText("Je krijgt geen seintje meer").count()).toBe(0)
    pages.gateway.emit(changed("p_luna", false))
    await row.getByText("Je krijgt geen seintje meer van Luna.").waitFor()
  })

  it("keeps who could not be taken back, and says so [ALERT-03]", async () => {
    const page = await openSettings(pages, {
      queries,
      answers: answers(listed("p_mila"), (performerId) => ({
        _tag: "LiveAlertRefused",
        performerId,
        label: "unavailable",
      })),
    })
    const row = card(page, ALERTS)
    await row.getByRole("button", { name: "Seintje uitzetten: Mila" }).click()
    await row.getByRole("alert").getByText("Er ging iets mis", { exact: false }).waitFor()
    expect(await row.getByRole("link").allTextContents()).toEqual(["Mila"])
    await pages.expectSound(page)
  })

  it("says where the names do not come, and asks for them again", async () => {
    let isDown = true
    const page = await openSettings(pages, {
      answers: answers(listed("p_mila"), (id) => changed(id, false)),
      queries: (url) =>
        url.pathname === "/api/performers" && isDown
          ? { status: 400, body: { label: "unavailable" } }
          : queries(url),
    })
    const row = card(page, ALERTS)
    await row.getByText("We konden je seintjes niet laden.").waitFor(PATIENTLY)
    isDown = false
    await row.getByRole("button", { name: "Opnieuw proberen" }).click()
    await row.getByRole("link", { name: "Mila" }).waitFor()
  })
})
