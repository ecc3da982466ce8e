/** Tests the messenger in a browser: its list, its conversations and what is read, at a phone's width and a wide one. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import {
  conversationAnswers,
  item,
  message,
  received,
  type ScriptedConversation,
  takesAsRead,
  sent,
  writtenTo,
} from "../../screens/conversations.fixture.ts"
import { performer, performersAnswer } from "../../screens/performers.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const MILA = writtenTo("p1", "Mila")
const ROBIN = writtenTo("p2", "Robin", { isOnline: false })
/** A hundred messages, the last two unread. */
const LONG = Array.from({ length: 100 }, (_, index) =>
  message(index + 1, index % 2 === 0 ? "member" : "performer", "p1", {
    read: index < 96 || index % 2 === 0,
  }),
)
const withMila = (more: Partial<ScriptedConversation["item"]> = {}): ScriptedConversation => ({
  item: item("cv1", MILA, LONG.at(-1) ?? message(1, "member", "p1"), { unread: 2, ...more }),
  messages: LONG,
})
const WITH_ROBIN: ScriptedConversation = {
  item: item("cv2", ROBIN, message(40, "member", "p2", { text: "See you" })),
  messages: [message(40, "member", "p2", { text: "See you" })],
}

const script = (
  conversations: ReadonlyArray<ScriptedConversation>,
  answers: (command: Command) => ReadonlyArray<Fact> | undefined = () => undefined,
): GatewayScript => ({
  events: member("en"),
  queries: conversationAnswers(() => conversations),
  answers,
})
const BOTH = [withMila(), WITH_ROBIN]
const PATH = "/en/messenger"

const rows = (page: Page) => page.getByRole("list", { name: "Conversations" }).getByRole("link")
const log = (page: Page) => page.getByRole("log", { name: "Messages with Mila" })
const lineAt = (page: Page, text: string) => log(page).getByText(text, { exact: true })

describe("the messenger", () => {
  it.each([
    { locale: "en", path: "/en/messenger", width: 1_280, scheme: "dark" },
    { locale: "nl", path: "/messenger/cv1", width: 390, scheme: "light" },
    { locale: "nl", path: "/messenger/new-conversation", width: 1_280, scheme: "light" },
  ] as const)("is sound: $path at $width", async ({ locale, path, ...screen }) => {
    const page = await pages.open({ ...script(BOTH), events: member(locale) }, { path, ...screen })
    if (path.endsWith("cv1"))
      await page.getByRole("log").getByText("Line 100", { exact: true }).waitFor()
    else
      await rows(page)
        .first()
        .waitFor()
        .catch(() => {})
    await pages.expectSound(page)
  })

  it("lists conversations with who, the newest message and what is unread beside the lane [ROUTE-08, MSG-03, MSG-08, MSG-09]", async () => {
    const page = await pages.open(script(BOTH), { path: PATH })
    await rows(page).first().waitFor()
    expect(await rows(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^M\nMila\n[^]*Line 100[^]*2$/u),
      expect.stringMatching(/^R\nRobin\n[^]*You: See you/u),
    ])
    expect(await rows(page).first().getAttribute("aria-label")).toBe("Mila, 2 unread")
    await page.getByText("Pick a conversation to read it.").waitFor()
    await page.getByRole("searchbox", { name: "Search your conversations" }).fill("rob")
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  it("asks for what a filter and an order choose, all by default, with suggestions for two [MSG-04, MSG-05, MSG-06, MSG-07]", async () => {
    const page = await pages.open(script(BOTH), { path: PATH })
    await rows(page).first().waitFor()
    const asked = () =>
      pages.gateway.queries.filter((query) => /conversations\?|suggestions/u.test(query))
    expect(asked()[0]).toBe("/api/conversations?filter=all&sort=lastInteraction&page=0")
    const filter = page.getByRole("combobox", { name: "Filter" })
    expect(await filter.getByRole("option").allInnerTexts()).toEqual([
      "All",
      "Unanswered",
      "Answered",
      "Favorites",
      "Online performers",
    ])
    await filter.selectOption("unanswered")
    await pages.gateway.query("/api/conversations?filter=unanswered&sort=lastInteraction&page=0")
    expect(asked().some((query) => query.includes("suggestions"))).toBe(false)
    await filter.selectOption("models")
    await pages.gateway.query("/api/suggestions/models")
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("favoritedYou")
    await pages.gateway.query("/api/conversations?filter=models&sort=favoritedYou&page=0")
  })

  it.each(["cv1", "p1", "mila"])(
    "opens a conversation by its id, the performer's or the name: %s [ROUTE-09, ROUTE-11]",
    async (place) => {
      const page = await pages.open(script(BOTH), { path: `${PATH}/${place}` })
      await lineAt(page, "Line 100").waitFor()
      await page.waitForURL("**/en/messenger/cv1")
      await page.getByRole("heading", { level: 1, name: "Mila" }).waitFor()
    },
  )

  it("shows one of both on a phone, and goes back to the list [MSG-02]", async () => {
    const page = await pages.open(script(BOTH), { path: PATH, width: 390 })
    await rows(page).first().click()
    await lineAt(page, "Line 100").waitFor()
    expect(await page.getByRole("list", { name: "Conversations" }).isVisible()).toBe(false)
    await page.getByRole("link", { name: "Back to your conversations" }).click()
    await page.getByRole("list", { name: "Conversations" }).waitFor()
    expect(await page.getByRole("log").count()).toBe(0)
  })

  it("says so where a conversation is not there, and where nothing answers [ERR-27]", async () => {
    const nobody = await pages.open(script(BOTH), { path: `${PATH}/nobody` })
    await nobody.getByText("This conversation doesn’t exist (anymore).").waitFor()
    await nobody
      .getByRole("main")
      .getByRole("link", { name: "Back to your conversations" })
      .last()
      .waitFor()
    const refuses: GatewayScript = {
      ...script(BOTH),
      queries: (url) =>
        url.pathname === "/api/conversations/cv1"
          ? { status: 400, body: { label: "badRequest", reference: "r" } }
          : conversationAnswers(() => BOTH)(url),
    }
    const page = await pages.open(refuses, { path: `${PATH}/cv1` })
    await rows(page).first().waitFor()
    await page.getByText("This conversation doesn’t exist (anymore).").waitFor()
  })
})

describe("a conversation", () => {
  it("begins at the first unread message, with a divider before it that stays, and one for each day with its name [MSG-10, MSG-11, MSG-12, MSG-15, API-054]", async () => {
    const page = await pages.open(script(BOTH), { path: `${PATH}/cv1` })
    await lineAt(page, "Line 100").waitFor()
    const divider = page.locator(".lane__unread")
    expect(await divider.evaluate((row) => row.nextElementSibling?.textContent)).toContain(
      "Line 98",
    )
    expect(await page.locator(".lane__day").allInnerTexts()).toEqual(["Today"])
    await pages.gateway.query("/api/conversations/cv1?page=0&limit=20")
    pages.gateway.emit(received("cv1", message(101, "performer", "p1")))
    await lineAt(page, "Line 101").waitFor()
    expect(await divider.count()).toBe(1)
    expect(await divider.evaluate((row) => row.nextElementSibling?.textContent)).toContain(
      "Line 98",
    )
  })

  it("asks for as many pages as what is unread takes [API-054]", async () => {
    const page = await pages.open(script([withMila({ unread: 45 })]), { path: `${PATH}/cv1` })
    await lineAt(page, "Line 100").waitFor()
    await pages.gateway.query("/api/conversations/cv1?page=0&limit=60")
  })

  it("loads one older page for a scroll to its top, and nothing that is read moves by a pixel [MSG-16]", async () => {
    const page = await pages.open(script([withMila({ unread: 0 })]), {
      path: `${PATH}/cv1`,
      height: 600,
    })
    await lineAt(page, "Line 100").waitFor()
    const place = (text: string) =>
      lineAt(page, text).evaluate((line) => line.getBoundingClientRect().top)
    await log(page).evaluate((list) => list.scrollTo(0, 100))
    const before = await place("Line 83")
    await lineAt(page, "Line 61").waitFor({ state: "attached" })
    expect(Math.abs((await place("Line 83")) - before)).toBeLessThanOrEqual(1)
    const olderAsked = () =>
      pages.gateway.queries.filter((query) => /cv1\?page=[1-9]/u.test(query)).length
    expect(olderAsked()).toBe(1)
    // What comes below moves nothing either, and is counted.
    pages.gateway.emit(received("cv1", message(101, "performer", "p1")))
    const toEnd = page.getByRole("button", { name: "To the newest message, 1 new" })
    await toEnd.waitFor()
    expect(Math.abs((await place("Line 83")) - before)).toBeLessThanOrEqual(1)
    await toEnd.click()
    await expect
      .poll(() =>
        log(page).evaluate(
          ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop,
        ),
      )
      .toBeLessThanOrEqual(1)
    expect(olderAsked()).toBe(1)
  })

  it("is read as far as is visible in a window with the focus, and counts as read then [MSG-27]", async () => {
    const page = await pages.open(script(BOTH, takesAsRead), {
      path: `${PATH}/cv1`,
      prepare: (tab) =>
        tab.addInitScript(() => {
          document.hasFocus = () => document.documentElement.hasAttribute("data-focus")
        }),
    })
    await lineAt(page, "Line 100").waitFor()
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "MarkMessageRead")).toEqual([])
    await page.evaluate(() => {
      document.documentElement.setAttribute("data-focus", "")
      dispatchEvent(new Event("focus"))
    })
    expect(await pages.gateway.command("MarkMessageRead")).toEqual({
      _tag: "MarkMessageRead",
      conversationId: "cv1",
      messageId: message(100, "performer", "p1").id,
    })
    await expect.poll(() => rows(page).first().getAttribute("aria-label")).toBeNull()
    expect(await page.locator(".lane__unread").count()).toBe(1)
  })

  it("shows a message that comes at its end and at the top of the list, and asks for the list [MSG-35, MSG-37, MSG-38]", async () => {
    const page = await pages.open(script(BOTH), { path: `${PATH}/cv1` })
    await lineAt(page, "Line 100").waitFor()
    const lists = () =>
      pages.gateway.queries.filter((query) => query.startsWith("/api/conversations?")).length
    const before = lists()
    pages.gateway.emit(received("cv2", message(102, "performer", "p2", { text: "Hello again" })))
    await expect.poll(() => rows(page).first().innerText()).toContain("Hello again")
    expect(await rows(page).first().getAttribute("aria-label")).toBe("Robin, 1 unread")
    await expect.poll(lists).toBeGreaterThan(before)
    pages.gateway.emit(received("cv1", message(103, "performer", "p1", { text: "And I" })))
    await lineAt(page, "And I").waitFor()
  })

  it("asks for the list where a message is of a conversation that is not known [MSG-34]", async () => {
    const page = await pages.open(script(BOTH), { path: PATH })
    await rows(page).first().waitFor()
    const before = pages.gateway.queries.length
    pages.gateway.emit(received("cv9", message(102, "performer", "p9")))
    await expect.poll(() => pages.gateway.queries.length).toBeGreaterThan(before)
    expect(pages.complaints).toEqual(["A message came of a conversation that is not known."])
  })

  it("that is new gets its id from the first message, and keeps the editor's focus [ROUTE-10, MSG-32]", async () => {
    const first = message(110, "member", "p3", { text: "Hi" })
    const page = await pages.open(
      {
        ...script(BOTH, (command) =>
          command._tag === "SendPrivateMessage" ? [sent("cv3", "p3", first)] : undefined,
        ),
        queries: (url) =>
          url.searchParams.get("ids") === "p3"
            ? performersAnswer([performer(3, { performerId: "p3", username: "Zoe" })], url)
            : conversationAnswers(() => BOTH)(url),
      },
      { path: `${PATH}/new-conversation?modelId=p3&model=Somebody` },
    )
    await page.getByText("Write Zoe your first message.").waitFor()
    const field = page.getByRole("textbox", { name: "Message to Zoe" })
    await field.fill("Hi")
    await field.press("Enter")
    await page.waitForURL("**/en/messenger/cv3")
    await page.getByRole("log", { name: "Messages with Zoe" }).getByText("Hi").waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(pages.complaints.filter((text) => !/not known|404/u.test(text))).toEqual([])
  })

  it("that a link begins opens the one that there is [ROUTE-10]", async () => {
    const page = await pages.open(script(BOTH), {
      path: `${PATH}/new-conversation?modelId=p1&model=Mila`,
    })
    await page.waitForURL("**/en/messenger/cv1*")
    await lineAt(page, "Line 100").waitFor()
  })

  it("is deleted after a question, and the messenger is shown [MSG-29, MSG-30, MSG-31]", async () => {
    let conversations: ReadonlyArray<ScriptedConversation> = BOTH
    const page = await pages.open(
      {
        ...script(BOTH, (command) => {
          if (command._tag !== "DeleteConversation") return undefined
          conversations = [WITH_ROBIN]
          return [{ _tag: "ConversationDeleted", conversationId: command.conversationId }]
        }),
        queries: (url) => conversationAnswers(() => conversations)(url),
      },
      { path: `${PATH}/cv1` },
    )
    const more = page.getByRole("button", { name: "Conversation options" })
    await more.click()
    await page.getByRole("menuitem", { name: "Delete conversation" }).click()
    const question = page.getByRole("alertdialog", { name: "Delete the conversation with Mila?" })
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "DeleteConversation")).toEqual([])
    await more.click()
    await page.getByRole("menuitem", { name: "Delete conversation" }).click()
    await question.getByRole("button", { name: "Delete conversation" }).click()
    await page.waitForURL("**/en/messenger")
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await rows(page).first().innerText()).toContain("Robin")
  })

  it("can be starred, archived and marked as unread [MSG-28]", async () => {
    const page = await pages.open(
      script(BOTH, (command) =>
        command._tag === "SetConversationState"
          ? [{ ...command, _tag: "ConversationStateChanged" }]
          : undefined,
      ),
      { path: `${PATH}/cv2` },
    )
    const more = page.getByRole("button", { name: "Conversation options" })
    for (const [name, state] of [
      ["Star", "favourite"],
      ["Archive", "archived"],
      ["Mark as unread", "unread"],
    ] as const) {
      await more.click()
      await page.getByRole("menuitem", { name, exact: true }).click()
      await expect
        .poll(() => pages.gateway.commands)
        .toContainEqual({ _tag: "SetConversationState", conversationId: "cv2", state, isOn: true })
    }
    await page.waitForURL("**/en/messenger")
  })

  it("says that no contact details may be shared [MSG-17]", async () => {
    const page = await pages.open(script(BOTH), { path: `${PATH}/cv1`, width: 390 })
    await page.getByText("Don’t share contact details", { exact: false }).waitFor()
  })

  it("takes no message where one may not write", async () => {
    const closed = { ...WITH_ROBIN, mayWrite: false }
    const page = await pages.open(script([closed]), { path: `${PATH}/cv2` })
    await page.getByText("You can’t send messages to Robin.").waitFor()
    expect(await page.getByRole("textbox", { name: /^Message to/u }).count()).toBe(0)
  })

  it("fetches what was missed while messages were not told, and shows it in its place", async () => {
    let conversations: ReadonlyArray<ScriptedConversation> = [withMila({ unread: 0 })]
    const page = await pages.open(
      { ...script(BOTH), queries: (url) => conversationAnswers(() => conversations)(url) },
      { path: `${PATH}/cv1` },
    )
    await lineAt(page, "Line 100").waitFor()
    pages.gateway.emit({ _tag: "SourceInterrupted", source: "member-socket" })
    const missed = message(101, "performer", "p1", { text: "Missed" })
    const told = message(102, "performer", "p1", { text: "Told" })
    conversations = [{ ...withMila(), messages: [...LONG, missed, told] }]
    pages.gateway.emit(received("cv1", told))
    await lineAt(page, "Told").waitFor()
    pages.gateway.emit({ _tag: "SourceRestored", source: "member-socket" })
    await lineAt(page, "Missed").waitFor()
    const texts = await log(page).locator(".message__text").allInnerTexts()
    expect(texts.slice(-3)).toEqual(["Line 100", "Missed", "Told"])
  })
})

describe("the header", () => {
  it("leads a member to the messages, with how many are unread, while the brand has them [SHELL-16, MSG-19]", async () => {
    const page = await pages.open(script(BOTH), { path: "/en/privacy" })
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor()
    pages.gateway.emit({ _tag: "UnreadCounted", count: 7 })
    await page.getByRole("link", { name: "Messages, 7 unread" }).waitFor()
    pages.gateway.emit({ _tag: "UnreadCounted", count: 1_204 })
    const link = page.getByRole("link", { name: "Messages, 1,204 unread" })
    expect(await link.innerText()).toBe("99+")
    pages.gateway.emit({ _tag: "UnreadCounted", count: 0 })
    await page.getByRole("link", { name: "Messages", exact: true }).click()
    await rows(page).first().waitFor()
  })

  it("has for a member the wallet, the messages and the menu with favorites, settings and the way out, and for a guest none of them [AUTH-03]", async () => {
    const page = await pages.open(script(BOTH), { path: "/en/privacy" })
    const header = page.getByRole("banner")
    await header.getByRole("button", { name: /^Credits|credits/iu }).waitFor()
    await header.getByRole("link", { name: "Messages", exact: true }).waitFor()
    await header.getByRole("button", { name: "noor’s menu" }).click()
    const menu = page.getByRole("dialog", { name: "noor’s menu" })
    for (const name of ["Favorites", "Settings"]) await menu.getByRole("link", { name }).waitFor()
    for (const name of ["Buy credits", "Log out"])
      await menu.getByRole("button", { name }).waitFor()
    const asGuest = await pages.open({ events: guest("en") }, { path: "/en/privacy" })
    await asGuest.getByRole("banner").getByRole("button", { name: "Log in" }).waitFor()
    const ofMembers = asGuest.getByRole("banner").getByText(/credits|messages|noor/iu)
    expect(await ofMembers.count()).toBe(0)
    expect(await asGuest.getByRole("link", { name: "Messages", exact: true }).count()).toBe(0)
  })

  it("is not alone in saying so: the tab's title does, on every page, until they are read elsewhere", async () => {
    const page = await pages.open(script(BOTH), { path: "/en/privacy" })
    const title = await page.title()
    pages.gateway.emit({ _tag: "UnreadCounted", count: 3 })
    await expect.poll(() => page.title()).toBe(`(3) ${title}`)
    await page.getByRole("link", { name: "Messages, 3 unread" }).click()
    await expect.poll(() => page.title()).toMatch(/^\(3\) Messages/u)
    pages.gateway.emit({ _tag: "UnreadCounted", count: 0 })
    await expect.poll(() => page.title()).toMatch(/^Messages/u)
  })
})
