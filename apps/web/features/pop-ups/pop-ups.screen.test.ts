/** Tests conversations in pop-ups in a browser, over another page than the messenger's. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import {
  conversationAnswers,
  item,
  message,
  type ScriptedConversation,
  takesAsRead,
  writtenTo,
} from "../../screens/conversations.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import { openRoom, roomScript } from "../../screens/stream-pages.fixture.ts"
import { creditsFact, guest, loggedInFact, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const NAMES = ["Mila", "Robin", "Zoe", "Ava", "Noa"] as const
const idOf = (name: string) => `p-${name}`
const with_ = (name: string, n = 1, unread = 0): ScriptedConversation => {
  const newest = message(n, "performer", idOf(name), { read: unread === 0, text: `From ${name}` })
  return {
    item: item(`cv-${name}`, writtenTo(idOf(name), name), newest, { unread }),
    messages: [newest],
  }
}
const FIVE = NAMES.map((name) => with_(name))
type Answers = (command: Command) => ReadonlyArray<Fact> | undefined

const script = (
  conversations: () => ReadonlyArray<ScriptedConversation> = () => FIVE,
  answers: Answers = () => undefined,
): GatewayScript => ({
  events: member("en"),
  queries: (url) => conversationAnswers(conversations)(url),
  answers,
})

/** What this browser remembers of the member. */
const remembering = (names: ReadonlyArray<string>, username = "noor") => {
  const popUps = names.map((name) => ({ performerId: idOf(name), isMinimised: false }))
  const kept = JSON.stringify({ username, popUps })
  return (page: Page) =>
    page.addInitScript((value) => {
      if (sessionStorage.getItem("laid") !== null) return
      sessionStorage.setItem("laid", "1")
      localStorage.setItem("popUps", value)
    }, kept)
}

const popUps = (page: Page) => page.getByRole("complementary", { name: /^Conversation with/u })
const popUpOf = (page: Page, name: string) =>
  page.getByRole("complementary", { name: `Conversation with ${name}` })
const open = (names: ReadonlyArray<string>, screen: Screen = {}, own = script()) =>
  pages.open(own, { path: "/en/privacy", width: 1_500, prepare: remembering(names), ...screen })
const names = (page: Page) =>
  popUps(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute("aria-label")?.replace("Conversation with ", "")),
  )

describe("pop-ups", () => {
  it("come back as this browser remembers them of the member, with their head, messages and editor [MSG-39, MSG-40, MSG-41, MSG-43, MSG-52]", async () => {
    const page = await open(["Mila", "Robin"])
    const mila = popUpOf(page, "Mila")
    await mila.getByText("From Mila").waitFor()
    await mila.getByRole("textbox", { name: "Message to Mila" }).waitFor()
    expect(await mila.getByRole("link", { name: "Mila" }).getAttribute("href")).toMatch(
      /profile\/Mila$/u,
    )
    await mila.getByRole("button", { name: "Add Mila to favorites" }).waitFor()
    await mila.getByRole("button", { name: "Minimize the conversation with Mila" }).waitFor()
    await pages.gateway.query("/api/conversations/cv-Mila?page=0&limit=20")
    await pages.expectSound(page)
    await mila.getByRole("button", { name: "Close the conversation with Mila" }).click()
    await expect.poll(() => names(page)).toEqual(["Robin"])
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("popUps")))
      .toBe(
        JSON.stringify({
          username: "noor",
          popUps: [{ performerId: "p-Robin", isMinimised: false }],
        }),
      )
    await page.reload()
    await expect.poll(() => names(page)).toEqual(["Robin"])
  })

  it("are not another member's, nor a guest's [MSG-01, MSG-39]", async () => {
    const page = await open([], { prepare: remembering(["Mila"], "somebody-else") })
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem("popUps"))).toBeNull()
    expect(await popUps(page).count()).toBe(0)
    const asGuest = await open(["Mila"], {}, { ...script(), events: guest("en") })
    await asGuest.getByRole("button", { name: "Log in" }).waitFor()
    expect(await popUps(asGuest).count()).toBe(0)
    expect(pages.gateway.queries.filter((query) => query.includes("conversations"))).toEqual([])
  })

  it("are minimised by their button and by Escape, and opened by a press on their head [MSG-48, MSG-49]", async () => {
    const page = await open(["Mila"])
    const mila = popUpOf(page, "Mila")
    await mila.getByRole("button", { name: "Minimize the conversation with Mila" }).click()
    await expect.poll(() => mila.getByRole("textbox").count()).toBe(0)
    await mila.getByRole("button", { name: "Open the conversation with Mila" }).click()
    const field = mila.getByRole("textbox", { name: "Message to Mila" })
    await field.waitFor()
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await field.fill("Half a sentence")
    await page.keyboard.press("Escape")
    await expect.poll(() => mila.getByRole("textbox").count()).toBe(0)
    const bar = mila.getByRole("button", { name: "Open the conversation with Mila" })
    await expect.poll(() => bar.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press("Enter")
    expect(await field.inputValue()).toBe("Half a sentence")
  })

  it("that were closed stay closed, whatever came in them before", async () => {
    const page = await open(
      ["Mila"],
      {},
      script(() => [with_("Mila", 10_000, 1)]),
    )
    const close = page.getByRole("button", { name: "Close the conversation with Mila" })
    await popUpOf(page, "Mila").getByText("From Mila").first().waitFor()
    await close.click()
    await expect.poll(() => popUps(page).count()).toBe(0)
    const asked = () =>
      pages.gateway.queries.filter((query) => query.startsWith("/api/conversations?")).length
    const before = asked()
    pages.gateway.emit({
      _tag: "ConversationStateChanged",
      conversationId: "cv-Mila",
      state: "bubble",
      isOn: false,
    })
    await expect.poll(asked).toBeGreaterThan(before)
    expect(await popUps(page).count()).toBe(0)
  })

  it("are as many as fit: the oldest goes, and its name is said [MSG-44, MSG-46, MSG-47]", async () => {
    const page = await open(["Mila", "Robin", "Zoe", "Ava"])
    await expect.poll(() => names(page)).toEqual(["Mila", "Robin", "Zoe", "Ava"])
    expect((await popUpOf(page, "Mila").boundingBox())?.width).toBe(336)
    await page.setViewportSize({ width: 1_280, height: 844 })
    await expect.poll(() => names(page)).toEqual(["Robin", "Zoe", "Ava"])
    await page
      .getByText("The conversation with Mila was closed: there was no more room.")
      .waitFor({ state: "attached" })
  })

  it("show a message that comes, minimised and pulsing for five seconds at most, and read it when they get the focus [MSG-42, MSG-50, MSG-51]", async () => {
    let conversations: ReadonlyArray<ScriptedConversation> = FIVE
    const page = await pages.open(
      script(() => conversations, takesAsRead),
      { path: "/en/privacy" },
    )
    pages.gateway.emit({ _tag: "UnreadCounted", count: 0 })
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor()
    expect(pages.gateway.queries.filter((query) => query.includes("conversations"))).toEqual([])
    conversations = [with_("Mila", 10_000, 1), ...FIVE.slice(1)]
    pages.gateway.emit({ _tag: "UnreadCounted", count: 1 })
    const mila = popUpOf(page, "Mila")
    const bar = mila.getByRole("button", { name: "Open the conversation with Mila, 1 unread" })
    await bar.waitFor()
    expect(await mila.getAttribute("data-pulse")).toBe("true")
    expect(await mila.evaluate((one) => getComputedStyle(one).animationName)).toBe("pop-up-pulse")
    await expect.poll(() => mila.getAttribute("data-pulse"), { timeout: 10_000 }).toBeNull()
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).not.toContain("MarkMessageRead")
    await bar.click()
    await pages.gateway.command("MarkMessageRead")
  })

  it("do not pulse for who wants less motion", async () => {
    const page = await open(
      ["Mila"],
      { motion: "reduce" },
      script(() => [with_("Mila", 1, 1)]),
    )
    const mila = popUpOf(page, "Mila")
    await mila.waitFor()
    expect(await mila.evaluate((one) => getComputedStyle(one).animationName)).toBe("none")
  })

  it("are not on the messenger's pages, and none covers a phone that recalls some [MSG-45]", async () => {
    const page = await open(["Mila"], { path: "/en/messenger" })
    await page.getByRole("list", { name: "Conversations" }).waitFor()
    expect(await popUps(page).count()).toBe(0)
    const phone = await open(["Mila"], { width: 390 })
    await phone.getByRole("link", { name: "Messages", exact: true }).waitFor()
    expect(await popUps(phone).count()).toBe(0)
  })

  it("let go of what the focus comes to lie under", async () => {
    const page = await open(["Mila"])
    const mila = popUpOf(page, "Mila")
    await mila.getByRole("textbox").waitFor()
    await page.evaluate(() => {
      const button = document.createElement("button")
      button.textContent = "Below"
      button.style.cssText = "position:fixed;inset:auto 60px 100px auto"
      document.querySelector("main")?.append(button)
      button.focus()
    })
    await expect.poll(() => mila.getByRole("textbox").count()).toBe(0)
  })

  it.each([
    { width: 1_280, opens: "a pop-up" },
    { width: 390, opens: "the messenger" },
  ])(
    "of whom a guest wanted to write to opens after logging in, as $opens at $width [AUTH-19]",
    async ({ width }) => {
      const asked = [
        {
          item: item("cv7", writtenTo(performerId, "Mila"), message(1, "performer", performerId)),
          messages: [message(1, "performer", performerId, { text: "Hello there" })],
        },
      ]
      const room = roomScript(guest())
      const page = await openRoom(
        pages,
        {
          ...room,
          queries: (url) => conversationAnswers(() => asked)(url) ?? room.queries?.(url),
        },
        { width, ...(width < 1_000 && { height: 844 }) },
      )
      pages.gateway.emitAll([
        { _tag: "Kicked", performerId, reason: "vip_started" },
        { _tag: "RoomLeft", performerId, reason: "kicked" },
      ])
      await page.locator(".player").getByRole("button", { name: "Bericht sturen" }).click()
      await page.getByRole("dialog").first().waitFor()
      pages.gateway.emitAll([loggedInFact(true), creditsFact(500)])
      await page.getByText("Hello there").last().waitFor()
      expect(new URL(page.url()).pathname).toBe(width < 1_000 ? "/messenger/cv7" : "/profile/Mila")
    },
  )
})
