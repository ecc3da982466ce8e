/** Tests the editor of private messages in a browser: what is sent, when, for how much, and with which picture. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import {
  conversationAnswers,
  item,
  message,
  received,
  sent,
  writtenTo,
} from "../../screens/conversations.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const MILA = writtenTo("p1", "Mila")
const ROBIN = writtenTo("p2", "Robin")
const CONVERSATIONS = [MILA, ROBIN].map((other, index) => ({
  item: item(`cv${String(index + 1)}`, other, message(1, "performer", other.userid)),
  messages: [message(1, "performer", other.userid)],
}))
const PATH = "/en/messenger/cv1"

type Answers = (command: Command) => ReadonlyArray<Fact> | undefined
const script = (
  answers: Answers = () => undefined,
  events: ReadonlyArray<Fact> = member("en"),
): GatewayScript => ({ events, queries: conversationAnswers(() => CONVERSATIONS), answers })

let written = 200
/** The service takes each message. */
const takes: Answers = (command) => {
  if (command._tag !== "SendPrivateMessage") return undefined
  written += 1
  const { text, performerId } = command
  const { text: _, ...empty } = message(written, "member", performerId, { read: false })
  const one =
    text === undefined
      ? { ...empty, attachment: { attachmentId: "a1", width: 40, height: 30 } }
      : { ...empty, text: text.trim() }
  return [sent("cv1", performerId, one)]
}

const field = (page: Page) => page.getByRole("textbox", { name: "Message to Mila" })
const log = (page: Page) => page.getByRole("log", { name: "Messages with Mila" })
const sentOf = () => pages.gateway.commands.filter(({ _tag }) => _tag === "SendPrivateMessage")

describe("the editor", () => {
  it("sends by Enter what was typed, trimmed, to the performer alone, and is ready for the next [MSG-14, MSG-18, MSG-21, MSG-25]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).fill("  Hello\nyou  ")
    await field(page).press("Enter")
    await log(page).getByText("Hello you").waitFor()
    expect(sentOf()).toEqual([
      { _tag: "SendPrivateMessage", performerId: "p1", partnerId: "p1", text: "Hello\nyou" },
    ])
    expect(await field(page).inputValue()).toBe("")
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    const end = () =>
      log(page).evaluate(
        ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop,
      )
    expect(await end()).toBeLessThanOrEqual(1)
    await log(page).getByRole("img", { name: "Sent", exact: true }).waitFor()
  })

  it("shows one tick for what was sent, two for what arrived, and coloured ones for what was read [MSG-26, MSG-36]", async () => {
    const page = await pages.open(script(), { path: PATH })
    await field(page).fill("Ticks")
    await field(page).press("Enter")
    await pages.gateway.command("SendPrivateMessage")
    const mine = message(400, "member", "p1", { text: "Ticks", read: false })
    const line = log(page).locator(".message", { hasText: "Ticks" })
    const tick = (name: string) => line.getByRole("img", { name, exact: true })
    pages.gateway.emit(sent("cv1", "p1", mine), pages.gateway.lastCommandId)
    await tick("Sent").waitFor()
    await line.evaluate((element) => element.setAttribute("data-same", ""))
    pages.gateway.emit(received("cv1", mine))
    await tick("Delivered").waitFor()
    pages.gateway.emit({
      _tag: "MessageRead",
      conversationId: "cv1",
      messageId: mine.id,
      reader: "performer",
    })
    await tick("Read").waitFor()
    expect(await line.getAttribute("data-same")).toBe("")
    expect(await line.count()).toBe(1)
  })

  it("begins a new line by Shift and Enter, and sends nothing where nothing is typed [MSG-20]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).press("Enter")
    await field(page).fill("   ")
    await field(page).press("Enter")
    await field(page).fill("one")
    await field(page).press("Shift+Enter")
    await field(page).pressSequentially("two")
    expect(await field(page).inputValue()).toBe("one\ntwo")
    expect(sentOf()).toEqual([])
  })

  it("sends nothing by the Enter that ends an input method's word, also where it follows the word", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).fill("nihon")
    await field(page).evaluate((element) => {
      const enter = (more: object) =>
        element.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more }),
        )
      enter({ isComposing: true })
      enter({ keyCode: 229 })
      element.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }))
      enter({ keyCode: 13 })
    })
    await field(page).press("Enter")
    await log(page).getByText("nihon").waitFor()
    expect(sentOf()).toHaveLength(1)
  })

  it("takes 255 characters, counts those left from 205 on, and says what was cut [MSG-21]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).fill("a".repeat(204))
    expect(await page.getByText("characters left").count()).toBe(0)
    await field(page).press("a")
    await page.getByText("50 characters left").waitFor()
    expect(await field(page).getAttribute("maxlength")).toBe("255")
  })

  it("shows the own line at once, and sends the next one when the one before was taken [MSG-13, MSG-24]", async () => {
    const page = await pages.open(script(), { path: PATH })
    await field(page).fill("first")
    await field(page).press("Enter")
    await log(page).getByText("first").waitFor()
    await log(page).getByRole("img", { name: "Sending" }).waitFor()
    await field(page).fill("second")
    await field(page).press("Enter")
    await pages.gateway.command("SendPrivateMessage")
    const send = page.getByRole("button", { name: "Send for 60 credits" })
    expect(await send.getAttribute("aria-disabled")).toBe("true")
    expect(sentOf()).toHaveLength(1)
    pages.gateway.emit(
      sent("cv1", "p1", message(300, "member", "p1", { text: "first", read: false })),
      pages.gateway.lastCommandId,
    )
    await expect.poll(() => send.getAttribute("aria-disabled")).toBe("false")
    await field(page).press("Enter")
    await expect.poll(() => sentOf().length).toBe(2)
  })

  it("says the price on its button, and opens the window for credits where the balance does not reach [MSG-22, MSG-23]", async () => {
    const page = await pages.open(script(takes, member("en", 59)), { path: PATH })
    await page.getByRole("button", { name: "Send for 60 credits" }).waitFor()
    await field(page).fill("Hello")
    await field(page).press("Enter")
    const window = page.getByRole("dialog", { name: /credits/iu })
    await window.getByText("You don’t have enough credits for this message.").waitFor()
    expect(await window.innerText()).toMatch(/You need 60\s?credits[^]*1\s?credit short/u)
    expect(sentOf()).toEqual([])
    await page.keyboard.press("Escape")
    expect(await field(page).inputValue()).toBe("Hello")
  })

  it("opens it where the service finds too few credits, and keeps the message to be tried again [ERR-24]", async () => {
    const label = "badRequest.deduct.credits.amount"
    const page = await pages.open(
      script((command) =>
        command._tag === "SendPrivateMessage"
          ? [{ _tag: "PrivateMessageRefused", performerId: "p1", label }]
          : undefined,
      ),
      { path: PATH },
    )
    await field(page).fill("Hello")
    await field(page).press("Enter")
    await page
      .getByRole("dialog")
      .getByText("You don’t have enough credits for this message.")
      .waitFor()
    await page.keyboard.press("Escape")
    await log(page).getByText("Not sent: your balance is too low.").waitFor()
    await log(page).getByRole("button", { name: "Delete" }).click()
    await expect.poll(() => log(page).getByText("Hello", { exact: true }).count()).toBe(0)
  })

  it("says that another refusal sent nothing, and opens no window [ERR-25]", async () => {
    const page = await pages.open(
      script((command) =>
        command._tag === "SendPrivateMessage" && command.text === "Hello"
          ? [{ _tag: "PrivateMessageRefused", performerId: "p1", label: "badRequest.other" }]
          : takes(command),
      ),
      { path: PATH },
    )
    await field(page).fill("Hello")
    await field(page).press("Enter")
    await log(page).getByText("Not sent.", { exact: true }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)
    await log(page).getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => sentOf().length).toBe(2)
    expect(await log(page).getByText("Hello", { exact: true }).count()).toBe(1)
  })

  it("keeps a draft for each person over a reload, and shows it to nobody else", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).fill("For Mila")
    await page.getByRole("list", { name: "Conversations" }).getByText("Mila").click()
    expect(await field(page).inputValue()).toBe("For Mila")
    await page.getByRole("list", { name: "Conversations" }).getByText("Robin").click()
    const other = page.getByRole("textbox", { name: "Message to Robin" })
    expect(await other.inputValue()).toBe("")
    await other.fill("For Robin")
    await page.reload()
    expect(await other.inputValue()).toBe("For Robin")
    await page.getByRole("list", { name: "Conversations" }).getByText("Mila").click()
    expect(await field(page).inputValue()).toBe("For Mila")
  })

  it("puts an emoji where the text goes on, found by its name in the page's language, and closes by Escape [MSG-18]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    await field(page).fill("Hi ")
    await page.getByRole("button", { name: "Add an emoji" }).click()
    const picker = page.getByRole("dialog", { name: "Add an emoji" })
    await picker.getByRole("searchbox", { name: "Search for an emoji" }).fill("rocket")
    await picker.getByRole("gridcell", { name: "rocket", exact: true }).click()
    expect(await field(page).inputValue()).toBe("Hi 🚀")
    await page.keyboard.press("Escape")
    await picker.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Add an emoji" }).click()
    await picker.waitFor()
    await field(page).press("Enter")
    // Source: MSG-24.
    await picker.waitFor({ state: "detached" })
  })
})

const folder = mkdtempSync(join(tmpdir(), "message-picture-"))
const file = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#6b5b95" } })

describe("a picture", () => {
  const choose = async (page: Page, path: string) => {
    await page.getByRole("button", { name: "Add a photo" }).click()
    const window = page.getByRole("dialog", { name: "Send a photo" })
    await window.getByRole("button", { name: "Choose a photo" }).waitFor()
    await window.locator("input[type=file]").setInputFiles(path)
    return window
  }

  it("of another kind, or too large, is refused before anything is sent [ERR-37, ERR-38, MSG-55, MSG-56, MSG-57]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    const window = await choose(page, file("a.png", await jpeg(4, 3).png().toBuffer()))
    await window.getByText("Oops, wrong format.").waitFor()
    expect(await window.locator("input[type=file]").getAttribute("accept")).toBe(".jpg,.jpeg")
    const large = file("b.jpg", new Uint8Array(5_242_881))
    await window.locator("input[type=file]").setInputFiles(large)
    await window.getByText("Image size too big").waitFor()
    await window.locator("input[type=file]").setInputFiles(file("c.jpeg", "no picture"))
    await window.getByText("This photo can’t be read.").waitFor()
    expect(pages.gateway.uploads).toEqual([])
  })

  it("is cropped, and goes before its text as a message of its own, for the sum of both [MSG-14, MSG-53, MSG-54]", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    const window = await choose(page, file("d.jpg", await jpeg(400, 300).jpeg().toBuffer()))
    await window.getByRole("slider", { name: "Zoom" }).waitFor()
    const use = window.getByRole("button", { name: "Use this photo" })
    await expect.poll(() => use.isEnabled()).toBe(true)
    await pages.expectSound(page)
    await use.click()
    await window.waitFor({ state: "detached" })
    await field(page).fill("Look")
    await page.getByText("A photo and a text are two messages: 120 credits together.").waitFor()
    await page.getByRole("button", { name: "Send photo and text for 120 credits" }).click()
    await expect.poll(() => sentOf().length).toBe(2)
    expect(sentOf()).toEqual([
      { _tag: "SendPrivateMessage", performerId: "p1", partnerId: "p1", attachment: "upload-1" },
      { _tag: "SendPrivateMessage", performerId: "p1", partnerId: "p1", text: "Look" },
    ])
    const [brought] = pages.gateway.uploads
    expect(await sharp(brought).metadata()).toMatchObject({
      format: "jpeg",
      width: 400,
      height: 300,
    })
    await log(page).getByRole("img", { name: "Photo from you" }).waitFor()
  })

  it("may be pasted or dropped beside the text", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    const bytes = (await jpeg(40, 30).jpeg().toBuffer()).toString("base64")
    for (const kind of ["paste", "drop"] as const) {
      await field(page).evaluate(
        (element, told) => {
          const data = new DataTransfer()
          const content = Uint8Array.from(atob(told.bytes), (one) => one.charCodeAt(0))
          data.items.add(new File([content], "p.jpg", { type: "image/jpeg" }))
          const options = { bubbles: true, cancelable: true }
          element.dispatchEvent(
            told.kind === "paste"
              ? new ClipboardEvent("paste", { ...options, clipboardData: data })
              : new DragEvent("drop", { ...options, dataTransfer: data }),
          )
        },
        { bytes, kind },
      )
      const window = page.getByRole("dialog", { name: "Send a photo" })
      await window.getByRole("button", { name: "Use this photo" }).click()
      await window.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Remove the photo" }).click()
    }
  })

  it("is upright, whatever way its camera was held", async () => {
    const page = await pages.open(script(takes), { path: PATH })
    const turned = await jpeg(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const window = await choose(page, file("e.jpg", turned))
    await window.getByRole("button", { name: "Use this photo" }).click()
    await window.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Send for 60 credits" }).click()
    await expect.poll(() => pages.gateway.uploads.length).toBe(1)
    const told = await sharp(pages.gateway.uploads[0]).metadata()
    expect(told).toMatchObject({ width: 300, height: 400 })
    expect(told.exif).toBeUndefined()
  })

  it("costs nothing where the balance reaches for one of both alone: neither is sent", async () => {
    const page = await pages.open(script(takes, member("en", 119)), { path: PATH })
    const window = await choose(page, file("f.jpg", await jpeg(40, 30).jpeg().toBuffer()))
    await window.getByRole("button", { name: "Use this photo" }).click()
    await window.waitFor({ state: "detached" })
    await field(page).fill("Look")
    await field(page).press("Enter")
    await page.getByText("You don’t have enough credits for this message.").waitFor()
    expect([pages.gateway.uploads, sentOf()]).toEqual([[], []])
  })

  it("comes from the camera in 480 by 360, swapped where the window stands upright [MSG-58]", async () => {
    for (const [size, wanted] of [
      [
        { width: 1_280, height: 800 },
        { width: 480, height: 360 },
      ],
      [
        { width: 390, height: 844 },
        { width: 360, height: 480 },
      ],
    ] as const) {
      const page = await pages.open(script(takes), { path: PATH, ...size })
      await page.getByRole("button", { name: "Add a photo" }).click()
      const window = page.getByRole("dialog", { name: "Send a photo" })
      await window.getByRole("button", { name: "Take a photo" }).click()
      await page.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0)
      await window.getByRole("button", { name: "Take it" }).click()
      await window.getByRole("button", { name: "Use this photo" }).click()
      await window.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Send for 60 credits" }).click()
      await expect.poll(() => pages.gateway.uploads.length).toBe(1)
      expect(await sharp(pages.gateway.uploads[0]).metadata()).toMatchObject(wanted)
    }
  })

  it("cannot be taken where there is no camera [MSG-59]", async () => {
    const page = await pages.open(script(takes), {
      path: PATH,
      prepare: (tab) =>
        tab.addInitScript(() => {
          navigator.mediaDevices.enumerateDevices = () => Promise.resolve([])
        }),
    })
    await page.getByRole("button", { name: "Add a photo" }).click()
    const window = page.getByRole("dialog", { name: "Send a photo" })
    await window.getByText("We can’t find a camera.").waitFor()
    expect(await window.getByRole("button", { name: "Take a photo" }).isDisabled()).toBe(true)
  })
})
