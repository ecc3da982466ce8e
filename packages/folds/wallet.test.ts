import { describe, expect, it } from "vitest"
import type { TabId } from "@foldcast/contracts/ids"
import type { BundleTag } from "@foldcast/contracts/stream/wallet"
import { TestLog } from "./log.fixtures.ts"
import {
  chosenBundle,
  chosenMethod,
  loadWallet,
  offers,
  shownBundles,
  shownTopUp,
} from "./wallet.ts"
import { bundleFixture, walletLoaded } from "./wallet.fixtures.ts"

const opened = () => new TestLog().fact({ _tag: "WalletOpened" }).event(walletLoaded)

const preselectedOf = (tags: ReadonlyArray<ReadonlyArray<BundleTag>>) =>
  new TestLog()
    .event({ ...walletLoaded, bundles: tags.map((each, i) => bundleFixture(`b${i + 1}`, each)) })
    .fact({ _tag: "WalletOpened" }).state.wallet.basket?.bundleId

describe("the wallet", () => {
  it("holds content, variant, whether it shows, and the basket", () => {
    expect(opened().state.wallet).toEqual({
      content: { ...walletLoaded, _tag: undefined },
      refusal: null,
      open: true,
      basket: { bundleId: "b2", methodId: "10", subOptionId: null },
    })
  })

  it("shows at most the first five bundles [WALLET-12]", () => {
    expect(shownBundles(opened().state).map(({ id }) => id)).toEqual(["b1", "b2", "b3", "b4", "b5"])
  })

  it("preselects the bundle tagged default among those shown, else the first [WALLET-20]", () => {
    expect(preselectedOf([[], ["bestDeal"], ["mostBought", "default"]])).toBe("b3")
    expect(preselectedOf([[], ["bestDeal"]])).toBe("b1")
    expect(preselectedOf([[], [], [], [], [], ["default"]])).toBe("b1")
    expect(preselectedOf([])).toBeUndefined()
  })

  it("resets the basket whenever it opens [WALLET-19]", () => {
    const log = opened()
      .fact({ _tag: "BundleChosen", bundleId: "b4" })
      .fact({ _tag: "WalletClosed" })
    expect(log.state.wallet).toMatchObject({ open: false, basket: { bundleId: "b4" } })
    log.fact({ _tag: "WalletOpened" })
    expect(log.state.wallet).toMatchObject({ open: true, basket: { bundleId: "b2" } })
  })

  it("fills the basket with the bundle that is picked, and with none that is not shown [WALLET-21]", () => {
    const log = opened().fact({ _tag: "BundleChosen", bundleId: "b3" })
    expect(chosenBundle(log.state)?.id).toBe("b3")
    log.fact({ _tag: "BundleChosen", bundleId: "b6" })
    expect(chosenBundle(log.state)?.id).toBe("b3")
  })

  it("has in the basket what it needs of a bundle: id, price, credits and bonus [WALLET-08]", () => {
    const log = opened().fact({ _tag: "BundleChosen", bundleId: "b3" })
    expect(log.state.wallet.basket?.bundleId).toBe("b3")
    expect(chosenBundle(log.state)).toMatchObject({
      id: "b3",
      costCents: expect.any(Number),
      credits: expect.any(Number),
      bonusMinutes: expect.any(Number),
    })
  })

  it("preselects the language's default method only where it is offered [WALLET-45]", () => {
    expect(chosenMethod(opened().state)?.id).toBe("10")
    const other = { ...walletLoaded, defaultMethodId: "ideal" }
    const log = new TestLog().event(other).fact({ _tag: "WalletOpened" })
    expect(chosenMethod(log.state)).toBeNull()
  })

  it("takes a sub-option only of the method it belongs to [WALLET-23]", () => {
    const log = opened().fact({ _tag: "PaymentMethodChosen", id: "436", subOptionId: "bank-1" })
    expect(log.state.wallet.basket).toMatchObject({ methodId: "436", subOptionId: "bank-1" })
    log.fact({ _tag: "PaymentMethodChosen", id: "10", subOptionId: "bank-1" })
    expect(log.state.wallet.basket).toMatchObject({ methodId: "10", subOptionId: null })
    log.fact({ _tag: "PaymentMethodChosen", id: "unheard" })
    expect(log.state.wallet.basket).toMatchObject({ methodId: "10" })
  })

  it("keeps a choice over a refresh as long as it is still offered", () => {
    const log = opened()
      .fact({ _tag: "BundleChosen", bundleId: "b3" })
      .fact({ _tag: "PaymentMethodChosen", id: "436", subOptionId: "bank-1" })
      .event(walletLoaded)
    expect(log.state.wallet.basket).toEqual({
      bundleId: "b3",
      methodId: "436",
      subOptionId: "bank-1",
    })
    log.event({ ...walletLoaded, bundles: [bundleFixture("b9")], paymentOptions: [] })
    expect(log.state.wallet.basket).toEqual({ bundleId: "b9", methodId: null, subOptionId: null })
  })

  describe("of who is short of credits", () => {
    const topUp = { ...bundleFixture("topup-152"), credits: 152, costCents: 251 }
    const short = () =>
      new TestLog().fact({ _tag: "WalletOpened", short: 80 }).event({ ...walletLoaded, topUp })

    it("offers what is missing beside the five bundles, and preselects it never [WALLET-51]", () => {
      const { state } = short()
      expect(shownTopUp(state)).toEqual(topUp)
      expect(shownBundles(state)).toHaveLength(5)
      expect(offers(state).map(({ id }) => id)).toEqual(["b1", "b2", "b3", "b4", "b5", topUp.id])
      expect(chosenBundle(state)?.id).toBe("b2")
      expect(loadWallet(state)).toEqual({ _tag: "LoadWallet", short: 80 })
      const alone = short().event({ ...walletLoaded, bundles: [], topUp })
      expect(chosenBundle(alone.state)).toBeNull()
    })

    it("has it in the basket once it is picked, until the wallet opens for something else", () => {
      const log = short().fact({ _tag: "BundleChosen", bundleId: topUp.id })
      expect(chosenBundle(log.state)).toEqual(topUp)
      log.event({ ...walletLoaded, topUp })
      expect(chosenBundle(log.state)).toEqual(topUp)
      log.fact({ _tag: "WalletClosed" }).fact({ _tag: "WalletOpened" })
      expect(shownTopUp(log.state)).toBeNull()
      expect(chosenBundle(log.state)?.id).toBe("b2")
      log.fact({ _tag: "BundleChosen", bundleId: topUp.id })
      expect(chosenBundle(log.state)?.id).toBe("b2")
      expect(loadWallet(log.state)).toEqual({ _tag: "LoadWallet" })
    })

    it("shows none that was made for another shortage", () => {
      const log = short().fact({ _tag: "WalletClosed" }).fact({ _tag: "WalletOpened", short: 400 })
      expect(shownTopUp(log.state)).toBeNull()
    })

    it("keeps it over a reload, and for the retry of a payment that the wallet was closed over", () => {
      const basket = { bundleId: topUp.id, methodId: "10", subOptionId: null }
      const slice = { dialog: "wallet", basket, short: 80, openSessionIds: ["s-1"] } as const
      const log = new TestLog().fact({ _tag: "TabRestored", tab: "tab-1" as TabId, slice })
      expect(loadWallet(log.state)).toEqual({ _tag: "LoadWallet", short: 80 })
      log.fact({ _tag: "WalletClosed" }).fact({ _tag: "WalletOpened" })
      log.event({ ...walletLoaded, topUp })
      expect(chosenBundle(log.state)).toEqual(topUp)
      log.event({ _tag: "PaymentFailed", sessionId: "s-1", reasonCode: 309 })
      expect(chosenBundle(log.state)).toEqual(topUp)
    })

    it("offers it no more after it was bought", () => {
      const bought = { bundleId: topUp.id, credits: 152, amountCents: 251, transactionId: "t-1" }
      const slice = { dialog: "wallet", basket: null, short: 80, openSessionIds: ["s-1"] } as const
      const log = new TestLog()
        .fact({ _tag: "TabRestored", tab: "tab-1" as TabId, slice })
        .event({ ...walletLoaded, topUp })
        .event({ _tag: "BundleBought", sessionId: "s-1", ...bought })
      expect(shownTopUp(log.state)).toBeNull()
    })
  })

  it("says why it could not be loaded, until it is asked for again", () => {
    const log = opened().event({ _tag: "WalletRefused", label: "unavailable" })
    expect(log.state.wallet.refusal).toEqual({ label: "unavailable", reference: null })
    log.fact({ _tag: "WalletClosed" }).fact({ _tag: "WalletOpened" })
    expect(log.state.wallet.refusal).toBeNull()
  })

  it("is closed by another dialog", () => {
    const log = opened().fact({ _tag: "DialogOpened", dialog: "logIn" })
    expect(log.state.wallet.open).toBe(false)
    expect(log.state.dialogs.open).toBe("logIn")
  })
})
