/** Who could not see the picture of private and VIP: told so in place of the price, and never asked to pay. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages, variants } from "../../../screens/site-pages.fixture.ts"
import {
  cutOverPicture,
  giveTip,
  joinPaid,
  openRoom,
  paidTimeCharged,
  paidTimeStarted,
  roomScript,
} from "../../../screens/stream-pages.fixture.ts"
import { member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const AVAILABLE: Event = { _tag: "VideoAvailable", performerId }
const CHARGED = paidTimeCharged(0, 0, { isRunning: false })

const TEXTS = {
  nl: {
    path: "/profile/Mila",
    private: "Privé gaan",
    vip: "VIP aanvragen",
    price: /per minuut ≈/u,
    tabs: ["Privé", "Go VIP"],
    browser: /Privé en VIP werken niet in deze browser: hij toont geen bewegend beeld/u,
    form: /Privé en VIP werken hier niet: je browser kan het beeld van Mila niet afspelen/u,
    network: /Privé en VIP werken nu niet: het beeld komt niet bij je aan/u,
    yet: /Privé en VIP kunnen zodra er beeld is/u,
    again: "Opnieuw proberen",
    less: "Minder data: stilstaande beelden",
  },
  en: {
    path: "/en/profile/Mila",
    private: "Go private",
    vip: "Request VIP",
    price: /per minute ≈/u,
    tabs: ["Private", "Go VIP"],
    browser: /Private and VIP don’t work in this browser: it can’t show video/u,
    form: /Private and VIP don’t work here: your browser can’t play Mila’s video/u,
    network: /Private and VIP don’t work right now: the video isn’t reaching you/u,
    yet: /Private and VIP open once there’s video/u,
    again: "Try again",
    less: "Less data: still images",
  },
} as const
type Locale = keyof typeof TEXTS
const { nl } = TEXTS

const WITHOUT_CONNECTIONS = "delete globalThis.RTCPeerConnection"
const WITHOUT_FORMS = `RTCRtpReceiver.getCapabilities = () => ({ codecs: [{ mimeType: "video/AV1" }] })`

const actions = (page: Page) => page.locator(".actions")
const button = (page: Page, name: string) =>
  actions(page).getByRole("button", { name, exact: true })
const paidFor = () =>
  pages.gateway.commands.filter(
    (command) =>
      command._tag === "RequestVip" || (command._tag === "JoinRoom" && command.mode !== "free"),
  )
const before = (script: string): Screen => ({ prepare: (page) => page.addInitScript(script) })

/** In her free room, where every offer to watch is answered so. */
const open = async (
  status: () => number,
  screen: Screen = {},
  locale: Locale = "nl",
  answers: (command: Command) => ReadonlyArray<Event> | undefined = () => undefined,
) => {
  const watch = () => Promise.resolve({ status: status() })
  const script = roomScript(member(locale), answers, {
    pictures: { watch, end: () => Promise.resolve(true) },
  })
  const page = await openRoom(pages, script, { ...screen, path: TEXTS[locale].path })
  pages.gateway.emit(AVAILABLE)
  return page
}
const panel = (page: Page) => page.getByRole("tabpanel")
const chooseTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click()
const isBarred = async (page: Page, text: RegExp, locale: Locale = "nl") => {
  const texts = TEXTS[locale]
  await actions(page).getByRole("status").filter({ hasText: text }).waitFor()
  expect(await button(page, texts.private).count()).toBe(0)
  expect(await button(page, texts.vip).count()).toBe(0)
  expect(await actions(page).getByText(texts.price).count()).toBe(0)
  expect(paidFor()).toEqual([])
}

describe("private and VIP", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "nl" },
      ],
    ),
  )(
    "are closed to a browser that shows no moving picture, which is said before any price, at $width in $scheme, $locale [SHOWN-01]",
    async ({ locale, ...screen }) => {
      const page = await open(() => 404, { ...screen, ...before(WITHOUT_CONNECTIONS) }, locale)
      await isBarred(page, TEXTS[locale].browser, locale)
      // Where somebody looks for the price first, which on a phone is far above the bar.
      for (const tab of TEXTS[locale].tabs) {
        await chooseTab(page, tab)
        await panel(page).getByText(TEXTS[locale].browser).waitFor()
        expect(await panel(page).getByText(TEXTS[locale].price).count()).toBe(0)
      }
      // What is free, and what is given, stays: the stills in the player, the chat, a tip.
      expect(await actions(page).locator(".tips").count()).toBe(1)
      await page.locator(".player canvas[data-shown=true]").waitFor()
      await pages.expectSound(page)
      await chooseTab(page, TEXTS[locale].tabs[0])
      await page.locator(".chat__form input").fill("Goedenavond")
      await page.keyboard.press("Enter")
      expect(await pages.gateway.command("SendRoomMessage")).toMatchObject({
        message: "Goedenavond",
      })
      await giveTip(page, /^(?:knipoog|wink), 50\scredits$/u)
      expect(await pages.gateway.command("SendTip")).toMatchObject({ amount: 50 })
      expect(paidFor()).toEqual([])
    },
  )

  it("are closed to a browser that can decode nothing of what comes [SHOWN-01]", async () => {
    const page = await open(() => 404, before(WITHOUT_FORMS))
    await isBarred(page, nl.browser)
  })

  it("are closed where the performer's picture has a format that this browser does not support [SHOWN-02]", async () => {
    const page = await open(() => 406)
    await isBarred(page, nl.form)
    expect(await button(page, nl.again).count()).toBe(0)
  })

  it("are closed where the picture did not come, until trying again shows no reason against it [SHOWN-02]", async () => {
    let status = 403
    const page = await open(() => status)
    await isBarred(page, nl.network)
    await chooseTab(page, "Privé")
    await panel(page).getByText(nl.network).waitFor()
    // Her answer is now that there is nothing to see: it is not this browser's fault any more.
    status = 404
    await button(page, nl.again).click()
    await button(page, nl.private).waitFor()
    await button(page, nl.vip).waitFor()
    expect(await page.getByText(nl.network).count()).toBe(0)
    await panel(page).getByText(nl.price).waitFor()
  })

  it("wait for a first picture that is tried again by itself [SHOWN-02]", async () => {
    const page = await open(() => 503)
    await isBarred(page, nl.yet)
  })

  it.each([
    [256, 403],
    [400, 503],
  ])("show the whole reason in little room, at 320 by %s [DISPLAY-02]", async (height, status) => {
    const page = await open(() => status, { width: 320, height })
    const said = page.locator(".picture-notice").locator(".picture-notice__text, button")
    await said.first().waitFor()
    await isBarred(page, status === 403 ? nl.network : nl.yet)
    expect(await cutOverPicture(page)).toEqual([])
  })

  it.each(["chat", "vip"] as const)(
    "are open to a visitor who has chosen stills, whatever came before, and show the moving picture: %s [SHOWN-03]",
    async (mode) => {
      let offers = 0
      const page = await open(() => {
        offers += 1
        return 403
      })
      await isBarred(page, nl.network)
      await page.locator(".player").getByRole("button", { name: nl.less, exact: true }).click()
      await button(page, nl.private).waitFor()
      await button(page, nl.vip).waitFor()
      await page.locator(".player canvas[data-shown=true]").waitFor()
      const before = offers
      await joinPaid(pages, page, mode, [paidTimeStarted(mode), AVAILABLE])
      expect(paidFor()).toMatchObject(
        mode === "vip"
          ? [
              { _tag: "RequestVip", showsPicture: true },
              { mode, showsPicture: true },
            ]
          : [{ mode, showsPicture: true }],
      )
      await expect.poll(() => offers).toBe(before + 1)
      expect(await page.locator(".player canvas[data-shown=true]").count()).toBe(0)
    },
  )

  it.each(["chat", "vip"] as const)(
    "are asked for with the promise that the page reports what it sees: %s [SHOWN-04]",
    async (mode) => {
      const page = await open(() => 404)
      await joinPaid(pages, page, mode)
      expect(paidFor().map((command) => "showsPicture" in command && command.showsPicture)).toEqual(
        mode === "vip" ? [true, true] : [true],
      )
    },
  )

  it("say that nothing is charged while the picture does not come [SHOWN-04]", async () => {
    const page = await open(() => (paidFor().length > 0 ? 403 : 404), { width: 320, height: 256 })
    await joinPaid(pages, page, "chat", [paidTimeStarted(), AVAILABLE, CHARGED])
    await page.getByText("Het beeld komt niet bij je aan. Je betaalt nu niets.").waitFor()
    await page.locator(".picture-notice").getByRole("button", { name: nl.again }).waitFor()
    expect(await cutOverPicture(page)).toEqual([])
    expect(pages.gateway.facts.some(({ _tag }) => _tag === "PictureSeen")).toBe(false)
  })
})
