/** Tests a guest's call by phone on the pages of the site, in a browser with a scripted gateway. */
import type { Page } from "playwright-core"
import { beforeEach, describe, expect, it } from "vitest"
import type { CallState } from "@foldcast/contracts/phone"
import type { Event as Fact, EventOf } from "@foldcast/contracts/stream/event"
import {
  callAnswers,
  callTold,
  caller,
  dialInStarted,
  ivrOpened,
  RIGHT_PIN,
} from "../../screens/call-facts.fixture.ts"
import { openDialIn } from "../../screens/call-pages.fixture.ts"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import { NOW } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { openRoom, roomJoined, roomScript } from "../../screens/stream-pages.fixture.ts"
import { loggedInFact } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const sent = (tag: string) => pages.gateway.commands.filter(({ _tag }) => _tag === tag)
const badge = (page: Page) => page.getByRole("group", { name: /^(?:Telefoongesprek|Phone call)$/u })
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem("ivr-cache"))
const headerHeight = (page: Page) =>
  page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().height)
const icon = (page: Page) => badge(page).locator("svg").first().getAttribute("class")

const announced = (page: Page) =>
  badge(page)
    .getByRole("status")
    .getByText("Je bent in gesprek.", { exact: false })
    .waitFor({ state: "attached" })

/** What the service says of the call, when it is asked and by itself. */
let said: ReadonlyArray<Fact> = []
const service = callAnswers(({ _tag }) => (_tag === "CheckDialIn" ? said : undefined))
const tell = (event: Fact) => {
  said = [event]
  pages.gateway.emit(event)
}
beforeEach(() => {
  said = []
})

const openHome = (
  screen: Parameters<typeof pages.open>[1] & { device?: "mobile" | "desktop" } = {},
) => pages.open({ events: caller("nl", screen.device ?? "desktop"), answers: service }, screen)

/** As the browser keeps the number of an earlier page of this tab. */
const withNumber =
  (expiresAt = NOW + 60_000) =>
  (page: Page) =>
    page.addInitScript(
      (text) => {
        if (sessionStorage.getItem("was-here") !== null) return
        sessionStorage.setItem("was-here", "1")
        sessionStorage.setItem("ivr-cache", text)
      },
      JSON.stringify({ ...ivrOpened("NL", { expiresAt }), _tag: undefined }),
    )

/** A tab that was loaded again during its call. */
const openInCall = async (screen: Parameters<typeof openHome>[0] = {}) => {
  said = [callTold("in_call", 60, 85)]
  const page = await openHome({ prepare: withNumber(), ...screen })
  await badge(page).getByRole("button").waitFor()
  return page
}

describe("a call that is being connected", () => {
  it("is asked about every second, covers the page, and keeps its number, until it is there [DIALIN-10, DIALIN-11, DIALIN-12]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
    const loader = page.locator(".call-loader")
    await loader.getByText("We verbinden je gesprek").waitFor()
    await expect.poll(() => sent("CheckDialIn").length, { timeout: 10_000 }).toBeGreaterThan(1)
    await pages.gateway.told({ _tag: "WaitElapsed", name: "dial-in-check" })
    expect(await kept(page)).toContain("ivr-0001")
    await pages.expectSound(page)
    tell(callTold("in_call", 0, 5))
    await loader.waitFor({ state: "detached" })
    await announced(page)
  })

  it("of which no state was told yet is pending [DIALIN-16]", async () => {
    const page = await openDialIn(pages)
    await page.locator(".dial-in__number").waitFor()
    expect(await page.locator(".call-badge").count()).toBe(0)
    await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
    await badge(page).waitFor()
    expect(await badge(page).getAttribute("data-state")).toBe("pending")
  })

  it("is given up by its button, at once where the gateway knows of no call", async () => {
    const page = await openDialIn(pages, {
      width: 390,
      answers: callAnswers(({ _tag }) => (_tag === "EndDialIn" ? [] : undefined)),
    })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
    await page.getByRole("button", { name: "Annuleren" }).click()
    await pages.gateway.command("EndDialIn")
    await page.locator(".call-loader").waitFor({ state: "detached" })
    await page.locator(".call-badge").waitFor({ state: "detached" })
  })

  it("that ends before it is there uncovers the page and forgets its number [DIALIN-13]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
    await page.locator(".call-loader").waitFor()
    expect(await kept(page)).toContain("ivr-0001")
    tell(callTold("ended", 0, 0))
    await page.locator(".call-loader").waitFor({ state: "detached" })
    expect(await kept(page)).toBeNull()
  })

  it("is not asked about while the tab is hidden [DIALIN-11]", async () => {
    const page = await openHome({
      clock: "runs",
      prepare: (tab) =>
        tab.addInitScript(() => {
          Object.defineProperty(document, "hidden", {
            get: () => sessionStorage.getItem("hidden") === "1",
          })
        }),
    })
    const turn = (hidden: "0" | "1") =>
      page.evaluate((to) => {
        sessionStorage.setItem("hidden", to)
        document.dispatchEvent(new Event("visibilitychange"))
      }, hidden)
    tell(callTold("pending"))
    await page.locator(".call-loader").waitFor()
    await turn("1")
    const before = sent("CheckDialIn").length
    await page.clock.fastForward(5_000)
    expect(sent("CheckDialIn").length).toBe(before)
    await turn("0")
    await page.clock.fastForward(1_000)
    await expect.poll(() => sent("CheckDialIn").length).toBeGreaterThan(before)
  })

  it("that expires begins anew: the window opens again [DIALIN-15]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const asked = sent("OpenIvrSession").length
    tell(callTold("expired"))
    await page.getByRole("dialog", { name: "Betalen met je telefoon" }).waitFor()
    await expect.poll(() => sent("OpenIvrSession").length).toBe(asked + 1)
    expect(await page.locator(".call-loader").count()).toBe(0)
  })
})

describe("a call that goes on", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "light" },
        { width: 1_280, scheme: "dark" },
      ],
      [
        { width: 390, scheme: "dark" },
        { width: 1_280, scheme: "light" },
      ],
    ),
  )(
    "is announced and shown with its cost on every viewport, at $width [DIALIN-18]",
    async (screen) => {
      const page = await openInCall(screen)
      expect(await badge(page).getAttribute("data-state")).toBe("in_call")
      expect(await badge(page).isVisible()).toBe(true)
      await announced(page)
      await badge(page)
        .getByText(/^1:\d\d · (?:≈.)?€.0,8\d$/u)
        .waitFor()
      expect(await page.locator(".call-loader").count()).toBe(0)
      expect(await page.getByRole("dialog").count()).toBe(0)
      await pages.expectSound(page)
    },
  )

  it("closes the window of its number by its own word, and is announced [DIALIN-12]", async () => {
    const page = await openDialIn(pages, { answers: service })
    await page.locator(".dial-in__number").waitFor()
    tell(callTold("in_call", 1, 6))
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await announced(page)
    expect(sent("StartDialIn")).toEqual([])
  })

  it("makes the header higher; before and after it, it is as ever [SHELL-20]", async () => {
    const page = await openHome()
    expect(await headerHeight(page)).toBe(60)
    tell(callTold("in_call", 60, 85))
    await badge(page).getByText(/€/u).waitFor()
    expect(await headerHeight(page)).toBe(80)
    tell(callTold("ended", 61, 87))
    await expect.poll(() => headerHeight(page)).toBe(60)
  })

  it("is found again by a page that is loaded anew, and by none without one [DIALIN-20, DIALIN-21]", async () => {
    said = [callTold("in_call", 60, 85)]
    const again = await pages.open(
      { events: [...caller(), dialInStarted, callTold("in_call")], answers: service },
      { path: "/" },
    )
    await badge(again).getByRole("button", { name: "Ophangen" }).waitFor()
    expect(await headerHeight(again)).toBe(80)
    const without = await openHome()
    expect(await badge(without).count()).toBe(0)
  })

  it("is exact where the service says so, and about so in between", async () => {
    const page = await openInCall()
    tell(callTold("in_call", 90, 125))
    await badge(page)
      .getByText(/^1:3\d · ≈.€.1,2\d$/u)
      .waitFor()
  })

  it("is hung up by its button, and its end is told with time and cost [DIALIN-13, DIALIN-14]", async () => {
    const page = await openInCall({ width: 390 })
    expect(await kept(page)).toContain("ivr-0001")
    await badge(page).getByRole("button", { name: "Ophangen" }).click()
    await pages.gateway.command("EndDialIn")
    await page.getByText("Je gesprek is afgelopen: 3 min 12 s, € 2,56.").waitFor()
    expect(await kept(page)).toBeNull()
    await pages.gateway.told({ _tag: "WaitElapsed", name: "dial-in-reset" })
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.getByText("Je gesprek is afgelopen", { exact: false }).waitFor()
    await pages.expectSound(page)
  })

  it("is ended by logging in, which the windows say first, and leaves nothing of it [AUTH-14]", async () => {
    const page = await openInCall()
    for (const name of ["Inloggen", "Gratis aanmelden"]) {
      await page.getByRole("banner").getByRole("button", { name, exact: true }).click()
      await page.getByRole("dialog").getByText("hangen we op", { exact: false }).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    said = []
    pages.gateway.emit(loggedInFact(true))
    await badge(page).waitFor({ state: "detached" })
    await expect.poll(() => kept(page)).toBeNull()
    expect(await headerHeight(page)).toBe(60)
  })

  it("is said by no window where there is none", async () => {
    const page = await openHome()
    await page.getByRole("banner").getByRole("button", { name: "Inloggen", exact: true }).click()
    await page.getByRole("dialog").getByLabel("E-mailadres").waitFor()
    expect(await page.getByText("hangen we op", { exact: false }).count()).toBe(0)
  })
})

describe("the badge", () => {
  it("has another icon and text for each state [DIALIN-17]", async () => {
    const page = await openHome()
    const icons = new Set<string | null>()
    tell(callTold("pending"))
    await badge(page).getByText("We verbinden je gesprek").first().waitFor()
    icons.add(await icon(page))
    tell(callTold("in_call", 1, 6))
    await badge(page).getByText("In gesprek", { exact: true }).waitFor()
    icons.add(await icon(page))
    tell(callTold("ended", 2, 7))
    await badge(page).getByText("Gesprek afgelopen").first().waitFor()
    icons.add(await icon(page))
    expect(icons.size).toBe(3)
  })

  it.each([
    { width: 390, isShown: false },
    { width: 1_280, isShown: true },
  ])(
    "shows a pending, an ended and an expired call: $isShown at $width [DIALIN-18, DIALIN-19]",
    async ({ width, isShown }) => {
      const page = await openHome({ width })
      tell(callTold("pending"))
      const shown = page.locator(".call-badge")
      await shown.waitFor({ state: "attached" })
      expect(await shown.getAttribute("data-state")).toBe("pending")
      expect(await shown.isVisible()).toBe(isShown)
      tell(callTold("ended", 0, 0))
      await expect.poll(() => shown.getAttribute("data-state")).toBe("ended")
      expect(await shown.isVisible()).toBe(isShown)
      await shown.waitFor({ state: "detached" })
      tell(callTold("expired"))
      await expect.poll(() => shown.getAttribute("data-state")).toBe("ended")
      expect(await shown.isVisible()).toBe(isShown)
    },
  )
})

describe("a page that is loaded", () => {
  it("without a number asks for nothing and shows nothing [DIALIN-20]", async () => {
    const page = await openHome()
    expect(await page.locator(".call-badge").count()).toBe(0)
    expect(sent("CheckDialIn")).toEqual([])
  })

  it("with a number asks what became of the call, and shows it once it goes on [DIALIN-07, DIALIN-09, DIALIN-21]", async () => {
    const page = await openHome({ prepare: withNumber() })
    await pages.gateway.command("CheckDialIn")
    expect(await page.locator(".call-badge").count()).toBe(0)
    tell(callTold("in_call", 60, 85))
    await badge(page).getByText(/€.0,8/u).waitFor()
  })

  it.each<{ state: CallState; height: number }>([
    { state: "pending", height: 60 },
    { state: "in_call", height: 80 },
    { state: "ended", height: 60 },
    { state: "expired", height: 60 },
  ])(
    "with a call asks what became of it, and has a header $height high where it is $state, in every size [DIALIN-21, SHELL-20]",
    async ({ state, height }) => {
      // A page shows no end of a call that it did not know.
      said = [callTold(state === "ended" ? "pending" : state, 60, 85)]
      const page = await pages.open(
        { events: [...caller(), dialInStarted, callTold("pending")], answers: service },
        { path: "/", width: 390 },
      )
      await pages.gateway.command("CheckDialIn")
      const shown = page.locator(".call-badge")
      await shown.waitFor({ state: "attached" })
      if (state === "ended") tell(callTold("ended", 61, 87))
      const word = state === "expired" ? "ended" : state
      await expect.poll(() => shown.getAttribute("data-state")).toBe(word)
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await headerHeight(page)).toBe(height)
        const end = page.getByRole("banner").getByRole("button", { name: "Ophangen" })
        expect(await end.count()).toBe(state === "in_call" ? 1 : 0)
      }
    },
  )

  it("with an expired number asks for nothing", async () => {
    await openHome({ prepare: withNumber(NOW - 1) })
    expect(sent("CheckDialIn")).toEqual([])
  })

  it("on a phone asks no more once the number has expired [DIALIN-22]", async () => {
    const screen = { width: 390, device: "mobile", clock: "runs" } as const
    const page = await openHome({ prepare: withNumber(NOW + 8_000), ...screen })
    await expect.poll(() => sent("CheckDialIn").length, { timeout: 10_000 }).toBeGreaterThan(1)
    await page.clock.fastForward(20_000)
    const asked = sent("CheckDialIn").length
    await page.clock.fastForward(20_000)
    // What is told later comes later.
    await page.getByRole("banner").getByRole("button", { name: "Inloggen", exact: true }).click()
    await pages.gateway.told({ _tag: "DialogOpened", dialog: "logIn" })
    expect(sent("CheckDialIn")).toHaveLength(asked)
  })

  it("on a phone asks on while the number is good; elsewhere once [DIALIN-22]", async () => {
    await openHome({ prepare: withNumber(), width: 390, device: "mobile" })
    await expect.poll(() => sent("CheckDialIn").length, { timeout: 10_000 }).toBeGreaterThan(2)
    const page = await openHome({ prepare: withNumber(), clock: "runs" })
    await pages.gateway.command("CheckDialIn")
    await page.clock.fastForward(5_000)
    // What is told later comes later.
    await page.getByRole("banner").getByRole("button", { name: "Inloggen", exact: true }).click()
    await pages.gateway.told({ _tag: "DialogOpened", dialog: "logIn" })
    expect(sent("CheckDialIn")).toHaveLength(1)
    expect(pages.gateway.facts.filter(({ _tag }) => _tag === "WaitElapsed")).toEqual([])
  })

  it("hears of a call that another tab began, and offers no reload for it", async () => {
    const page = await openHome()
    pages.gateway.emit(dialInStarted)
    tell(callTold("in_call", 5, 11))
    await pages.gateway.command("CheckDialIn")
    await badge(page).waitFor()
    expect(await page.getByRole("button", { name: "Pagina herladen" }).count()).toBe(0)
  })
})

describe("a room that is paid by phone", () => {
  const callersOwn = { nickname: "anon1234567", creditsPerMinute: 0 }
  const byPhone = roomScript(caller(), (command) =>
    command._tag === "JoinRoom" && command.mode === "chat"
      ? [{ ...(roomJoined("chat") as EventOf<"RoomJoined">), ...callersOwn }]
      : command._tag === "JoinRoom" || command._tag === "LeaveRoom"
        ? undefined
        : service(command),
  )

  const enter = async (screen: { readonly width: number }) => {
    const page = await openRoom(pages, byPhone, screen)
    pages.gateway.emitAll([ivrOpened(), dialInStarted, callTold("in_call", 60, 85)])
    await page.getByRole("button", { name: "Privé gaan" }).first().click()
    await page.getByText("Je chat via de telefoon", { exact: false }).waitFor()
    return page
  }

  it.each([{ width: 390 }, { width: 1_280 }])(
    "shows the call's cost and ends it; nothing there costs credits, at $width [DIALIN-13]",
    async (screen) => {
      const page = await enter(screen)
      expect(await pages.gateway.command("JoinRoom")).toMatchObject({ performerId })
      expect(sent("JoinRoom").at(-1)).toMatchObject({ mode: "chat" })
      const bar = page.locator(".player .paid-bar")
      await bar.getByText(/€/u).waitFor()
      await pages.expectSound(page)
      for (const name of ["VIP aanvragen", "Privé gaan", "Camera aanzetten"]) {
        expect(await page.getByRole("button", { name }).count()).toBe(0)
      }
      expect(await page.getByRole("group", { name: "Fooi geven" }).count()).toBe(0)
      await bar.getByRole("button", { name: "Ophangen" }).click()
      await pages.gateway.command("EndDialIn")
      expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "dialin_stopped" })
      await page.getByText("Je telefoongesprek is afgelopen", { exact: false }).first().waitFor()
    },
  )

  it("keeps its cost and its end in sight where the player is scrolled away, and is not closed there", async () => {
    const page = await enter({ width: 390 })
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    const corner = page.locator(".mini-player")
    await corner.getByText(/€/u).waitFor()
    expect(await corner.getByRole("button", { name: "Mini-speler sluiten" }).count()).toBe(0)
    await pages.expectSound(page)
    await corner.getByRole("button", { name: "Ophangen" }).click()
    await pages.gateway.command("EndDialIn")
  })

  it("is written in without an account", async () => {
    const page = await enter({ width: 1_280 })
    await page.getByRole("textbox").first().fill("Hoi!")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("SendRoomMessage")).toMatchObject({ message: "Hoi!" })
  })
})
