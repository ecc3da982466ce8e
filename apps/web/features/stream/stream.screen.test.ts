/**
 * The stream box in a browser, with a gateway that follows a script: who may watch, what is said of each end, the
 * conversation, and what a guest meets.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  MILA_ID as performerId,
  openProfile,
  profile,
} from "../../screens/profile-pages.fixture.ts"
import { answersWith } from "../../screens/profile-pages.fixture.ts"
import { scriptHasRun } from "../../screens/script-run.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import {
  joinPaid,
  openRoom,
  roomOpened,
  roomScript,
  said,
} from "../../screens/stream-pages.fixture.ts"
import { creditsFact, guest, loggedInFact, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const TEXTS = {
  nl: {
    path: "/profile/Mila",
    log: "Gesprek",
    field: "Je bericht aan iedereen",
    tips: "Fooi geven",
    vip: "VIP aanvragen",
    unmute: "Geluid aan",
    screen: "Volledig scherm",
    others: "Vorige en volgende performer",
    previous: "Vorige: Noor",
    next: "Volgende: Luna",
  },
  en: {
    path: "/en/profile/Mila",
    log: "Conversation",
    field: "Your message to everyone",
    tips: "Send a tip",
    vip: "Request VIP",
    unmute: "Unmute",
    screen: "Full screen",
    others: "Previous and next performer",
    previous: "Previous: Noor",
    next: "Next: Luna",
  },
} as const

const isRegistration = (page: Page) => page.getByRole("dialog", { name: "Gratis aanmelden" })

const kicked = (reason: Extract<Event, { _tag: "Kicked" }>["reason"]): ReadonlyArray<Event> => [
  { _tag: "Kicked", performerId, reason },
  { _tag: "RoomLeft", performerId, reason: "kicked" },
]

describe("a room whose profile is opened from a list", () => {
  it("is entered once, before the profile is drawn, where its script has come", async () => {
    const page = await openProfile(pages, roomScript(guest()), {
      path: "/",
      prepare: (opened) =>
        opened.addInitScript(`
          const ask = fetch
          globalThis.askedBefore = []
          globalThis.fetch = (target, options) => {
            if (String(options?.body).includes("JoinRoom")) {
              askedBefore.push(document.querySelector(".profile") === null)
            }
            return ask(target, options)
          }
        `),
    })
    const card = page.getByRole("link", { name: /^Mila,/u })
    const answered = page.waitForResponse(/\/api\/performers\/Mila/u)
    await card.hover()
    await (await answered).finished()
    await scriptHasRun(page, "stream-box")
    // The page is done with it.
    await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))")
    await card.click()
    await page.getByRole("group", { name: "Bediening" }).waitFor()
    expect(await page.evaluate("askedBefore")).toEqual([true])
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).toEqual(["JoinRoom"])
    await pages.expectSound(page)
  })
})

describe("the stream box", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 390, scheme: "light", locale: "en" },
        { width: 768, scheme: "dark", locale: "nl" },
        { width: 768, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "nl" },
        { width: 1_920, scheme: "dark", locale: "en" },
        { width: 1_920, scheme: "light", locale: "nl" },
      ],
    ),
  )(
    "has player, conversation, tips, VIP, sound and full screen at $width in $scheme, $locale [CHAT-01, CHAT-02, CHAT-03, CHAT-05, CHAT-06]",
    async ({ locale, ...screen }) => {
      const texts = TEXTS[locale]
      const script = roomScript(member(locale))
      const page = await openRoom(pages, script, { ...screen, path: texts.path })
      pages.gateway.emitAll([said("1", "Hallo allemaal"), said("2", "Hoe gaat het?")])
      const log = page.getByRole("log", { name: texts.log })
      await log.getByText("Hoe gaat het?").waitFor()
      // One sender in a row is named once.
      expect(await log.getByText("sam", { exact: true }).count()).toBe(1)
      await page.getByRole("textbox", { name: texts.field }).waitFor()
      await page.getByRole("group", { name: texts.tips }).waitFor()
      await page.getByRole("button", { name: texts.vip }).waitFor()
      const others = page.getByRole("navigation", { name: texts.others })
      for (const name of [texts.previous, texts.next]) {
        await others.getByRole("link", { name }).waitFor()
      }
      await page.getByRole("button", { name: texts.unmute }).click()
      await pages.gateway.fact("Unmuted")
      await pages.expectSound(page)
      const screenButton = page.getByRole("button", { name: texts.screen })
      await screenButton.click()
      await page.waitForFunction(() => document.fullscreenElement?.matches(".stage") === true)
      await screenButton.click()
      await page.waitForFunction(() => document.fullscreenElement === null)
    },
  )

  it("joins by itself what is free, and asks for nothing that costs [CHAT-11, CHAT-12]", async () => {
    await openRoom(pages, roomScript(member()))
    expect(pages.gateway.commands).toEqual([{ _tag: "JoinRoom", performerId, mode: "free" }])
  })

  it("joins no room of a performer who is offline, and says so [ERR-21]", async () => {
    const offline = answersWith(() => ({ body: profile({ onlineStatus: 0 }) }))
    const page = await openProfile(pages, roomScript(member(), undefined, { queries: offline }))
    await page.getByRole("status").getByText("Mila is nu offline.").waitFor()
    expect(pages.gateway.commands).toEqual([])
  })

  it("asks once where the performer turns out to be away, however long that stays so", async () => {
    const label = "performerOffline"
    const page = await openProfile(
      pages,
      roomScript(member(), () => [{ _tag: "RoomJoinRefused", performerId, mode: "free", label }]),
    )
    await page.getByRole("status").getByText("Mila is nu offline.").waitFor()
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 77 })
    await page.getByText("77").first().waitFor()
    expect(pages.gateway.commands).toHaveLength(1)
  })

  it("leaves with the profile, and tells the room as the page is left [CHAT-13, CHAT-14]", async () => {
    const page = await openRoom(
      pages,
      // The room after it is not opened, so that what is still there is what was left.
      roomScript(member(), (command) =>
        command._tag === "JoinRoom" && command.performerId !== performerId ? [] : undefined,
      ),
    )
    await page.getByRole("link", { name: "Volgende: Luna" }).click()
    expect(await pages.gateway.command("LeaveRoom")).toEqual({
      _tag: "LeaveRoom",
      performerId,
      reason: "requested",
    })
    await page.getByRole("heading", { name: "Luna", level: 1 }).waitFor()
    await page.getByRole("group", { name: "Bediening" }).waitFor({ state: "detached" })
    expect(await page.getByText("Je kijkt gratis naar", { exact: false }).count()).toBe(0)
    const again = await openRoom(pages, roomScript(member()))
    await again.goto(`${pages.gateway.origin}/blank`)
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "unloaded" })
  })

  it("makes room for the stream on a phone, and gives it back [SHELL-18]", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    await page.getByRole("banner").waitFor({ state: "hidden" })
    // Up to where the site has room for both (stream.css).
    await page.setViewportSize({ width: 1_023, height: 844 })
    expect(await page.getByRole("banner").count()).toBe(0)
    await page.setViewportSize({ width: 1_024, height: 844 })
    await page.getByRole("banner").waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("banner").waitFor({ state: "hidden" })
    pages.gateway.emitAll(kicked("default"))
    await page.getByRole("banner").waitFor()
  })
})

describe("the notice in the player", () => {
  it.each([
    { reason: "duplicate_session", text: /ander tabblad/u, button: "Opnieuw kijken" },
    { reason: "paused", text: /pauze/u, button: "Opnieuw kijken" },
    { reason: "credits", text: /credits/u, button: "Credits kopen" },
    { reason: "default", text: "Je sessie in deze kamer is beëindigd.", button: "Opnieuw kijken" },
  ] as const)(
    "says for $reason what to do next [CHAT-18, CHAT-19]",
    async ({ reason, text, button }) => {
      const page = await openRoom(pages, roomScript(member()))
      pages.gateway.emitAll(kicked(reason))
      if (reason === "credits") {
        await page.getByRole("dialog").getByText("Je hebt niet genoeg credits meer.").waitFor()
        await page.getByRole("button", { name: "Niet nu" }).click()
      }
      const stage = page.locator(".player")
      await stage.getByRole("status").getByText(text).waitFor()
      await stage.getByRole("button", { name: button }).waitFor()
      await pages.expectSound(page)
    },
  )

  it("counts a guest's free time down, and leads to an account at its end [CHAT-15, CHAT-16]", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    await page.getByText(/^Nog (?:5:00|4:5\d) gratis$/u).waitFor()
    pages.gateway.emitAll(kicked("guest_expired"))
    const stage = page.locator(".player")
    await stage.getByText("Je gratis kijktijd van vandaag is op.", { exact: false }).waitFor()
    await stage.getByRole("button", { name: "Gratis account aanmaken" }).click()
    await isRegistration(page).waitFor()
  })

  it("stops a guest's countdown while there is no picture, as the service says, and resumes it after [CHAT-15]", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    const said = page.locator(".player").getByRole("status")
    const freeTime = (secondsLeft: number, isRunning: boolean) =>
      ({ _tag: "FreeTimeChanged", performerId, secondsLeft, isRunning }) as const
    pages.gateway.emit({ _tag: "VideoDenied", performerId })
    // Until the service says that it stands, it does not.
    await said.getByText("Er is nu geen beeld.", { exact: true }).waitFor()
    pages.gateway.emit(freeTime(200, false))
    const stands = said.getByText("Er is nu geen beeld. Je gratis tijd staat stil.")
    await stands.waitFor()
    await page.getByText("Nog 3:20 gratis", { exact: true }).waitFor()
    await pages.expectSound(page)
    pages.gateway.emitAll([freeTime(200, true), { _tag: "VideoAvailable", performerId }])
    await stands.waitFor({ state: "detached" })
    await page.getByText(/^Nog 3:1\d gratis$/u).waitFor()
  })

  it("has no countdown for a member [CHAT-17]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    expect(
      await page
        .locator(".player")
        .getByText(/\d:\d\d/u)
        .count(),
    ).toBe(0)
  })

  it("disappears at a log-in, and the visitor watches on as a member [AUTH-18]", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    pages.gateway.emitAll(kicked("guest_expired"))
    await page.locator(".player").getByRole("button", { name: "Gratis account aanmaken" }).waitFor()
    pages.gateway.emit(loggedInFact(true))
    await page.getByRole("group", { name: "Bediening" }).waitFor()
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "JoinRoom")).toHaveLength(2)
  })

  it("leaves joining, after a log-in on another page, until the visitor comes back as a member [AUTH-18]", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    const joins = () => pages.gateway.commands.filter(({ _tag }) => _tag === "JoinRoom").length
    pages.gateway.emitAll(kicked("guest_expired"))
    await page.locator(".player").getByRole("button", { name: "Gratis account aanmaken" }).waitFor()
    await page.locator("footer a[href='/privacy']").click()
    await page.getByRole("heading", { name: /privacy/iu, level: 1 }).waitFor()
    pages.gateway.emitAll([loggedInFact(true), creditsFact(77)])
    await page.getByText("77").first().waitFor()
    expect(joins()).toBe(1)
    expect(await page.locator(".mini-player").count()).toBe(0)
    await page.goBack()
    await page.getByRole("group", { name: "Bediening" }).waitFor()
    expect(joins()).toBe(2)
  })

  it("disappears at a log-in at another performer's, whose room is joined instead [AUTH-18]", async () => {
    const [label, luna] = ["guestExpired", "p_luna"]
    const page = await openRoom(
      pages,
      roomScript(
        guest(),
        (command) =>
          command._tag === "JoinRoom" && command.performerId === luna
            ? [{ _tag: "RoomJoinRefused", performerId: luna, mode: "free", label }]
            : undefined,
        { freeSecondsLeft: 300 },
      ),
    )
    pages.gateway.emitAll(kicked("guest_expired"))
    await page.getByRole("link", { name: "Volgende: Luna" }).click()
    await page.getByRole("heading", { name: "Luna", level: 1 }).waitFor()
    await page.locator(".player").getByRole("button", { name: "Gratis account aanmaken" }).waitFor()
    const rooms = () =>
      pages.gateway.commands.flatMap((command) =>
        command._tag === "JoinRoom" ? [command.performerId] : [],
      )
    expect(rooms()).toEqual([performerId, luna])
    pages.gateway.emit(loggedInFact(true))
    await expect.poll(rooms).toEqual([performerId, luna, luna])
  })

  it("offers a message while the performer is in VIP with another viewer, to a guest after an account [CHAT-25, CHAT-26]", async () => {
    const page = await openRoom(pages, roomScript(guest()))
    pages.gateway.emitAll(kicked("vip_started"))
    const stage = page.locator(".player")
    await stage.getByText("Stuur Mila een bericht voor later.", { exact: false }).waitFor()
    await pages.expectSound(page)
    await stage.getByRole("button", { name: "Bericht sturen" }).click()
    await isRegistration(page).waitFor()
    expect(await pages.gateway.fact("MessageWanted")).toMatchObject({ performerId })
    const asMember = await openRoom(pages, roomScript(member()))
    pages.gateway.emitAll(kicked("vip_started"))
    const link = asMember.locator(".player").getByRole("link", { name: "Bericht sturen" })
    expect(await link.getAttribute("href")).toBe("/messenger/Mila")
  })

  it("tells of a broken connection and of its return, and of a player's error [ERR-23]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const status = page.locator(".player").getByRole("status")
    pages.gateway.emit({ _tag: "SourceInterrupted", source: "chat-socket" })
    await status.getByText(/verbinding/u).waitFor()
    pages.gateway.emit({ _tag: "SourceRestored", source: "chat-socket" })
    await status.getByText("Je kijkt gratis naar Mila.").waitFor()
    pages.gateway.emit({ _tag: "PlayerFailed", performerId, code: "hls" })
    await status.getByText("We kunnen het beeld niet laten zien.").waitFor()
    pages.gateway.emit({ _tag: "AudioDenied", performerId })
    const silent = status.getByText("Er is geen geluid beschikbaar.")
    await silent.waitFor()
    // Nor is there anything to see: that alone is said.
    pages.gateway.emit({ _tag: "VideoDenied", performerId })
    await silent.waitFor({ state: "detached" })
  })
})

describe("the conversation", () => {
  const send = async (page: Awaited<ReturnType<typeof openRoom>>, text: string) => {
    await page.getByRole("textbox", { name: "Je bericht aan iedereen" }).fill(text)
    await page.keyboard.press("Enter")
  }

  it("shows what one writes at once, to everybody or to her alone by the tab [CHAT-10, CHAT-32]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await send(page, "  Dag Mila  ")
    await page.getByRole("log").getByText("Dag Mila").waitFor()
    // Sent by its button too, whose writer goes on writing.
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    await field.fill("Met de muis")
    await page.getByRole("button", { name: "Versturen" }).click()
    await page.getByRole("log").getByText("Met de muis").waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await pages.gateway.command("SendRoomMessage")).toEqual({
      _tag: "SendRoomMessage",
      performerId,
      message: "Dag Mila",
      messageType: "room",
    })
    const writesIn = async (tab: string) => {
      const message = `Alleen voor jou op ${tab}`
      await page.getByRole("tab", { name: tab, exact: true }).click()
      await page.getByRole("textbox", { name: "Je bericht aan Mila" }).fill(message)
      await page.keyboard.press("Enter")
      await page.getByRole("log").getByText(message).waitFor()
      await expect
        .poll(() => pages.gateway.commands.at(-1))
        .toMatchObject({ message, messageType: "host" })
    }
    await writesIn("Privé")
    await joinPaid(pages, page, "vip")
    await writesIn("Go VIP")
  })

  it("takes no message in VIP's tab before VIP, and leads to where she reads it [CHAT-32]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), (command) =>
        command._tag === "SendRoomMessage"
          ? [said("own", command.message, { from: "noor", recipient: "host" })]
          : undefined,
      ),
      { width: 390 },
    )
    const field = page.getByRole("textbox", { name: /^Je bericht aan/u })
    await field.fill("Mag ik in VIP?")
    await page.getByRole("tab", { name: "Go VIP", exact: true }).click()
    await page.getByText(/^Hier chatten jullie zodra je in VIP zit met Mila/u).waitFor()
    expect(await field.count()).toBe(0)
    await pages.expectSound(page)
    await page.getByRole("button", { name: "Privé schrijven aan Mila" }).click()
    await page.getByRole("tab", { name: "Privé", exact: true, selected: true }).waitFor()
    // What was typed before is still there, and what is sent stays in view.
    expect(await field.inputValue()).toBe("Mag ik in VIP?")
    await field.press("Enter")
    await page.getByRole("log").locator(".chat__from").waitFor()
    await page.getByRole("log").getByText("Mag ik in VIP?").waitFor()
  })

  it("asks nobody who pays for more credits to write [CHAT-40]", async () => {
    const page = await openRoom(pages, roomScript(member("nl", 50)))
    const needed = page.getByText("Om te schrijven heb je minstens", { exact: false })
    await needed.waitFor()
    await joinPaid(pages, page, "chat")
    await page.getByRole("tab", { name: "Privé", exact: true, selected: true }).waitFor()
    await page.getByRole("textbox", { name: "Je bericht aan Mila" }).waitFor()
    await needed.waitFor({ state: "detached" })
  })

  it("keeps a line that was not sent, to try again or delete [ERR-19, ERR-20]", async () => {
    const label = "chatNotStarted"
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) =>
        _tag === "SendRoomMessage"
          ? [
              {
                _tag: "RoomMessageRefused",
                performerId,
                label: pages.gateway.commands.length > 2 ? "unlisted" : label,
              },
            ]
          : undefined,
      ),
    )
    await send(page, "Dag")
    const failed = page.getByRole("alert")
    await failed.getByText("Je zit niet in deze kamer!", { exact: false }).waitFor()
    await pages.expectSound(page)
    await failed.getByRole("button", { name: "Opnieuw" }).click()
    await failed.getByText(/onbekende reden/u).waitFor()
    await failed.getByRole("button", { name: "Verwijderen" }).click()
    await failed.waitFor({ state: "detached" })
    expect(await page.getByRole("log").getByText("Dag").count()).toBe(0)
  })

  it("takes 250 characters, counts from 200, and keeps what was typed over a reload [CHAT-38]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    await field.fill("x".repeat(199))
    expect(await page.locator(".chat__count").count()).toBe(0)
    await field.fill("x".repeat(200))
    await page.getByText(/50 tekens/u).waitFor()
    expect(await field.getAttribute("maxlength")).toBe("250")
    await page.reload()
    await field.waitFor()
    expect(await field.inputValue()).toHaveLength(200)
  })

  it("says so where a paste is cut, until something is typed or it is sent, and keeps what fits [TEXT-06]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    const paste = async (text: string) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await field.press("ControlOrMeta+V")
    }
    const note = page.getByText("Wat je plakte, is te lang", { exact: false })
    await field.fill("Begin ")
    await paste("x".repeat(244))
    expect(await note.count()).toBe(0)
    await field.fill("Begin ")
    await paste("x".repeat(245))
    await note.waitFor()
    expect(await field.inputValue()).toBe(`Begin ${"x".repeat(244)}`)
    expect(await note.getAttribute("role")).toBe("status")
    await field.press("Backspace")
    await note.waitFor({ state: "hidden" })
    await paste("xx")
    await note.waitFor()
    await field.press("Enter")
    await pages.gateway.command("SendRoomMessage")
    expect(await field.inputValue()).toBe("")
    await note.waitFor({ state: "hidden" })
  })

  it("says of a message that nothing of it can be seen, and sends nothing [TEXT-04]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const before = pages.gateway.commands.length
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    for (const unseen of ["\u200B\u200B", "\u3164", "\u2800"]) {
      await field.fill(unseen)
      await field.press("Enter")
      await page
        .getByRole("alert")
        .getByText("Hier staan alleen onzichtbare tekens in", { exact: false })
        .waitFor()
      expect(await field.getAttribute("aria-invalid")).toBe("true")
      await field.fill("")
      await page.getByRole("alert").waitFor({ state: "detached" })
    }
    expect(pages.gateway.commands).toHaveLength(before)
  })

  it("is as high as the whole stage beside a picture", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 768, height: 600 })
    const heights = await page.locator(".stream").evaluate((stream) => ({
      stream: stream.clientHeight,
      chat: stream.querySelector(".chat")?.clientHeight ?? 0,
    }))
    expect(heights.chat).toBe(heights.stream)
  })

  it("that fails on and on says so within its frame, and what to do", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await page.evaluate(() => {
      const append = Reflect.get(Node.prototype, "appendChild")
      Node.prototype.appendChild = function <T extends Node>(child: T): T {
        if (child instanceof Element && child.matches(".chat__line, :has(.chat__line)")) {
          throw new Error("made by a test")
        }
        return append.call(this, child) as T
      }
    })
    pages.gateway.emit(said("m1", "Hallo"))
    const failure = page.locator(".part-failure")
    await failure.getByRole("button", { name: "Pagina herladen" }).waitFor()
    const inset = await failure.getByText("Er ging iets mis").evaluate((text) => {
      const frame = text.closest(".stage")?.getBoundingClientRect()
      const { left, top } = text.getBoundingClientRect()
      return frame && [left - frame.left, top - frame.top]
    })
    for (const from of inset ?? [0]) expect(from).toBeGreaterThanOrEqual(8)
  })

  it("says what is wrong with a message clear of the small player, in little room [DISPLAY-02]", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 320, height: 256 })
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    const isClear = (note: Locator) =>
      note.evaluate((told) => {
        const top = document.querySelector(".mini-player")?.getBoundingClientRect().top ?? 0
        const { top: from, bottom } = told.getBoundingClientRect()
        return from >= 0 && bottom <= top
      })
    await field.focus()
    await page.locator(".mini-player").waitFor()
    await field.fill("\u200B\u200B")
    await field.press("Enter")
    const alert = page
      .getByRole("alert")
      .filter({ hasText: "Hier staan alleen onzichtbare tekens in" })
    await expect.poll(() => isClear(alert)).toBe(true)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.evaluate(() => navigator.clipboard.writeText("x".repeat(300)))
    await field.fill("")
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await field.focus()
    await field.press("ControlOrMeta+V")
    await expect.poll(() => isClear(page.getByText("Wat je plakte, is te lang"))).toBe(true)
  })

  it("follows at its end, and says how many lines came to a visitor who reads further up", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const many = Array.from({ length: 60 }, (_, i) => said(`m${i}`, `Regel ${i}`))
    pages.gateway.emitAll(many)
    const log = page.getByRole("log")
    await log.getByText("Regel 59").waitFor()
    const fromEnd = () =>
      log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight)
    expect(await fromEnd()).toBeLessThanOrEqual(1)
    await log.evaluate((list) => list.scrollTo(0, 0))
    await page.waitForFunction(() => document.querySelector("[role=log]")?.scrollTop === 0)
    pages.gateway.emitAll([said("n1", "Nieuw 1"), said("n2", "Nieuw 2"), said("n3", "Nieuw 3")])
    await page.getByRole("button", { name: /3 nieuw/u }).click()
    await page.waitForFunction(() => {
      const list = document.querySelector("[role=log]")
      return list !== null && list.scrollHeight - list.scrollTop - list.clientHeight <= 1
    })
    await page.getByRole("button", { name: /nieuw/u }).waitFor({ state: "detached" })
  })

  it("marks the tab in which something came, until it is looked at [CHAT-28, CHAT-31, CHAT-33, CHAT-34, CHAT-35, CHAT-36]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.emitAll([
      said("1", "Voor iedereen", { messageType: "room" }),
      said("2", "In VIP", { messageType: "vip" }),
      said("3", "Van een kijker", { messageType: "member" }),
      said("4", "Van Mila aan jou", { messageType: "host", recipient: "noor" }),
      said("5", "Een mededeling", { messageType: "notice" }),
    ])
    const log = page.getByRole("log")
    await log.getByText("Een mededeling").waitFor()
    await log.getByText("Van een kijker").waitFor()
    expect(await log.getByText(/Voor iedereen|In VIP|Van Mila aan jou/u).count()).toBe(0)
    await page.getByRole("tab", { name: /VIP.*1 ongelezen/u }).waitFor()
    const tab = page.getByRole("tab", { name: /Privé/u })
    await page.getByRole("tab", { name: /Privé.*2 ongelezen/u }).click()
    await log.getByText("Voor iedereen").waitFor()
    await log.getByText("Van Mila aan jou").waitFor()
    expect(await tab.getByRole("img").count()).toBe(0)
    pages.gateway.emit(said("6", "Ook voor iedereen"))
    const open = page.getByRole("tab", { name: /Freechat/u })
    await page.getByRole("tab", { name: /Freechat.*1 ongelezen/u }).click()
    await log.getByText("Ook voor iedereen").waitFor()
    expect(await open.getByRole("img").count()).toBe(0)
    await page.getByRole("tab", { name: /VIP/u }).click()
    await log.getByText("In VIP").waitFor()
    expect(await log.locator(".chat__line").count()).toBe(1)
  })

  it("asks for what the service asks for, and says in which language one chats, when it tells [API-086, CHAT-40]", async () => {
    const page = await openRoom(pages, roomScript(member("nl", 80)))
    const price = page.getByText("Om te schrijven heb je minstens 90 credits nodig.", {
      exact: false,
    })
    await page.getByRole("textbox", { name: "Je bericht aan iedereen" }).waitFor()
    expect(await price.count()).toBe(0)
    expect(await page.getByText(/^Voertaal/u).count()).toBe(0)
    const settings = { messagePrice: 90, chatLocale: "de" }
    pages.gateway.emit({ _tag: "RoomSettingsChanged", performerId, ...settings })
    await price.waitFor()
    await page.getByText("Voertaal: Duits").waitFor()
    await pages.expectSound(page)
    // What is not told stays as it was.
    pages.gateway.emit({ _tag: "RoomSettingsChanged", performerId, hasToy: true })
    pages.gateway.emit({ _tag: "RoomSettingsChanged", performerId, messagePrice: 70 })
    await price.waitFor({ state: "detached" })
    expect(await page.getByText("Voertaal: Duits").count()).toBe(1)
  })

  it("keeps what is said in VIP together, whoever says it and under whichever type [CHAT-35]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await joinPaid(pages, page, "vip", [
      said("1", "Van Mila", { from: "Mila", messageType: "host", recipient: "noor" }),
      said("2", "Van haar eigen programma", { from: "Mila", messageType: "vip" }),
      said("3", "Van de kijker", { from: "noor", recipient: "host" }),
    ])
    const log = page.getByRole("log")
    await log.getByText("Van de kijker").waitFor()
    expect(await log.getByText(/^Van /u).allTextContents()).toHaveLength(3)
    await page.getByRole("tab", { name: /Privé/u }).click()
    await log.getByText("Van de kijker").waitFor({ state: "detached" })
  })

  it("has announcements, tips and events as lines of their own [CHAT-08, CHAT-09, CHAT-20]", async () => {
    const page = await openRoom(
      pages,
      // VIP that is accepted is not joined here: it would open a tab of its own.
      roomScript(member(), (command) =>
        command._tag === "JoinRoom" && command.mode === "vip" ? [] : undefined,
      ),
    )
    const tip = { performerId, from: "sam", message: "", isPublic: true } as const
    pages.gateway.emitAll([
      { _tag: "RoomAnnounced", performerId, messageId: "a", message: "Straks meer" },
      { _tag: "TipReceived", tipId: "t1", amount: 50, tipType: "wink", ...tip },
      {
        _tag: "ToyTipReceived",
        tipId: "t2",
        amount: 300,
        intensity: "medium",
        level: 6,
        seconds: 6,
        ...tip,
      },
    ])
    const log = page.getByRole("log")
    await log.locator(".chat__line--announced").getByText("Straks meer").waitFor()
    await log.getByText(/sam.*knipoog.*50\scredits/u).waitFor()
    await log.getByText(/sam.*300\scredits.*6/u).waitFor()
    const happened = log.locator(".chat__line--action")
    for (const [event, text] of [
      [{ _tag: "RoomModeSwitched", mode: "vip" }, "Mila is in VIP met iemand anders."],
      [{ _tag: "RoomModeSwitched", mode: "free" }, null],
      [{ _tag: "FreeChatStopped" }, "De gratis chat is uit."],
      [{ _tag: "FreeChatStarted" }, "De gratis chat is aan."],
      [{ _tag: "VipRequested" }, "Je hebt VIP aangevraagd."],
      [{ _tag: "VipDeclined" }, "Mila kan nu niet in VIP."],
      [{ _tag: "VipRequested" }, "Je hebt VIP aangevraagd."],
      [{ _tag: "VipDeclined", reason: "straks" }, "Mila kan nu niet in VIP: straks"],
      [{ _tag: "VipRequested" }, "Je hebt VIP aangevraagd."],
      [{ _tag: "VipStopped" }, "Je hebt je VIP-aanvraag ingetrokken."],
      [{ _tag: "VipRequested" }, "Je hebt VIP aangevraagd."],
      [{ _tag: "VipAccepted" }, "Mila heeft VIP geaccepteerd."],
    ] as const) {
      pages.gateway.emit({ performerId, ...event })
      if (text !== null) await happened.last().getByText(text, { exact: true }).waitFor()
    }
    expect(await happened.count()).toBe(11)
    await pages.expectSound(page)
  })

  it.each([
    {
      locale: "nl",
      width: 390,
      message: "Dit bericht is weg",
      tip: "Deze fooi is weg uit de chat",
    },
    { locale: "en", width: 1280, message: "This message is gone", tip: "This tip is gone" },
  ] as const)(
    "says in $locale, in the place of a line, that it is gone with its writer's account",
    async ({ locale, width, message, tip }) => {
      const page = await openRoom(pages, roomScript(member()), { width, path: TEXTS[locale].path })
      const given = { performerId, from: "sam", amount: 50, message: "", isPublic: true } as const
      pages.gateway.emitAll([
        said("m1", "van sam"),
        { _tag: "TipReceived", tipId: "t1", tipType: "wink", ...given },
        said("m2", "van noor", { from: "noor" }),
        ...Array.from({ length: 60 }, (_, index) => said(`f${index}`, `regel ${index}`)),
        said("m3", "nog een van sam"),
      ])
      const log = page.getByRole("log")
      const last = log.getByRole("listitem").last()
      await last.getByText("nog een van sam").waitFor()
      // Who reads further up has missed nothing by it.
      await log.evaluate((element) => {
        element.scrollTop = 0
      })
      const erased = (lineId: string, line: "message" | "tip"): Event => ({
        _tag: "RoomLineErased",
        performerId,
        lineId,
        line,
      })
      pages.gateway.emitAll([erased("m1", "message"), erased("t1", "tip"), erased("m3", "message")])
      await last.getByText(message).waitFor()
      const [first, second, third] = await log.getByRole("listitem").allInnerTexts()
      expect([first?.startsWith(message), second?.startsWith(tip)]).toEqual([true, true])
      expect(third).toContain("van noor")
      expect(await log.getByRole("listitem").count()).toBe(64)
      expect(await page.locator(".chat__pill").count()).toBe(0)
      await pages.expectSound(page)
    },
  )

  it("lets a guest read, and leads one who would write to an account [CHAT-44]", async () => {
    const page = await openRoom(pages, roomScript(guest()), { width: 390 })
    pages.gateway.emit(said("1", "Hallo"))
    await page.getByRole("log").getByText("Hallo").waitFor()
    expect(await page.getByRole("textbox").count()).toBe(0)
    await pages.expectSound(page)
    await page.locator(".chat").getByRole("button", { name: "Gratis account aanmaken" }).click()
    await isRegistration(page).waitFor()
  })

  it("takes names of 4 to 14 characters, and says which is taken [CHAT-39, ERR-22]", async () => {
    let from = "noor"
    const page = await openRoom(
      pages,
      roomScript(member(), (command) => {
        if (command._tag !== "ChangeNickname") return undefined
        const { nickname: to } = command
        if (to === "taken")
          return [{ _tag: "NicknameRefused", performerId, label: "nicknameTaken" }]
        const changed = { _tag: "NicknameChanged", performerId, from, to } as const
        from = to
        return [changed]
      }),
    )
    const change = page.getByRole("button", { name: "Naam wijzigen" })
    await change.click()
    const field = page.getByRole("textbox", { name: /naam/iu })
    const save = async (name: string) => {
      await field.fill(name)
      await page.keyboard.press("Enter")
    }
    const names = () =>
      pages.gateway.commands.flatMap((command) =>
        command._tag === "ChangeNickname" ? [command.nickname] : [],
      )
    const invalid = page.getByText("Kies een naam van 4 tot 14 tekens.")
    await save("abc")
    await invalid.waitFor()
    await save("x".repeat(15))
    expect(names()).toEqual([])
    await save("taken")
    await page.getByText("gebruikersnaam bestaat al", { exact: false }).waitFor()
    await page.keyboard.press("Escape")
    await change.waitFor()
    expect(await change.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press("Enter")
    await save("robin")
    await page.getByText("Je naam hier: robin").waitFor()
    for (const name of ["abcd", "x".repeat(14)]) {
      await change.click()
      await save(name)
      await page.getByText(`Je naam hier: ${name}`).waitFor()
    }
    expect(names()).toEqual(["taken", "robin", "abcd", "x".repeat(14)])
  })

  it("says what no name may be, before the service is asked, and whose a name is [CHAT-39]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) =>
        _tag === "ChangeNickname"
          ? [{ _tag: "NicknameRefused", performerId, label: "badRequest.lookalike" }]
          : undefined,
      ),
    )
    await page.getByRole("button", { name: "Naam wijzigen" }).click()
    const field = page.getByRole("textbox", { name: /naam/iu })
    for (const [name, text] of [
      ["SօlarNova", "Gebruik alleen Latijnse letters"],
      ["Mila ✔", "Gebruik alleen Latijnse letters"],
      ["M0derator", "Deze naam lijkt van de site te zijn."],
      ["M1la", "Deze naam is van een performer, of lijkt er te veel op."],
    ] as const) {
      await field.fill(name)
      await page.keyboard.press("Enter")
      await page.getByText(text).waitFor()
    }
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "ChangeNickname")).toHaveLength(1)
    await pages.expectSound(page)
  })

  it.each([
    {
      width: 390,
      locale: "nl",
      why: /Je eigen naam is van een performer/u,
      change: "Naam wijzigen",
    },
    { width: 1_280, locale: "en", why: /Your own name is a performer’s/u, change: "Change name" },
  ] as const)(
    "asks a visitor whose name is no longer allowed for another one, at $width in $locale",
    async ({ width, locale, why, change }) => {
      const page = await openRoom(
        pages,
        roomScript(member(locale), (command) => {
          if (command._tag === "JoinRoom") {
            const [joined, ...more] = roomOpened(command.mode)
            const nicknameRefused = "badRequest.lookalike"
            return [{ ...joined, nickname: "anon1234567", nicknameRefused }, ...more]
          }
          if (command._tag !== "ChangeNickname") return undefined
          const { nickname: to } = command
          return [{ _tag: "NicknameChanged", performerId, from: "anon1234567", to }]
        }),
        { width, path: TEXTS[locale].path },
      )
      const ask = page.getByRole("status").filter({ hasText: why })
      await ask.waitFor()
      await page.getByText("anon1234567").waitFor()
      await pages.expectSound(page)
      await page.getByRole("button", { name: change }).click()
      await page.keyboard.type("robin")
      await page.keyboard.press("Enter")
      await page.getByText(/(?:Je naam hier|Your name here): robin/u).waitFor()
      await expect.poll(() => ask.count()).toBe(0)
    },
  )

  it("marks the host's lines by their type, and nobody's by a name [CHAT-36]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.emitAll([
      said("1", "Ik ben het echt", { from: "Mila" }),
      said("2", "Nee, ik", { from: "Mila", messageType: "host" }),
      said("3", "En nog iets", { from: "Mila" }),
      said("4", "Onder een andere naam", { from: "MilaLive", messageType: "host" }),
    ])
    const line = (text: string) => page.getByRole("log").locator("li").filter({ hasText: text })
    await line("Onder een andere naam").waitFor()
    const marked = async (text: string) => (await line(text).getAttribute("data-host")) !== null
    expect([
      await marked("Ik ben het echt"),
      await marked("Nee, ik"),
      await marked("En nog iets"),
      await marked("Onder een andere naam"),
    ]).toEqual([false, true, false, true])
    // A line of hers is not taken into somebody's run, nor somebody's into hers.
    expect(await page.getByRole("log").getByText("Mila", { exact: true }).count()).toBe(3)
    expect(await line("Nee, ik").getByText("performer", { exact: true }).count()).toBe(1)
    expect(await line("Ik ben het echt").getByText("performer", { exact: true }).count()).toBe(0)
  })

  it("opens the window about it where credits are too few to write [CHAT-40]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member("nl", 10), ({ _tag }) =>
        _tag === "SendRoomMessage"
          ? [{ _tag: "RoomMessageRefused", performerId, label: TOO_FEW_CREDITS_LABEL }]
          : undefined,
      ),
    )
    await send(page, "Dag")
    await page.getByRole("dialog").getByText("te weinig credits om dit bericht").waitFor()
  })
})
