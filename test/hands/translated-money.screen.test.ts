/**
 * Everything that costs credits while a translator works on the page: the wallet, the meter, tips, VIP, a pause and
 * the way out, in the built site before a scripted gateway. Each translator answers late, with marked words, after
 * React has hydrated the page; both kinds of translator are tested.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import { sitePages, variants } from "@foldcast/web/screens/site-pages.fixture"
import {
  openRoom,
  paidSession,
  paidTimeCharged,
  paidTimeStarted,
  roomScript,
  said,
} from "@foldcast/web/screens/stream-pages.fixture"
import { creditsFact, member, started } from "@foldcast/web/screens/visit-facts.fixture"
import { type Moment, showOriginal } from "../support/foreign-hands.ts"
import { buys, BUNDLES } from "./bought.ts"
import { expectTrue, textOf, translatedBy, TRANSLATORS } from "./translated.ts"

const pages = sitePages()

/** The walks (walk.screen.test.ts) start at the other moments. */
const MOMENTS = {
  "page-translator": ["before", "during", "after"],
  "in-place-translator": variants(["after"], ["before", "during"]),
} as const satisfies Record<(typeof TRANSLATORS)[number], ReadonlyArray<Moment>>
const button = (page: Page, name: RegExp) => page.getByRole("button", { name })

describe.each(TRANSLATORS)("with a %s", (hand) => {
  it("the button orders the amount that it names, whichever bundle is chosen [HANDS-01]", async () => {
    const page = await pages.open({ events: member(), answers: buys }, translatedBy(hand))
    await button(page, /credits kopen/u).click()
    for (const { id, costCents } of [...BUNDLES, ...BUNDLES.slice(0, 1)]) {
      await page.locator(`input[value="${id}"]`).check({ force: true })
      const amount = `€ ${(costCents / 100).toFixed(2).replace(".", ",")}`
      await expect
        .poll(() => textOf(page, ".wallet-footer .ui-button--primary"))
        .toBe(`Betaal ${amount} met iDEAL`)
      await expectTrue(pages, page)
    }
    await page.locator(".wallet-footer .ui-button--primary").click()
    expect(await pages.gateway.command("OpenPaymentSession")).toMatchObject({ bundleId: "b1" })
    await page.locator(".outcome").waitFor()
    await expectTrue(pages, page)
    pages.gateway.emitAll([
      {
        _tag: "BundleBought",
        sessionId: "ps_1",
        bundleId: "b1",
        credits: 600,
        amountCents: 990,
        transactionId: "tx_1",
      },
      creditsFact(1_834),
    ])
    await page.locator(".outcome--success").waitFor()
    await expect.poll(() => textOf(page, ".credits-button__amount span")).toBe("1.834")
    await expectTrue(pages, page)
  })

  it.each<Moment>(MOMENTS[hand])(
    "from %s on: private begins, is metered, can be left, and free chat goes on [HANDS-02]",
    async (when) => {
      const page = await openRoom(pages, roomScript(member()), translatedBy(hand, when))
      await expectTrue(pages, page)
      await page.locator(".actions .ui-button--primary").first().click()
      await expect
        .poll(() =>
          pages.gateway.commands.some(
            (command) => command._tag === "JoinRoom" && command.mode === "chat",
          ),
        )
        .toBe(true)
      pages.gateway.emitAll([paidTimeStarted(), paidTimeCharged(10, 3)])
      await expect.poll(() => textOf(page, ".meter dd")).toMatch(/^0:0[4-9]$/u)
      await expectTrue(pages, page)
      pages.gateway.emitAll([paidTimeCharged(70, 63), creditsFact(1_164), said("one", "Hoi daar")])
      await expect.poll(() => textOf(page, ".meter dd")).toMatch(/^1:/u)
      await expect.poll(() => textOf(page, ".credits-button__amount span")).toBe("1.164")
      await expectTrue(pages, page)
      if (when === "after") {
        await showOriginal(page)
        await expectTrue(pages, page)
        pages.gateway.emitAll([
          paidTimeCharged(130, 123),
          creditsFact(1_104),
          said("two", "Nog steeds"),
        ])
        await expect.poll(() => textOf(page, ".meter dd")).toMatch(/^2:/u)
        await expect.poll(() => textOf(page, ".credits-button__amount span")).toBe("1.104")
        await expectTrue(pages, page)
      }
      await page.locator(".paid-bar .ui-button").first().click()
      await pages.gateway.command("LeaveRoom")
      pages.gateway.emit({
        _tag: "PaidTimeEnded",
        ...paidSession(),
        credits: 70,
        seconds: 70,
        reason: "left",
        movementIds: ["tr_one"],
      })
      await expect.poll(() => textOf(page, ".receipt dd")).toBe("1:10")
      await expectTrue(pages, page)
    },
  )

  it("a tip is given once, VIP is asked for, taken back and declined [HANDS-02]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), (command) =>
        command._tag === "SendTip"
          ? [
              {
                _tag: "TipReceived",
                performerId,
                tipId: "t1",
                from: "noor",
                amount: command.amount,
                tipType: command.tipType,
                message: command.message,
                isPublic: command.isPublic,
              },
            ]
          : undefined,
      ),
      translatedBy(hand),
    )
    await page.locator(".tips__row .ui-button").first().click()
    await pages.gateway.command("SendTip")
    await page.locator(".room-notes [role=status] span").first().waitFor()
    await expectTrue(pages, page)
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "SendTip")).toHaveLength(1)
    await page.getByRole("group", { name: "VIP" }).getByRole("button").first().click()
    await pages.gateway.command("RequestVip")
    await expectTrue(pages, page)
    pages.gateway.emit({ _tag: "VipDeclined", performerId, reason: "Straks" })
    await page.locator(".room-notes [role=status] span").first().waitFor()
    await expectTrue(pages, page)
  })

  it("VIP that is accepted is held, metered, and ended after its question [HANDS-02]", async () => {
    const page = await openRoom(pages, roomScript(member()), translatedBy(hand))
    await page.getByRole("group", { name: "VIP" }).getByRole("button").first().click()
    await pages.gateway.command("RequestVip")
    pages.gateway.emitAll([
      { _tag: "VipAccepted", performerId },
      { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 30 },
      creditsFact(1_194),
    ])
    const joins = () =>
      pages.gateway.commands.filter(
        (command) => command._tag === "JoinRoom" && command.mode === "vip",
      ).length
    await expect.poll(joins).toBe(1)
    await expectTrue(pages, page)
    pages.gateway.emitAll([paidTimeStarted("vip"), paidTimeCharged(40, 10, { mode: "vip" })])
    await expect.poll(() => textOf(page, ".meter dd")).toMatch(/^0:1\d$/u)
    await expectTrue(pages, page)
    pages.gateway.emitAll([paidTimeCharged(280, 70, { mode: "vip" }), creditsFact(954)])
    await expect.poll(() => textOf(page, ".meter dd")).toMatch(/^1:1\d$/u)
    await expect.poll(() => textOf(page, ".credits-button__amount span")).toBe("954")
    await expectTrue(pages, page)
    await page.locator(".paid-bar .ui-button").first().click()
    await page.getByRole("alertdialog").getByRole("button").last().click()
    expect(joins()).toBe(1)
    await pages.gateway.command("StopVip")
    pages.gateway.emitAll([
      {
        _tag: "PaidTimeEnded",
        ...paidSession("vip"),
        credits: 280,
        seconds: 70,
        reason: "left",
        movementIds: ["tr_one"],
      },
      { _tag: "VipStopped", performerId },
      { _tag: "RoomLeft", performerId, reason: "requested" },
    ])
    await expect.poll(() => textOf(page, ".receipt dd")).toBe("1:10")
    await expectTrue(pages, page)
  })

  it("a pause and its end leave the free stream as it was [HANDS-02]", async () => {
    const page = await openRoom(pages, roomScript(member()), translatedBy(hand))
    for (const mode of ["paused", "free", "offline", "free"] as const) {
      pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode })
      await expectTrue(pages, page)
    }
    await page.locator(".player__controls").waitFor()
  })

  it("a wrong password keeps the window, with what is wrong, and what was typed [HANDS-03]", async () => {
    const page = await pages.open(
      {
        events: [started("nl")],
        answers: ({ _tag }) =>
          _tag === "LogIn" ? [{ _tag: "LogInRefused", label: "incorrectPassword" }] : undefined,
      },
      { ...translatedBy(hand), path: "/?openPopup=logIn" },
    )
    await page
      .getByRole("banner")
      .getByRole("button", { name: /Inloggen/u })
      .first()
      .click()
    await page.locator("input[name=email]").fill("noor@example.com")
    for (const password of ["geheim1", "geheim2"]) {
      await page.locator("input[name=password]").fill(password)
      await page.locator("input[name=password]").press("Enter")
      await page.locator(".site-form__told").waitFor()
      await expectTrue(pages, page)
    }
    expect(await page.locator("input[name=email]").inputValue()).toBe("noor@example.com")
  })
})
