import { EMPTY, from, interval, Subject, toArray, VirtualTimeScheduler } from "rxjs"
import { describe, expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandId, EventId } from "@foldcast/contracts/ids"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { type Event, type EventOf, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { Bundle } from "@foldcast/contracts/stream/wallet"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import { euroText } from "./analytics-event.ts"
import type { Effect, LogStep } from "./effect.ts"
import { CHECK_EVERY_MS } from "./payment.ts"
import { siteReactions } from "./site.ts"
import { AHEAD_MS } from "./wallet.ts"

const COMMAND = "command-0001" as CommandId

const SURROUNDINGS = {
  brand: { welcomeCredits: 120, lander: null, features: DEFAULT_FEATURES },
  arrivedToLogIn: false,
}

/** A document: its events, and the effects of its reactions. */
class Document {
  readonly steps$ = new Subject<LogStep>()
  readonly effects: Array<Effect> = []
  readonly caughtUp$ = new Subject<SiteState>()
  readonly scheduler = new VirtualTimeScheduler(undefined, 60_000)
  state: SiteState = INITIAL_STATE
  #seq = 0
  #n = 0

  constructor() {
    siteReactions(this.steps$, {
      origin: "https://foldcast.example",
      ...SURROUNDINGS,
      caughtUp$: this.caughtUp$,
      every: (ms) => interval(ms, this.scheduler),
    }).subscribe((effect) => this.effects.push(effect))
  }

  event(event: Event, cause?: CommandId): this {
    this.#seq += 1
    return this.#enter({
      kind: "event",
      envelope: {
        seq: this.#seq,
        id: `event-${this.#seq}-0000` as EventId,
        at: this.#seq,
        ...FACT_TRAITS[event._tag],
        src: { from: "member-api" },
        ...(cause !== undefined && { cause }),
        event,
      },
    })
  }

  did(fact: ClientFact, at = 1): this {
    this.#n += 1
    return this.#enter({ kind: "client", fact: { n: this.#n, after: this.#seq, at, fact } })
  }

  #enter(entry: LogEntry): this {
    const before = this.state
    this.state = fold(before, entry)
    this.steps$.next({ entry, before, after: this.state })
    return this
  }

  asked<Tag extends Effect["_tag"]>(tag: Tag) {
    return this.effects.filter(
      (effect): effect is Extract<Effect, { readonly _tag: Tag }> => effect._tag === tag,
    )
  }

  get commands() {
    return this.asked("SendCommand").map(({ command }) => command)
  }
}

const BUNDLE: Bundle = {
  id: "3",
  name: "Basis",
  costCents: 999,
  credits: 600,
  currency: "EUR",
  bonusMinutes: 0,
  label: null,
  tags: ["default"],
}
const WALLET: EventOf<"WalletLoaded"> = {
  _tag: "WalletLoaded",
  walletId: "1",
  variant: "drawer",
  bundles: [BUNDLE],
  paymentOptions: [
    { id: "10", name: "iDEAL | Wero", image: "", provider: "paynl", subOptions: [] },
  ],
  provider: "paynl",
  defaultMethodId: "10",
}
const WITH_BANKS: Event = {
  ...WALLET,
  paymentOptions: [
    {
      id: "436",
      name: "Bank transfer",
      image: "",
      provider: "paynl",
      subOptions: [{ id: "bank-1", name: "Bank One" }],
    },
  ],
}
const STARTED: Event = {
  _tag: "VisitStarted",
  locale: "nl",
  brand: "foldcast",
  device: "mobile",
  noNude: false,
  tracking: {},
}
const OPENED: Event = {
  _tag: "PaymentSessionOpened",
  sessionId: "s-1",
  paymentURL: "https://pay.example/s-1",
}
const BOUGHT: Event = {
  _tag: "BundleBought",
  sessionId: "s-1",
  bundleId: "3",
  credits: 600,
  amountCents: 999,
  transactionId: "t-1",
}

const walletOpen = () =>
  new Document()
    .event(STARTED)
    .did({ _tag: "Navigated", path: "/en", routeName: "home", params: {} })
    .did({ _tag: "WalletOpened" })
    .event(WALLET)

const checkout = (payWindow: "opened" | "blocked" = "opened") =>
  walletOpen().did({ _tag: "CheckoutStarted", commandId: COMMAND, payWindow })

describe("the wallet's reactions", () => {
  it("ask for its contents each time it opens [WALLET-19]", () => {
    const document = walletOpen().did({ _tag: "WalletClosed" }).did({ _tag: "WalletOpened" })
    expect(document.commands).toEqual([{ _tag: "LoadWallet" }, { _tag: "LoadWallet" }])
  })
  describe("after an approach that loaded them", () => {
    const approached = () =>
      new Document()
        .did({ _tag: "CommandSent", commandId: COMMAND, command: "LoadWallet" }, 1_000)
        .event(WALLET, COMMAND)

    it("ask for nothing again at an opening within 30 seconds, and again at the next one [WALLET-50]", () => {
      const document = approached().did({ _tag: "WalletOpened" }, 1_000 + AHEAD_MS - 1)
      expect(document.commands).toEqual([])
      expect(document.state.wallet.basket?.bundleId).toBe("3")
      document.did({ _tag: "WalletClosed" }, 2_000).did({ _tag: "WalletOpened" }, 2_000)
      expect(document.commands).toEqual([{ _tag: "LoadWallet" }])
    })
    it("ask again at an opening later than that", () => {
      const document = approached().did({ _tag: "WalletOpened" }, 1_000 + AHEAD_MS)
      expect(document.commands).toEqual([{ _tag: "LoadWallet" }])
    })
    it("ask again where something was bought meanwhile, in another tab", () => {
      const document = approached().event(BOUGHT).did({ _tag: "WalletOpened" }, 1_000)
      expect(document.commands).toEqual([{ _tag: "LoadWallet" }])
    })
    it("ask again for who is short of credits, unless that is what was loaded [WALLET-51]", () => {
      const document = approached().did({ _tag: "WalletOpened", short: 400 }, 1_000)
      expect(document.commands).toEqual([{ _tag: "LoadWallet", short: 400 }])
      const topUp = { ...BUNDLE, id: "topup-400", credits: 400 }
      const loaded = new Document()
        .did({ _tag: "CommandSent", commandId: COMMAND, command: "LoadWallet" }, 1_000)
        .event({ ...WALLET, topUp }, COMMAND)
        .did({ _tag: "WalletOpened", short: 400 }, 1_000)
      expect(loaded.commands).toEqual([])
    })
    it("ask for nothing while the approach waits for its answer, and again where it was refused", () => {
      const waiting = new Document()
        .did({ _tag: "CommandSent", commandId: COMMAND, command: "LoadWallet" })
        .did({ _tag: "WalletOpened" })
      expect(waiting.commands).toEqual([])
      const refused = new Document()
        .did({ _tag: "CommandSent", commandId: COMMAND, command: "LoadWallet" })
        .event({ _tag: "WalletRefused", label: "unavailable" }, COMMAND)
        .did({ _tag: "WalletOpened" })
      expect(refused.commands).toEqual([{ _tag: "LoadWallet" }])
    })
  })
  it("ask again after a purchase, which may change what is offered", () => {
    const document = checkout().event(OPENED, COMMAND).event(BOUGHT)
    expect(document.commands.at(-1)).toEqual({ _tag: "LoadWallet" })
  })
  it("report the first choice of a method, and not the preselected one [WALLET-22, TRACK-08]", () => {
    const document = walletOpen()
    expect(document.asked("PushAnalytics")).toEqual([])
    document.did({ _tag: "PaymentMethodChosen", id: "10" })
    document.did({ _tag: "PaymentMethodChosen", id: "10" })
    expect(document.asked("PushAnalytics")).toEqual([
      {
        _tag: "PushAnalytics",
        event: {
          event: "start_payment",
          payment_method: "10",
          items: [
            {
              index: 0,
              quantity: 1,
              item_name: "Basis",
              item_id: "3",
              affiliation: "foldcast",
              currency: "EUR",
              item_brand: "foldcast",
              item_category: "credits",
              price: "9.99",
            },
          ],
        },
      },
    ])
  })
})

describe("a payment's reactions", () => {
  it("ask for a session under the click's own id, back to this page [WALLET-25, WALLET-29]", () => {
    const [, open] = checkout().asked("SendCommand")
    expect(open).toEqual({
      _tag: "SendCommand",
      commandId: COMMAND,
      command: {
        _tag: "OpenPaymentSession",
        bundleId: "3",
        paymentMethod: "10",
        returnUrl: "https://foldcast.example/en",
        device: "mobile",
      },
    })
  })
  it("send a method with a chosen sub-option as id:subOptionId [WALLET-28]", () => {
    const document = walletOpen().event(WITH_BANKS)
    document.did({ _tag: "PaymentMethodChosen", id: "436", subOptionId: "bank-1" })
    document.did({ _tag: "CheckoutStarted", commandId: COMMAND, payWindow: "opened" })
    expect(document.commands.at(-1)).toMatchObject({ paymentMethod: "436:bank-1" })
  })
  it("lead back to the home page from a page that cannot be returned to", () => {
    const document = walletOpen()
    document.did({ _tag: "Navigated", path: "/no/such/page", routeName: "none", params: {} })
    document.did({ _tag: "CheckoutStarted", commandId: COMMAND, payWindow: "opened" })
    expect(document.commands.at(-1)).toMatchObject({ returnUrl: "https://foldcast.example/" })
  })
  it("send the opened tab to the bank [WALLET-25]", () => {
    const document = checkout().event(OPENED, COMMAND)
    expect(document.asked("PointPayWindow")).toEqual([
      { _tag: "PointPayWindow", url: "https://pay.example/s-1" },
    ])
  })
  it("send this tab to the bank when the window was blocked", () => {
    const document = checkout("blocked").event(OPENED, COMMAND)
    expect(document.asked("LeaveForBank")).toHaveLength(1)
    expect(document.asked("PointPayWindow")).toEqual([])
  })
  it.each<readonly [string, Event]>([
    ["bought", BOUGHT],
    ["failed", { _tag: "PaymentFailed", sessionId: "s-1", reasonCode: 309 }],
  ])("close the pay window once it is %s [WALLET-31]", (_, end) => {
    const document = checkout().event(OPENED, COMMAND)
    expect(document.asked("ClosePayWindow")).toEqual([])
    document.event(end).event(end)
    expect(document.asked("ClosePayWindow")).toHaveLength(1)
  })
  it.each<readonly [string, (document: Document) => Document]>([
    [
      "is granted",
      (document) => document.event({ _tag: "PaymentSessionRefused", label: "x" }, COMMAND),
    ],
    ["is known of", (document) => document.event({ _tag: "PaymentSessionUnknown" }, COMMAND)],
    [
      "could be asked for",
      (document) => document.did({ _tag: "CommandFailed", commandId: COMMAND, label: "x" }),
    ],
  ])("close the pay window when no session %s [WALLET-26]", (_, ends) => {
    const document = checkout()
    expect(document.asked("ClosePayWindow")).toEqual([])
    expect(ends(document).asked("ClosePayWindow")).toHaveLength(1)
  })
  it("report a purchase once [WALLET-33]", () => {
    const document = checkout().event(OPENED, COMMAND).event(BOUGHT).event(BOUGHT)
    expect(document.asked("PushAnalytics").map(({ event }) => event)).toEqual([
      expect.objectContaining({ event: "purchase", transaction_id: "t-1", value: "9.99" }),
    ])
  })
  it("ask about it while its window is closed, until it ends", () => {
    const document = checkout().event(OPENED, COMMAND)
    document.did({ _tag: "PayWindowClosed" })
    document.scheduler.maxFrames = CHECK_EVERY_MS * 2
    document.scheduler.flush()
    const waits = document.asked("DispatchFact")
    expect(waits).toHaveLength(2)
    const before = document.commands.length
    document.did({ _tag: "WaitElapsed", name: "dial-in-check" })
    expect(document.commands).toHaveLength(before)
    document.did({ _tag: "WaitElapsed", name: "payment-check" })
    expect(document.commands.at(-1)).toEqual({ _tag: "CheckPayment", sessionId: "s-1" })
    document.event(BOUGHT)
    document.scheduler.maxFrames = CHECK_EVERY_MS * 10
    document.scheduler.flush()
    expect(document.asked("DispatchFact")).toHaveLength(2)
  })
  it("ask nothing while its window is open", () => {
    const document = checkout().event(OPENED, COMMAND)
    document.scheduler.maxFrames = CHECK_EVERY_MS * 10
    document.scheduler.flush()
    expect(document.asked("DispatchFact")).toEqual([])
  })
  describe("where its end may have been missed", () => {
    const checks = [
      { _tag: "CheckPayment", sessionId: "s-1" },
      { _tag: "CheckPayment", sessionId: "s-2" },
    ]
    const restored = () =>
      new Document().event(STARTED).did({
        _tag: "TabRestored",
        tab: "tab-1" as never,
        slice: { dialog: null, basket: null, openSessionIds: ["s-1", "s-2"] },
      })
    it("ask about it after each attach", () => {
      const document = restored()
      expect(document.commands).toEqual([])
      document.caughtUp$.next(document.state)
      expect(document.commands).toEqual(checks)
    })
    it.each(["member-socket", "member-api"] as const)("ask about it when %s is back", (source) => {
      const document = restored().event({ _tag: "SourceInterrupted", source })
      expect(document.commands).toEqual([])
      document.event({ _tag: "SourceRestored", source })
      expect(document.commands).toEqual(checks)
    })
    it("do not ask about it for sources that know nothing of it", () => {
      const document = restored().event({ _tag: "SourceInterrupted", source: "promotions" })
      document.event({ _tag: "SourceRestored", source: "promotions" })
      expect(document.commands).toEqual([])
    })
  })
})

describe("the reactions that store a tab's state", () => {
  it("store it whenever that changes, and not otherwise", () => {
    const document = walletOpen()
    const kept = document.asked("KeepTabSlice").length
    document.event({ _tag: "CreditsChanged", credits: 5 })
    expect(document.asked("KeepTabSlice")).toHaveLength(kept)
    document.did({ _tag: "CheckoutStarted", commandId: COMMAND, payWindow: "opened" })
    document.event(OPENED, COMMAND)
    expect(document.asked("KeepTabSlice").at(-1)).toMatchObject({
      slice: { dialog: "wallet", openSessionIds: ["s-1"] },
    })
  })
  it("store which payment is waited for, and that it was left", () => {
    const document = checkout().event(OPENED, COMMAND)
    expect(document.asked("KeepTabSlice").at(-1)).toMatchObject({
      slice: {
        openSessionIds: ["s-1"],
        awaitedSessionId: "s-1",
        awaitedPaymentURL: "https://pay.example/s-1",
      },
    })
    document.did({ _tag: "PaymentRetried" })
    expect(document.asked("KeepTabSlice").at(-1)).toMatchObject({
      slice: { openSessionIds: ["s-1"], awaitedSessionId: null },
    })
  })
  it("store the page with what is open there", () => {
    const document = new Document().did({ _tag: "DialogOpened", dialog: "register" })
    document.did({ _tag: "Navigated", path: "/en", routeName: "home", params: {} })
    expect(document.asked("KeepTabSlice").at(-1)).toMatchObject({
      slice: { dialog: "register" },
      path: "/en",
    })
  })
  it("do not store an open menu", () => {
    const document = new Document().did({ _tag: "DialogOpened", dialog: "memberMenu" })
    expect(document.asked("KeepTabSlice").at(-1)).toMatchObject({ slice: { dialog: null } })
  })
  it("delete the member's part at log-out, once", () => {
    const document = walletOpen()
    const loggedOut: Event = { _tag: "LoggedOut", reason: "requested" }
    document.event(loggedOut).event(loggedOut)
    expect(document.asked("ForgetMember")).toHaveLength(1)
  })
  it("lead home when the visitor chose to log out, and nowhere when the session ended [AUTH-20]", () => {
    const chosen = walletOpen().event({ _tag: "LoggedOut", reason: "requested" })
    expect(chosen.asked("GoHome")).toHaveLength(1)
    const expired = walletOpen().event({ _tag: "LoggedOut", reason: "expired" })
    expect(expired.asked("GoHome")).toEqual([])
  })
})

describe("amounts for analytics", () => {
  it.each([
    [999, "9.99"],
    [5, "0.05"],
    [120_000, "1200.00"],
    [0, "0.00"],
  ])("show %i cents as %s euro", (cents, text) => {
    expect(euroText(cents)).toBe(text)
  })
  it("are sent with a step alone: no step, no effect", async () => {
    const effects = await new Promise((resolve) => {
      siteReactions(from<Array<LogStep>>([]), {
        origin: "https://x.example",
        caughtUp$: EMPTY,
        every: () => EMPTY,
        ...SURROUNDINGS,
      })
        .pipe(toArray())
        .subscribe(resolve)
    })
    expect(effects).toEqual([])
  })
})
