/** Tests that windows say why they opened, and that what was wanted is offered again once it is possible (ADR 0065). */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Command } from "@foldcast/contracts/commands/command"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import { sitePages } from "../../../screens/site-pages.fixture.ts"
import { openRoom, roomScript } from "../../../screens/stream-pages.fixture.ts"
import {
  creditsFact,
  guest,
  loggedInFact,
  member,
  registered,
} from "../../../screens/visit-facts.fixture.ts"
import { bundleOf, walletLoadedFact } from "../../../screens/wallet-facts.fixture.ts"

const pages = sitePages()

const paidJoins = () =>
  pages.gateway.commands.filter((it) => it._tag === "JoinRoom" && it.mode !== "free").length
const asked = (tag: Command["_tag"]) =>
  pages.gateway.commands.filter(({ _tag }) => _tag === tag).length
const dialog = (page: Page, text: string) => page.getByRole("dialog").filter({ hasText: text })
const offer = (page: Page, text: string) => page.locator(".ui-banner").filter({ hasText: text })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("data-action") ?? null)

const sessionId = "ps_00000001"

describe("what a guest wanted in a room", () => {
  it.each([
    ["Om privé te gaan met Mila", "private", /^Privé gaan$/u, "Je wilde privé gaan met Mila."],
    ["Voor VIP met Mila", "vip", /^VIP aanvragen$/u, "Je wilde in VIP met Mila."],
    ["Om Mila een fooi te geven", "tip", /^Fooi$/u, "Je wilde Mila een fooi geven."],
  ])(
    "is the reason of registration and offered after it, without beginning by itself: %s",
    async (what, action, button, text) => {
      const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }), {
        width: action === "vip" ? 1_280 : 390,
      })
      await page.locator(`[data-action=${action}]`).and(page.getByRole("button")).first().waitFor()
      await page.getByRole("button", { name: button }).first().dispatchEvent("click")
      const window = dialog(page, `${what} heb je een account nodig.`)
      await window.waitFor()
      await pages.expectSound(page)
      pages.gateway.emitAll([registered, loggedInFact(true), creditsFact(600)])
      await window.waitFor({ state: "detached" })
      await offer(page, text).getByRole("button", { name: "Verder" }).click()
      await expect.poll(() => focused(page)).toBe(action)
      await offer(page, text).waitFor({ state: "detached" })
      expect([paidJoins(), asked("RequestVip"), asked("SendTip")]).toEqual([0, 0, 0])
    },
  )

  it("is forgotten with the window: a log-in that is opened by itself says no reason and offers nothing", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    const reason = page.getByText("heb je een account nodig")
    await page.getByRole("button", { name: "Privé gaan" }).click()
    await reason.waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Sluiten" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    expect(await reason.count()).toBe(0)
    pages.gateway.emitAll([loggedInFact(true), creditsFact(600)])
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Privé gaan" }).waitFor()
    expect(await page.getByText("Je wilde").count()).toBe(0)
  })
})

describe("what credits were too few for", () => {
  it("is the reason of the wallet and offered after a purchase, also where the page was left for the bank", async () => {
    const script = roomScript(member("nl", 30), (command) => {
      switch (command._tag) {
        case "JoinRoom":
          return command.mode === "free"
            ? undefined
            : [
                {
                  _tag: "RoomJoinRefused",
                  performerId,
                  mode: command.mode,
                  label: TOO_FEW_CREDITS_LABEL,
                },
              ]
        case "LoadWallet":
          return [walletLoadedFact([bundleOf("b1")])]
        case "OpenPaymentSession":
          return [{ _tag: "PaymentSessionOpened", sessionId, paymentURL: "about:blank#bank" }]
        default:
          return undefined
      }
    })
    const page = await openRoom(pages, script, { width: 1_280 })
    await page.getByRole("button", { name: "Privé gaan" }).click()
    await page
      .getByRole("dialog", { name: "Niet genoeg credits" })
      .getByRole("button", { name: "Credits kopen" })
      .click()
    const wallet = dialog(page, "Om privé te gaan met Mila heb je credits nodig.")
    await wallet.waitFor()
    await pages.expectSound(page)
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 9,99" }).click()
    await (await popup).close()
    await page.getByRole("heading", { name: "Het betaaltabblad is gesloten" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: /betaling/u, level: 3 }).waitFor()
    await page.locator(".player").getByRole("group", { name: "Bediening" }).waitFor()
    pages.gateway.emitAll([
      {
        _tag: "BundleBought",
        sessionId,
        bundleId: "b1",
        credits: 600,
        amountCents: 999,
        transactionId: "tx_1",
      },
      creditsFact(630),
    ])
    const joins = paidJoins()
    await page.getByRole("heading", { name: /Betaling gelukt/u }).waitFor()
    await page.keyboard.press("Escape")
    await offer(page, "Je wilde privé gaan met Mila.")
      .getByRole("button", { name: "Verder" })
      .click()
    await expect.poll(() => focused(page)).toBe("private")
    expect(paidJoins()).toBe(joins)
  })
})

describe("a window of accounts", () => {
  it("says that a heart needs an account, and that a page needs a log-in", async () => {
    const page = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    await page.locator(".performer-nav .favourite-button").click()
    await dialog(page, "Om Mila te bewaren heb je een account nodig.").waitFor()
    const settings = await pages.open({ events: guest() }, { path: "/?next=settings" })
    await dialog(settings, "Log in om je instellingen te openen.").waitFor()
    await pages.expectSound(settings)
  })
})
