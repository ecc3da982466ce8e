/**
 * The whole site removed from its document, or copied, by an extension or a bookmarklet. React's elements are put
 * back in place, a bounded number of times, and no paid time runs while nothing can be pressed. In the built site
 * before a scripted gateway.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import { type Screen, sitePages } from "@foldcast/web/screens/site-pages.fixture"
import {
  beginPaidTime,
  openRoom,
  paidSession,
  paidTimeCharged,
  roomScript,
  said,
} from "@foldcast/web/screens/stream-pages.fixture"
import { creditsFact, member, started } from "@foldcast/web/screens/visit-facts.fixture"
import { openDialogIn } from "../visual/open-dialog.ts"

const pages = sitePages()

const COPY_BODY = 'document.body.innerHTML += ""'

/** A page's policy does not apply to extensions. */
const UNBOUND: Screen = { motion: "reduce", browser: { bypassCSP: true } }

/** The fact shows that the page's script has run, so the site is watched from then on. */
const watched = async (page: Page) => {
  await pages.gateway.fact("AnswerApplied")
  return (script: string) => page.evaluate<unknown>(`{${script}}`)
}
const inPrivate = async () => {
  const page = await openRoom(pages, roomScript(member()), UNBOUND)
  pages.gateway.emit(said("one", "Hoi"))
  await beginPaidTime(pages, page)
  return { page, act: await watched(page) }
}
const ended: Event = {
  _tag: "PaidTimeEnded",
  ...paidSession(),
  credits: 70,
  seconds: 70,
  reason: "left",
  movementIds: ["tr_one"],
}
const leaves = () => pages.gateway.commands.filter(({ _tag }) => _tag === "LeaveRoom").length
const leave = (page: Page) => page.getByRole("button", { name: "Privé stoppen" }).first()

const messages = () =>
  pages.gateway.commands.filter(({ _tag }) => _tag === "SendRoomMessage").length

/** Typing and clicking work, and nothing appears twice. */
const expectWorks = async (page: Page) => {
  const before = messages()
  await page.locator(".chat__form input").fill("Hoi daar")
  await page.locator(".chat__form button").click()
  await expect.poll(messages).toBe(before + 1)
  expect(await page.locator("#site").count()).toBe(1)
  expect(await page.locator("body").count()).toBe(1)
}
/** Paid time is metered, ended by a click, and free again. */
const expectGoesOn = async (page: Page) => {
  expect(leaves()).toBe(0)
  pages.gateway.emitAll([paidTimeCharged(70, 63), creditsFact(1_164), said("two", "En nu?")])
  await page.locator(".meter dd").getByText(/^1:/u).first().waitFor()
  await page.getByText("En nu?").waitFor()
  await leave(page).click()
  await pages.gateway.command("LeaveRoom")
  pages.gateway.emit(ended)
  await page.locator(".receipt").getByText("1:10").waitFor()
  await page.getByRole("button", { name: "Privé gaan" }).waitFor()
  expect(pages.complaints).toEqual([])
}

/** As many as are repaired in one document. */
const WAYS: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    "a copy of all that body holds",
    [
      COPY_BODY,
      "document.body.innerHTML = document.body.innerHTML.replaceAll(/Privé/g, 'Private')",
      "document.body.replaceWith(document.body.cloneNode(true))",
    ],
  ],
  [
    "a copy of the document",
    [
      "document.documentElement.innerHTML = document.documentElement.innerHTML",
      "document.replaceChild(document.documentElement.cloneNode(true), document.documentElement)",
    ],
  ],
  [
    "nothing, or something else,",
    [
      "document.body.replaceChildren()",
      "document.body.innerHTML = '<p>Coupons</p>'",
      "document.documentElement.replaceChildren()",
    ],
  ],
  [
    "nothing, or another document, piece by piece",
    [
      "document.body.remove(); document.documentElement.remove()",
      `document.body.remove()
       document.documentElement.replaceWith(document.createElement("html"))`,
    ],
  ],
]

/** Ways in which scripts replace a page: all at once, twice, emptied first. */
const COPIES: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    "large",
    [
      'document.getElementById("site").innerHTML += ""',
      'const main = document.querySelector("main"); main.innerHTML += ""; main.innerHTML += ""',
      `const main = document.querySelector("main")
       const whole = main.innerHTML
       main.textContent = ""
       main.insertAdjacentHTML("beforeend", whole)`,
    ],
  ],
  [
    "small",
    [
      'for (const each of document.querySelectorAll(".actions")) each.innerHTML += ""',
      'document.querySelector(".meter").innerHTML += ""',
      `const form = document.querySelector(".chat__form")
       form.replaceWith(form.cloneNode(true))`,
    ],
  ],
]

describe("a site removed from its document during paid time", () => {
  it.each(WAYS)(
    "with %s in its place works, is charged on and left by its button [HANDS-08]",
    async (_, scripts) => {
      const { page, act } = await inPrivate()
      const styles = () =>
        page.evaluate(() => [...document.styleSheets].map(({ ownerNode }) => ownerNode?.nodeName))
      const before = await styles()
      for (const script of scripts) {
        await act(script)
        expect(await styles()).toEqual(before)
        await expectWorks(page)
      }
      await expectGoesOn(page)
    },
  )

  it("is left alone in an element that it is moved into, and put back where that is copied [HANDS-08]", async () => {
    const { page, act } = await inPrivate()
    await act(`
      const wrapper = document.createElement("div")
      wrapper.id = "wrapper"
      wrapper.append(...document.body.children)
      document.body.append(wrapper)
    `)
    expect(await page.locator("#wrapper > #site").count()).toBe(1)
    await act(COPY_BODY)
    expect(await page.locator("#wrapper > #site").count()).toBe(1)
    await expectGoesOn(page)
  })

  it.each([
    [
      "a shadow tree",
      `const place = document.createElement("div")
       document.body.append(place)
       place.attachShadow({ mode: "open" }).append(document.getElementById("site"))
       globalThis.takeOut = () => place.remove()`,
    ],
    [
      "a frame",
      `const frame = document.createElement("iframe")
       document.body.append(frame)
       frame.contentDocument.body.append(document.getElementById("site"))
       globalThis.takeOut = () => frame.remove()`,
    ],
  ])("is put back where %s goes that it was moved into [HANDS-08]", async (_, script) => {
    const { page, act } = await inPrivate()
    await act(script)
    await act("takeOut()")
    await expectWorks(page)
    await expectGoesOn(page)
  })

  it.each(COPIES)(
    "works, is charged on and left by its button with %s parts copied within it [HANDS-10]",
    async (_, scripts) => {
      const { page, act } = await inPrivate()
      for (const script of scripts) {
        await act(script)
        await expectWorks(page)
      }
      await expectGoesOn(page)
    },
  )

  it("leaves the room, with words and a way on, where such a part is copied a fourth time within half a minute [HANDS-09]", async () => {
    const { page, act } = await inPrivate()
    const copyMain = 'document.querySelector("main").innerHTML += ""'
    for (const _ of [1, 2, 3]) await act(copyMain)
    expect(leaves()).toBe(0)
    // An address that would lead to another site without its origin.
    const place = `${new URL(page.url()).origin}//elsewhere.example/`
    await act(`History.prototype.replaceState.call(history, null, "", "${place}#end"); ${copyMain}`)
    await pages.gateway.command("LeaveRoom")
    const told = page.getByRole("alert")
    await told.getByText("Je betaalde tijd is gestopt.").waitFor()
    const reload = told.getByRole("link", { name: "Pagina herladen" })
    expect(await reload.evaluate((link: HTMLAnchorElement) => link.href)).toBe(place)
    expect(await page.locator("#site").count()).toBe(0)
    pages.gateway.emit(ended)
  })

  it("is put back three times within half a minute, and then leaves the room, with words and a way on [HANDS-09]", async () => {
    const { page, act } = await inPrivate()
    for (const _ of [1, 2, 3]) await act(COPY_BODY)
    expect(leaves()).toBe(0)
    await act(COPY_BODY)
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ performerId })
    const told = page.getByRole("alert")
    await told.getByText("Je betaalde tijd is gestopt.").waitFor()
    expect(await page.locator("#site, .player").count()).toBe(0)
    pages.gateway.emit(ended)
    await pages.expectSound(page)
    // The interference continues.
    await act(COPY_BODY)
    await told.getByRole("link", { name: "Pagina herladen" }).click()
    await page.getByRole("group", { name: "Bediening" }).waitFor()
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "JoinRoom").at(-1)).toMatchObject({
      mode: "free",
    })
    await page.getByText("zie je bij je transacties", { exact: false }).waitFor()
  })

  it("leaves the room where somebody begins the document anew, with words and a way on [HANDS-09]", async () => {
    const { page, act } = await inPrivate()
    await act(`document.write("<p>Coupons"); document.close()`)
    await pages.gateway.command("LeaveRoom")
    await page.getByText("Coupons").waitFor()
    await page.getByRole("alert").getByText("Je betaalde tijd is gestopt.").waitFor()
    await page.getByRole("link", { name: "Pagina herladen" }).click()
    await page.getByRole("group", { name: "Bediening" }).waitFor()
  })
})

describe("a site removed from its document", () => {
  it("keeps focus, caret and what was typed, in the page and in a window [HANDS-08]", async () => {
    const page = await pages.open({ events: [started("nl")] }, UNBOUND)
    const act = await watched(page)
    const search = page.locator(".search-bar input")
    await search.fill("lin")
    await page.keyboard.press("ArrowLeft")
    await act(COPY_BODY)
    await page.keyboard.type("ne")
    expect(await search.inputValue()).toBe("linen")
    await openDialogIn(page, "logIn")
    const email = page.locator("input[name=email]")
    await email.fill("noor@example.co")
    await act(COPY_BODY)
    await page.keyboard.type("m")
    expect(await email.inputValue()).toBe("noor@example.com")
    expect(await page.locator(".ui-window").count()).toBe(1)
    await act("document.body.replaceChildren()")
    await page.keyboard.type("x")
    expect(await email.inputValue()).toBe("noor@example.comx")
    await page.keyboard.press("Escape")
    await page.locator(".ui-overlay").waitFor({ state: "detached" })
    expect(await search.inputValue()).toBe("linen")
  })

  it("stays where it was scrolled to, and keeps what others put into the page [HANDS-08]", async () => {
    const page = await pages.open({ events: [started("nl")] }, UNBOUND)
    const act = await watched(page)
    const place = await page.evaluate(() => {
      scrollTo(0, 200)
      return new Promise((resolve) => requestAnimationFrame(() => resolve(scrollY)))
    })
    expect(place).toBeGreaterThan(0)
    await act(`
      const whole = document.body.innerHTML
      document.body.innerHTML = ""
      // Read while nothing is there: the page is at its top then.
      if (document.body.scrollHeight > innerHeight || scrollY !== 0) throw new Error("not empty")
      document.body.innerHTML = '<aside id="coupons">Coupons</aside>' + whole
    `)
    expect(await page.evaluate(() => scrollY)).toBe(place)
    await act(`
      const body = document.body.cloneNode(true)
      body.append("", document.createElement("price-tag"))
      document.body.replaceWith(body)
    `)
    expect(await page.locator("#coupons, price-tag").count()).toBe(2)
    await page.getByRole("link", { name: "Algemene voorwaarden" }).click()
    await page.waitForFunction(() => document.title.startsWith("Algemene voorwaarden"))
  })

  it("is put back also where that happened before the page had time to look [HANDS-08]", async () => {
    const page = await openRoom(pages, roomScript(member()), {
      ...UNBOUND,
      prepare: (fresh) =>
        fresh.addInitScript(`{
          const waiting = []
          globalThis.requestIdleCallback = (run) => waiting.push(run)
          globalThis.letLook = () => waiting.splice(0).forEach((run) => run())
        }`),
    })
    await page.evaluate("document.body.replaceWith(document.body.cloneNode(true))")
    expect(await page.getByRole("button", { name: "Privé gaan" }).isVisible()).toBe(true)
    const told = () => pages.gateway.facts.filter(({ _tag }) => _tag === "AnswerApplied").length
    const before = told()
    await page.evaluate("letLook()")
    await expect.poll(told).toBeGreaterThan(before)
    await beginPaidTime(pages, page)
    await expectWorks(page)
    await expectGoesOn(page)
  })

  it("still has links that work where a part of it is copied on and on and nothing is paid for [HANDS-10]", async () => {
    const page = await openRoom(pages, roomScript(member()), UNBOUND)
    const act = await watched(page)
    const copyActions = 'document.querySelector(".actions").innerHTML += ""'
    for (const _ of [1, 2, 3, 4]) await act(copyActions)
    expect([leaves(), await page.getByText("Je betaalde tijd is gestopt.").count()]).toEqual([0, 0])
    await expectWorks(page)
  })

  it("keeps the words that an extension puts into a line, where nothing is sent or ended [HANDS-10]", async () => {
    const page = await openRoom(pages, roomScript(member()), UNBOUND)
    pages.gateway.emit(said("one", "Hoi"))
    await page.locator(".chat__lines").getByText("Hoi").waitFor()
    const act = await watched(page)
    await act(`for (const line of document.querySelectorAll(".chat__lines > *")) {
      line.innerHTML = line.innerHTML.replace("Hoi", "Dag")
    }`)
    expect(await page.locator(".chat__lines").getByText("Dag").count()).toBe(1)
    await expectWorks(page)
  })

  it("plays its moving pictures on [HANDS-08]", async () => {
    const { page, act } = await inPrivate()
    await page.getByRole("button", { name: "Camera aanzetten" }).click()
    const video = page.getByRole("dialog").locator("video")
    await video.waitFor()
    const frames = () =>
      video.evaluate((it: HTMLVideoElement) => it.getVideoPlaybackQuality().totalVideoFrames)
    await expect.poll(frames).toBeGreaterThan(0)
    await act(COPY_BODY)
    const before = await frames()
    await expect.poll(frames).toBeGreaterThan(before + 5)
    expect(await video.evaluate((it: HTMLVideoElement) => it.paused)).toBe(false)
  })
})
