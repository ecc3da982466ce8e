/** The guarantees about money on screen. */
import { describe, expect, it } from "vitest"
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import { CommandId } from "@foldcast/contracts/ids"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { commandId, TestLog } from "./log.fixtures.ts"
import { isPaymentInFlight } from "./payment.ts"
import { walletLoaded } from "./wallet.fixtures.ts"

type TabSlice = ClientFactOf<"TabRestored">["slice"]

/** A UUID as browsers generate it, and the reference that a screen shows. */
const checkout = CommandId.make("3f2b8c1e-9d7a-4c55-b1aa-0b0000000021")
const reference = "0000-0011"

/** Neither the bundle nor the method that the wallet preselects. */
const CHOSEN = { bundleId: "b4", methodId: "436", subOptionId: "bank-1" }

const opening = () =>
  new TestLog()
    .event(walletLoaded)
    .fact({ _tag: "WalletOpened" })
    .fact({ _tag: "BundleChosen", bundleId: CHOSEN.bundleId })
    .fact({ _tag: "PaymentMethodChosen", id: "436", subOptionId: "bank-1" })
    .fact({ _tag: "CheckoutStarted", commandId: checkout, payWindow: "opened" })
    .fact({ _tag: "CommandSent", commandId: checkout, command: "OpenPaymentSession" })

const atBank = () =>
  opening().event(
    { _tag: "PaymentSessionOpened", sessionId: "s1", paymentURL: "https://bank.invalid/s1" },
    checkout,
  )

const bought = (sessionId: string, transactionId = `t-${sessionId}`): EventOf<"BundleBought"> => ({
  _tag: "BundleBought",
  sessionId,
  bundleId: "b4",
  credits: 600,
  amountCents: 999,
  transactionId,
})

const failed = (sessionId: string, reasonCode = 309): EventOf<"PaymentFailed"> => ({
  _tag: "PaymentFailed",
  sessionId,
  reasonCode,
})

const restored = (payments: Partial<TabSlice> & Pick<TabSlice, "openSessionIds">) =>
  new TestLog().fact({
    _tag: "TabRestored",
    tab: "tab-1" as never,
    slice: { dialog: null, basket: null, ...payments },
  })

describe("a payment", () => {
  it("is in flight from checkout until the bank's answer", () => {
    expect(isPaymentInFlight(new TestLog().state)).toBe(false)
    expect(isPaymentInFlight(opening().state)).toBe(true)
    expect(isPaymentInFlight(atBank().state)).toBe(true)
    expect(isPaymentInFlight(atBank().event(bought("s1")).state)).toBe(false)
    expect(isPaymentInFlight(atBank().event(failed("s1")).state)).toBe(false)
  })

  it("goes to the bank only with the answer to its own checkout [WALLET-25]", () => {
    expect(atBank().state.payment.current).toEqual({
      _tag: "AtBank",
      sessionId: "s1",
      paymentURL: "https://bank.invalid/s1",
      payWindow: "opened",
    })
    const other = opening().event(
      { _tag: "PaymentSessionOpened", sessionId: "s9", paymentURL: "https://bank.invalid/s9" },
      commandId("earlier"),
    )
    expect(other.state.payment.current._tag).toBe("Opening")
    expect(other.state.payment.openSessionIds).toEqual(["s9"])
  })

  it("succeeds when the bundle was bought, keeps what was bought and resets the basket [WALLET-32]", () => {
    const { payment, wallet } = atBank().event(bought("s1")).state
    expect(payment.current).toMatchObject({ _tag: "Succeeded", credits: 600, amountCents: 999 })
    expect(payment.openSessionIds).toEqual([])
    // What the wallet preselects, and nothing of what was chosen.
    expect(wallet.basket).not.toBeNull()
    expect(wallet.basket?.bundleId).toBe("b2")
    expect(wallet.basket?.methodId).not.toBe(CHOSEN.methodId)
    expect(wallet.basket?.subOptionId ?? null).toBeNull()
  })

  it("fails with the reason's code and keeps the basket for the retry [WALLET-34]", () => {
    const { payment, wallet } = atBank().event(failed("s1", 299)).state
    expect(payment.current).toEqual({ _tag: "Failed", reasonCode: 299, reference: null })
    expect(wallet.basket).toEqual(CHOSEN)
  })

  it("keeps the basket after every outcome that offers a retry, also where the wallet was closed meanwhile [WALLET-34, WALLET-36]", () => {
    const ends: ReadonlyArray<(log: TestLog) => TestLog> = [
      (log) => log.event(failed("s1", 302)),
      (log) => log.fact({ _tag: "PayWindowClosed" }),
    ]
    const ended = [
      ...ends.map((end) => end(atBank())),
      ...ends.map((end) => end(atBank().fact({ _tag: "WalletClosed" }))),
      opening().event({ _tag: "PaymentSessionRefused", label: "no" }, checkout),
      opening().event({ _tag: "PaymentSessionUnknown" }, checkout),
      opening().fact({ _tag: "CommandFailed", commandId: checkout, label: NO_ANSWER }),
    ]
    for (const log of ended) {
      log.fact({ _tag: "WalletOpened" }).event(walletLoaded).fact({ _tag: "PaymentRetried" })
      expect(log.state.wallet.basket).toEqual(CHOSEN)
    }
  })

  it("keeps the basket over a reload that waits for the bank, however it ends but for a purchase [WALLET-34]", () => {
    for (const dialog of ["wallet", null] as const) {
      const reloaded = () =>
        restored({ openSessionIds: ["s1"], awaitedSessionId: "s1", dialog, basket: CHOSEN })
          .fact({ _tag: "WalletOpened" })
          .event(walletLoaded)
      const retried = reloaded().event(failed("s1")).fact({ _tag: "PaymentRetried" })
      expect(retried.state.wallet.basket).toEqual(CHOSEN)
      expect(reloaded().event(bought("s1")).state.wallet.basket?.bundleId).toBe("b2")
    }
  })

  it("leaves the basket alone where an earlier payment succeeds while another is made [WALLET-32]", () => {
    const log = atBank()
      .fact({ _tag: "PaymentRetried" })
      .fact({ _tag: "CheckoutStarted", commandId: commandId("second"), payWindow: "opened" })
      .event(bought("s1"))
    expect(log.state.payment.current._tag).toBe("Opening")
    expect(log.state.wallet.basket).toEqual(CHOSEN)
  })

  it("returns to ready on retry [WALLET-36]", () => {
    const log = atBank().event(failed("s1")).fact({ _tag: "PaymentRetried" })
    expect(log.state.payment.current).toEqual({ _tag: "Ready" })
  })

  it("returns to ready when the wallet closes, unless it is still in flight [WALLET-38]", () => {
    const close = { _tag: "WalletClosed" } as const
    expect(atBank().event(bought("s1")).fact(close).state.payment.current._tag).toBe("Ready")
    expect(atBank().event(failed("s1")).fact(close).state.payment.current._tag).toBe("Ready")
    expect(atBank().fact(close).state.payment.current._tag).toBe("AtBank")
    expect(opening().fact(close).state.payment.current._tag).toBe("Opening")
  })

  it("is refused with a label, or unknown where no answer came [WALLET-26]", () => {
    const refused = opening().event({ _tag: "PaymentSessionRefused", label: "no" }, checkout)
    expect(refused.state.payment.current).toEqual({ _tag: "Refused", label: "no", reference })
    const unknown = opening().event({ _tag: "PaymentSessionUnknown" }, checkout)
    expect(unknown.state.payment.current).toEqual({ _tag: "Unknown", reference })
    const fails = (label: string) =>
      opening().fact({ _tag: "CommandFailed", commandId: checkout, label }).state.payment.current
    expect(fails("request.tooMany")).toEqual({
      _tag: "Refused",
      label: "request.tooMany",
      reference,
    })
    expect(fails(NO_ANSWER)).toEqual({ _tag: "Unknown", reference })
  })

  it("does not wait for ever when its command ends without a fact", () => {
    const { payment, pending } = opening()
      .fact({ _tag: "CommandAdmitted", commandId: checkout, seq: 2 })
      .event({ _tag: "CreditsChanged", credits: 1 }).state
    expect(payment.current).toEqual({ _tag: "Unknown", reference })
    expect(pending.commands).toEqual({})
  })

  it("begins only from ready: a second click starts nothing", () => {
    const log = opening().fact({
      _tag: "CheckoutStarted",
      commandId: commandId("second"),
      payWindow: "blocked",
    })
    expect(log.state.payment.current).toMatchObject({ commandId: checkout })
  })
})

describe("payments in other tabs", () => {
  it("fail without any notice here", () => {
    const before = atBank().state
    expect(atBank().event(failed("s-elsewhere")).state.payment).toEqual(before.payment)
  })

  it("show no success here and leave the basket alone, but are the last purchase", () => {
    const { payment, wallet } = atBank().event(bought("s-elsewhere")).state
    expect(payment.current._tag).toBe("AtBank")
    expect(payment.lastPurchase).toMatchObject({
      credits: 600,
      amountCents: 999,
      isOfThisTab: false,
    })
    expect(wallet.basket?.bundleId).toBe("b4")
  })
})

describe("a payment told more than once", () => {
  it("changes nothing the second time, whatever came between", () => {
    const log = atBank().event(bought("s1")).fact({ _tag: "WalletClosed" })
    const { payment, wallet } = log.state
    log.event(bought("s1"))
    expect(log.state.payment).toEqual(payment)
    expect(log.state.wallet).toEqual(wallet)
  })

  it("ends once, success before failure or failure before success", () => {
    const successFirst = atBank().event(bought("s1")).event(failed("s1"))
    expect(successFirst.state.payment.current._tag).toBe("Succeeded")
    const failureFirst = atBank().event(failed("s1")).event(bought("s1"))
    expect(failureFirst.state.payment.current._tag).toBe("Failed")
    expect(failureFirst.state.payment.lastPurchase).not.toBeNull()
  })
})

describe("a payment left at the bank", () => {
  it("is still announced when the visitor went on to another one", () => {
    const log = atBank().fact({ _tag: "PaymentRetried" })
    expect(log.state.payment).toMatchObject({ current: { _tag: "Ready" }, openSessionIds: ["s1"] })
    expect(log.event(bought("s1")).state.payment.current._tag).toBe("Succeeded")
  })

  it("does not take the place of the one in flight when it fails", () => {
    const second = commandId("second")
    const log = atBank()
      .fact({ _tag: "PaymentRetried" })
      .fact({ _tag: "CheckoutStarted", commandId: second, payWindow: "opened" })
      .event(
        { _tag: "PaymentSessionOpened", sessionId: "s2", paymentURL: "https://b.invalid" },
        second,
      )
      .event(failed("s1", 308))
    expect(log.state.payment).toMatchObject({
      current: { _tag: "AtBank", sessionId: "s2" },
      openSessionIds: ["s2"],
    })
  })

  it("is not waited for again after a reload, and its success is still announced", () => {
    const log = restored({ openSessionIds: ["s0", "s1"], awaitedSessionId: null })
    expect(log.state.payment).toMatchObject({
      current: { _tag: "Ready" },
      openSessionIds: ["s0", "s1"],
    })
    log.event(bought("s1"))
    expect(log.state.payment).toMatchObject({
      current: { _tag: "Succeeded" },
      openSessionIds: ["s0"],
      lastPurchase: { isOfThisTab: true },
    })
  })

  it("does not take the place of the one in flight when it succeeds", () => {
    const log = restored({ openSessionIds: ["s0", "s1"], awaitedSessionId: "s1" })
    log.event(bought("s0"))
    expect(log.state.payment).toMatchObject({
      current: { _tag: "AtBank", sessionId: "s1" },
      openSessionIds: ["s1"],
      lastPurchase: { credits: 600, isOfThisTab: true },
    })
  })

  it("is the last one where an older fact does not say which was waited for", () => {
    const log = restored({ openSessionIds: ["s0", "s1"] })
    expect(log.state.payment.current).toMatchObject({ _tag: "AtBank", sessionId: "s1" })
  })

  it("is waited for again after a reload, a reset or the way back from the bank", () => {
    const log = new TestLog().fact({
      _tag: "TabRestored",
      tab: "tab-1" as never,
      slice: {
        dialog: "wallet",
        basket: { bundleId: "b4", methodId: "10", subOptionId: null },
        openSessionIds: ["s1", "s0"],
        awaitedSessionId: "s1",
        awaitedPaymentURL: "https://bank.invalid/s1",
      },
    })
    expect(log.state).toMatchObject({
      dialogs: { open: "wallet" },
      wallet: { open: true, basket: { bundleId: "b4" } },
      payment: {
        current: {
          _tag: "AtBank",
          sessionId: "s1",
          paymentURL: "https://bank.invalid/s1",
          payWindow: "restored",
        },
        openSessionIds: ["s1", "s0"],
      },
    })
    log.event(walletLoaded)
    expect(log.state.wallet.basket?.bundleId).toBe("b4")
    expect(log.event(bought("s1")).state.payment.current._tag).toBe("Succeeded")
  })

  it("is marked where its tab was closed by hand", () => {
    expect(atBank().fact({ _tag: "PayWindowClosed" }).state.payment.current).toMatchObject({
      _tag: "AtBank",
      payWindow: "closed",
    })
  })
})
