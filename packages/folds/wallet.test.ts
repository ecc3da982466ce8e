import { describe, expect, it } from "vitest"
import type { BundleTag } from "@foldcast/contracts/stream/wallet"
import { TestLog } from "./log.fixtures.ts"
import { chosenBundle, chosenMethod, shownBundles } from "./wallet.ts"
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
