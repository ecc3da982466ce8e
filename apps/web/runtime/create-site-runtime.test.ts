/** A whole document against a gateway's surface: real sockets, its own storage, no browser. */
import { filter, firstValueFrom } from "rxjs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { ClientFact, DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { Epoch, EventId, MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { BrowserFrame, GatewayFrame } from "@foldcast/contracts/stream/frames"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import {
  type ServedStream,
  type StreamServer,
  startStreamServer,
  Waiting,
} from "@foldcast/client/stream-server.fixtures"
import type { SiteState } from "@foldcast/folds/site-state"
import { walletLoaded } from "@foldcast/folds/wallet.fixtures"
import type { AnalyticsEvent } from "@foldcast/reactions/analytics-event"
import { HOUSE_BRAND } from "../screens/brands.fixture.ts"
import { NO_PAGE_ANSWERS } from "./page-answers.ts"
import { createSiteRuntime } from "./create-site-runtime.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"
import { makeSessionMutex } from "./session-mutex.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { tabStorage } from "./tab-storage.ts"

const visit = "visit-page" as VisitId
const epoch = "e1" as Epoch

const envelope = (event: Event, seq: number, cause?: string): OpenEnvelope => ({
  seq,
  id: `event-${seq}` as EventId,
  at: 1_000 + seq,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from: "gateway" },
  ...(cause !== undefined && { cause: cause as never }),
  event,
})
const started: Event = {
  _tag: "VisitStarted",
  locale: "en",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
}
const loggedIn: Event = {
  _tag: "LoggedIn",
  memberId: "m1" as MemberId,
  username: "robin",
  verified: true,
}
const baseline = [envelope(started, 1), envelope(loggedIn, 2)]

const hello = (of: { readonly visit?: string; readonly seq: number }): GatewayFrame => ({
  k: "hello",
  visit: (of.visit ?? visit) as VisitId,
  epoch,
  seq: of.seq,
  n: 0,
  now: 5_000,
  heartbeatMs: 25_000,
  protocol: { min: 1, max: 1 },
  schemaHash: "x",
})

interface Posted {
  readonly commandId: string
  readonly visit: string
  readonly command: { readonly _tag: string; readonly [member: string]: unknown }
}

/** A document, its surroundings and everything it did to them. */
class Page {
  readonly effects: Array<string> = []
  readonly analytics: Array<AnalyticsEvent> = []
  readonly published: Array<SiteState> = []
  readonly runtime: SiteRuntime
  payWindowResult: "opened" | "blocked" = "opened"
  #ids = 0

  constructor(server: StreamServer, storage: Storage, isFresh = true, events = baseline) {
    const newId = () => {
      this.#ids += 1
      return `command-${isFresh ? "a" : "b"}-${this.#ids}`
    }
    this.runtime = createSiteRuntime({
      firstFacts: { visit, epoch, now: 1_000, events },
      pageAnswers: NO_PAGE_ANSWERS,
      origin: server.origin,
      brand: HOUSE_BRAND,
      arrivedToLogIn: false,
      storage: tabStorage(
        () => storage,
        () => "tab-1",
        () => "/en",
      ),
      payWindow: () => ({
        open: () => {
          this.effects.push("open")
          return this.payWindowResult
        },
        point: (url) => this.effects.push(`point ${url}`),
        close: () => this.effects.push("close"),
      }),
      connectionPorts: {
        openWebSocket: (url, protocol) => new WebSocket(url, protocol),
        fetch: (url, init) => fetch(url, init),
        newKey: () => "key-of-this-document-0001",
        random: () => 0,
        setTimer: (ms, elapsed) => {
          const timer = setTimeout(elapsed, ms)
          return () => clearTimeout(timer)
        },
        watchNetwork: () => () => {},
        beginVisit: (begin) => void begin(),
        resumeVisit: (resume) => resume(),
        streamSlots: null,
      },
      sessionMutex: makeSessionMutex(navigator.locks),
      commandPorts: {
        fetch: (url, init) => fetch(url, init),
        sleep: () => Promise.resolve(),
        random: () => 0,
      },
      monotonicNow: () => performance.now(),
      newId,
      fingerprint: () => null,
      leaveFor: (url) => this.effects.push(`leave ${url}`),
      goHome: () => this.effects.push("home"),
      goToStart: () => this.effects.push("start"),
      clearPhoneSession: () => this.effects.push("clear phone session"),
      pushAnalytics: (event) => this.analytics.push(event),
    })
    this.runtime.state$.subscribe((state) => this.published.push(state))
  }

  get state() {
    return this.runtime.getState()
  }

  /** The first published state that is so, from now on or already. */
  until(isSo: (state: SiteState) => boolean): Promise<SiteState> {
    return new Promise((resolve) => {
      const subscription = this.runtime.state$.subscribe((state) => {
        if (!isSo(state)) return
        resolve(state)
        queueMicrotask(() => subscription.unsubscribe())
      })
    })
  }
}

describe("a live document", () => {
  let server: StreamServer
  let posted: Waiting<Posted>
  /** Until then the gateway has not answered a command. */
  let answerable: Promise<void>
  let storage: Storage
  let page: Page

  beforeEach(async () => {
    posted = new Waiting()
    answerable = Promise.resolve()
    storage = memoryStorage()
    server = await startStreamServer({
      onCommand: (body, response) => {
        const command = JSON.parse(body) as Posted
        posted.put(command)
        void answerable.then(() =>
          response
            .writeHead(202, { "Content-Type": "application/json" })
            .end(JSON.stringify({ commandId: command.commandId, epoch, seq: 1_000 })),
        )
      },
    })
    page = new Page(server, storage)
  })
  afterEach(async () => {
    page.runtime.stop()
    await server.close()
  })

  /** The stream after its greeting: the page's own facts again, and nothing more. */
  const attached = async (): Promise<ServedStream> => {
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.send({ k: "events", events: baseline })
    stream.send({ k: "replayed", seq: 2 })
    return stream
  }
  const tell = (stream: ServedStream, ...events: ReadonlyArray<OpenEnvelope>) =>
    stream.send({ k: "events", events })
  const nextCommand = async (tag: string): Promise<Posted> => {
    for (;;) {
      const next = await posted.take()
      if (next.command._tag === tag) return next
    }
  }
  const nextFacts = async (stream: ServedStream, tag: string): Promise<BrowserFrame> => {
    for (;;) {
      const frame = await stream.heard()
      if (frame.k === "facts" && frame.facts.some(({ fact }) => fact._tag === tag)) return frame
    }
  }

  it("begins with the state that the server rendered", () => {
    expect(page.state).toBe(page.runtime.getFirstState())
    expect(page.state.account.identity).toMatchObject({ _tag: "Member", username: "robin" })
  })

  it("pays with one click: one session, the bank's tab, the credits, one purchase reported [WALLET-24] [WALLET-25] [WALLET-33]", async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "WalletOpened" })
    const load = await nextCommand("LoadWallet")
    tell(stream, envelope(walletLoaded, 3, load.commandId))
    await page.until(({ wallet }) => wallet.content !== null)

    runtime.startCheckout("Loading…")
    runtime.startCheckout("Loading…")
    const open = await nextCommand("OpenPaymentSession")
    expect(open).toMatchObject({
      visit,
      command: { bundleId: "b2", paymentMethod: "10", device: "desktop" },
    })
    const paymentURL = "https://bank.example/s1"
    tell(
      stream,
      envelope({ _tag: "PaymentSessionOpened", sessionId: "s1", paymentURL }, 4, open.commandId),
    )
    await page.until(({ payment }) => payment.current._tag === "AtBank")
    const bought: Event = {
      _tag: "BundleBought",
      sessionId: "s1",
      bundleId: "b2",
      credits: 600,
      amountCents: 999,
      transactionId: "t1",
    }
    tell(stream, envelope(bought, 5), envelope({ _tag: "CreditsChanged", credits: 600 }, 6))
    tell(stream, envelope(bought, 7))
    await page.until(({ visit }) => visit.seq === 7)
    expect(page.state.payment.current._tag).toBe("Succeeded")
    expect(page.effects).toEqual(["open", "point https://bank.example/s1", "close"])
    expect(page.analytics.map(({ event }) => event)).toEqual(["purchase"])
  })

  it("goes to the bank itself when the tab was blocked, and comes back to the open wallet", async () => {
    page.payWindowResult = "blocked"
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "WalletOpened" })
    tell(stream, envelope(walletLoaded, 3))
    await page.until(({ wallet }) => wallet.content !== null)
    runtime.startCheckout("Loading…")
    const { commandId } = await nextCommand("OpenPaymentSession")
    const opened: Event = {
      _tag: "PaymentSessionOpened",
      sessionId: "s1",
      paymentURL: "https://bank.example/s1",
    }
    tell(stream, envelope(opened, 4, commandId))
    await page.until(({ payment }) => payment.current._tag === "AtBank")
    expect(page.effects).toContain("leave https://bank.example/s1")
    runtime.stop()

    page = new Page(server, storage, false)
    page.runtime.start()
    expect(page.state).toMatchObject({
      wallet: { open: true, basket: { bundleId: "b2" } },
      payment: { current: { _tag: "AtBank", sessionId: "s1", payWindow: "restored" } },
    })
    await attached()
    const check = await nextCommand("CheckPayment")
    expect(check.command).toEqual({ _tag: "CheckPayment", sessionId: "s1" })
  })

  it("shows a visit that replaces another only when it is complete, with what was open and chosen", async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "Navigated", path: "/en", routeName: "home", params: {} })
    runtime.dispatch({ _tag: "ConsentChosen", choice: "refused" })
    runtime.dispatch({ _tag: "WalletOpened" })
    tell(stream, envelope(walletLoaded, 3))
    await page.until(({ wallet }) => wallet.content !== null)
    const from = page.published.length
    stream.end(CLOSE.serviceRestart)

    const anew = await server.accepted()
    anew.send(hello({ visit: "visit-next", seq: 3 }))
    anew.send({ k: "reset", reason: "epoch", was: visit })
    tell(anew, envelope({ _tag: "StreamReset", reason: "epoch" }, 1))
    tell(anew, envelope(started, 2))
    tell(anew, envelope(loggedIn, 3))
    anew.send({ k: "replayed", seq: 3 })
    const state = await page.until(({ visit }) => visit.resetBy === "epoch")
    expect(state).toMatchObject({
      account: { identity: { _tag: "Member" } },
      visit: { path: "/en" },
      wallet: { open: true, basket: { bundleId: "b2" } },
      dialogs: { open: "wallet" },
    })
    for (const shown of page.published.slice(from)) {
      expect(shown.dialogs.open).toBe("wallet")
      expect(shown.account.identity._tag).toBe("Member")
    }
    for (const shown of page.published.slice(from)) expect(shown.consent.choice).toBe("refused")
    const facts = await nextFacts(anew, "TabRestored")
    expect(facts).toMatchObject({ visit: "visit-next", facts: [{ n: 1, after: 3 }] })
    expect(JSON.parse(storage.getItem("tab-slice") ?? "")).toMatchObject({ dialog: "wallet" })
  })

  it("keeps what a member had open where the connection breaks before the visit says who they are", async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "DialogOpened", dialog: "changeUsername" })
    const from = page.published.length
    stream.end(CLOSE.serviceRestart)
    const cut = await server.accepted()
    cut.send(hello({ visit: "visit-next", seq: 3 }))
    tell(cut, envelope({ _tag: "StreamReset", reason: "epoch" }, 1), envelope(started, 2))
    cut.end(CLOSE.serviceRestart)
    const anew = await server.accepted()
    anew.send(hello({ visit: "visit-next", seq: 3 }))
    tell(anew, envelope(loggedIn, 3))
    anew.send({ k: "replayed", seq: 3 })
    const state = await page.until(({ visit }) => visit.resetBy === "epoch")
    expect(state).toMatchObject({ dialogs: { open: "changeUsername" }, visit: { seq: 3 } })
    for (const { account, dialogs } of page.published.slice(from)) {
      expect([account.identity._tag, dialogs.open]).toEqual(["Member", "changeUsername"])
    }
  })

  it("closes a blank bank tab whose answer was lost with its visit", async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "WalletOpened" })
    tell(stream, envelope(walletLoaded, 3))
    await page.until(({ wallet }) => wallet.content !== null)
    runtime.startCheckout("Loading…")
    await nextCommand("OpenPaymentSession")
    stream.end(CLOSE.serviceRestart)
    const anew = await server.accepted()
    anew.send(hello({ visit: "visit-next", seq: 1 }))
    tell(anew, envelope({ _tag: "StreamReset", reason: "unknown" }, 1))
    anew.send({ k: "replayed", seq: 1 })
    const state = await page.until(({ visit }) => visit.resetBy === "unknown")
    expect(state.payment.current._tag).toBe("Ready")
    expect(state.pending.commands).not.toHaveProperty("command-a-3")
    expect(page.effects).toEqual(["open", "close"])
  })

  it("keeps nothing of the member at log-out, and begins a guest's visit [AUTH-20]", async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "ConsentChosen", choice: "refused" })
    runtime.dispatch({ _tag: "WalletOpened" })
    runtime.drafts.keep("register", { email: "robin@example.org" })
    tell(stream, envelope({ _tag: "CreditsChanged", credits: 600 }, 3))
    await page.until(({ credits }) => credits.balance === 600)
    runtime.queries.setQueryData(["/api/sessions"], "the member's")
    tell(stream, envelope({ _tag: "LoggedOut", reason: "requested" }, 4))
    stream.send({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
    stream.end(CLOSE.sessionEnded)
    const anew = await server.accepted()
    expect(Object.fromEntries(server.asked[1] ?? [])).toEqual({
      tab: "tab-1" as TabId,
      key: "key-of-this-document-0001",
    })
    anew.send(hello({ visit: "visit-next", seq: 1 }))
    tell(anew, envelope(started, 1))
    anew.send({ k: "replayed", seq: 1 })
    const state = await page.until(
      ({ visit, account }) => visit.seq === 1 && account.identity._tag === "Guest",
    )
    expect(state).toMatchObject({
      credits: { balance: null },
      // The browser's choice: nobody is asked again.
      consent: { choice: "refused" },
      wallet: { open: false, content: null, basket: null },
    })
    expect(page.effects).toContain("home")
    expect(runtime.drafts.read("register")).toBeNull()
    expect(runtime.queries.getQueryData(["/api/sessions"])).toBeUndefined()
    expect(storage.getItem("tab-slice") ?? "null").not.toContain("wallet")
  })

  /** A member with a basket, an open dialog and a draft, whose stream has ended. */
  const memberLeft = async () => {
    const { runtime } = page
    runtime.start()
    const stream = await attached()
    runtime.dispatch({ _tag: "WalletOpened" })
    tell(stream, envelope(walletLoaded, 3))
    await page.until(({ wallet }) => wallet.basket !== null)
    runtime.drafts.keep("email", { email: "robin@example.org" })
    runtime.queries.setQueryData(["/api/sessions"], "the member's")
    stream.end(CLOSE.serviceRestart)
  }
  const otherThan = (memberId: string) => ({ ...loggedIn, memberId: memberId as MemberId })
  const someoneElse: ReadonlyArray<readonly [string, ReadonlyArray<Event>]> = [
    ["a guest", [started]],
    ["another member", [started, otherThan("m2")]],
  ]

  it.each(someoneElse)(
    "keeps nothing of a member whose document goes on as %s and was never told of the log-out",
    async (_who, events) => {
      await memberLeft()
      page.runtime.dispatch({ _tag: "ConsentChosen", choice: "refused" })
      const anew = await server.accepted()
      anew.send(hello({ visit: "visit-next", seq: 1 + events.length }))
      tell(anew, envelope({ _tag: "StreamReset", reason: "ended" }, 1))
      tell(anew, ...events.map((event, index) => envelope(event, index + 2)))
      anew.send({ k: "replayed", seq: 1 + events.length })
      const state = await page.until(({ visit }) => visit.resetBy === "ended")
      expect(state).toMatchObject({
        wallet: { open: false, basket: null },
        dialogs: { open: null },
        // The browser's choice, whoever uses it.
        consent: { choice: "refused" },
      })
      expect(page.runtime.drafts.read("email")).toBeNull()
      expect(page.runtime.queries.getQueryData(["/api/sessions"])).toBeUndefined()
      expect(storage.getItem("tab-slice") ?? "null").not.toContain("wallet")
      expect(storage.getItem("tab-member")).toBe(events.length === 1 ? null : "m2")
    },
  )

  it.each(someoneElse)(
    "keeps nothing of a member for the tab's next document, which is that of %s",
    async (_who, events) => {
      await memberLeft()
      page.runtime.stop()
      const facts = events.map((event, index) => envelope(event, index + 1))
      page = new Page(server, storage, false, facts)
      page.runtime.start()
      expect(page.state).toMatchObject({ wallet: { open: false, basket: null } })
      expect(page.runtime.drafts.read("email")).toBeNull()
    },
  )

  it("keeps what a visitor typed who logs in, and a member's own over a reload", async () => {
    page = new Page(server, storage, true, [envelope(started, 1)])
    page.runtime.start()
    page.runtime.drafts.keep("email", { email: "robin@example.org" })
    page.runtime.stop()
    page = new Page(server, storage, false)
    page.runtime.start()
    expect(page.runtime.drafts.read("email")).not.toBeNull()
    page.runtime.stop()
    page = new Page(server, storage, false)
    page.runtime.start()
    expect(page.runtime.drafts.read("email")).not.toBeNull()
  })

  describe("between log-out and the next visit", () => {
    /** Logged out at home; the next visit's stream is open and not greeted yet. */
    const loggedOut = async (): Promise<ServedStream> => {
      page.runtime.start()
      const stream = await attached()
      tell(stream, envelope({ _tag: "LoggedOut", reason: "requested" }, 3))
      stream.send({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
      stream.end(CLOSE.sessionEnded)
      return server.accepted()
    }
    const catchingUp = () =>
      firstValueFrom(page.runtime.connection$.pipe(filter(({ _tag }) => _tag === "CatchingUp")))
    const greet = async (stream: ServedStream, name: string) => {
      const greeted = catchingUp()
      stream.send(hello({ visit: name, seq: 1 }))
      await greeted
    }
    const finish = async (stream: ServedStream): Promise<SiteState> => {
      tell(stream, envelope(started, 1))
      stream.send({ k: "replayed", seq: 1 })
      return page.until(({ visit }) => visit.seq === 1)
    }
    const open = (dialog: DialogName): ClientFact => ({ _tag: "DialogOpened", dialog })
    const close = (dialog: DialogName): ClientFact => ({ _tag: "DialogClosed", dialog })

    it.each<{
      readonly what: string
      readonly early: ReadonlyArray<ClientFact>
      readonly late: ReadonlyArray<ClientFact>
      readonly open: DialogName | null
    }>([
      {
        what: "the dialog that another led to",
        early: [open("logIn")],
        late: [open("forgotPassword")],
        open: "forgotPassword",
      },
      {
        what: "the wallet that took a dialog's place",
        early: [open("logIn")],
        late: [{ _tag: "WalletOpened" }],
        open: "wallet",
      },
      {
        what: "the dialog that took the wallet's place",
        early: [{ _tag: "WalletOpened" }],
        late: [open("register")],
        open: "register",
      },
      {
        what: "a closed dialog",
        early: [open("logIn")],
        late: [close("logIn")],
        open: null,
      },
      {
        what: "a closed wallet",
        early: [{ _tag: "WalletOpened" }],
        late: [close("wallet")],
        open: null,
      },
      { what: "the first dialog", early: [], late: [open("logIn")], open: "logIn" },
    ])("keeps $what as the visitor left it", async ({ early, late, open: kept }) => {
      const anew = await loggedOut()
      for (const fact of early) page.runtime.dispatch(fact)
      await greet(anew, "visit-next")
      for (const fact of late) page.runtime.dispatch(fact)
      const { dialogs, wallet } = await finish(anew)
      expect(dialogs.open).toBe(kept)
      expect(wallet.open).toBe(kept === "wallet")
      expect(page.state.dialogs.open).toBe(kept)
    })

    it("forgets nothing of what was opened and typed after the log-out", async () => {
      const { runtime } = page
      runtime.start()
      const stream = await attached()
      tell(stream, envelope({ _tag: "LoggedOut", reason: "requested" }, 3))
      await page.until(({ account }) => account.identity._tag === "LoggedOut")
      runtime.dispatch(open("register"))
      runtime.drafts.keep("register", { email: "kim@example.org" })
      stream.send({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
      stream.end(CLOSE.sessionEnded)
      await server.accepted()
      expect(runtime.drafts.read("register")).toEqual({ email: "kim@example.org" })
      expect(JSON.parse(storage.getItem("tab-slice") ?? "null")).toMatchObject({
        dialog: "register",
      })
    })

    it("shows nothing of a visit that ended before it was complete", async () => {
      const anew = await loggedOut()
      page.runtime.dispatch(open("logIn"))
      await greet(anew, "visit-cut")
      tell(anew, envelope(started, 1), envelope(loggedIn, 2))
      page.runtime.dispatch(open("forgotPassword"))
      anew.send({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
      anew.end(CLOSE.sessionEnded)
      const last = await server.accepted()
      await greet(last, "visit-next")
      const state = await finish(last)
      expect(state.account.identity._tag).toBe("Guest")
      expect(state.dialogs.open).toBe("forgotPassword")
    })
  })

  it("asks for nothing with the old cookie, while a log-in's answer is on its way", async () => {
    const { runtime } = page
    const happened: Array<string> = []
    const answered = Promise.withResolvers<void>()
    answerable = answered.promise
    runtime.start()
    const stream = await attached()
    runtime.send({ _tag: "LogIn", email: "robin@example.org", password: "welcome1" })
    const logIn = await nextCommand("LogIn")
    tell(stream, envelope(loggedIn, 3, logIn.commandId))
    await page.until(({ pending }) => Object.keys(pending.commands).length === 0)
    runtime.send({ _tag: "ResendActivation" })
    const settled = runtime.settled().then(() => happened.push("settled"))
    const next = nextCommand("ResendActivation").then(() => happened.push("next"))
    happened.push("answered")
    answered.resolve()
    await Promise.all([settled, next])
    expect(happened[0]).toBe("answered")
    expect(happened).toHaveLength(3)
  })

  it("fails every command that cannot be admitted, too", async () => {
    await server.close()
    page.runtime.send({ _tag: "LogOut" })
    const state = await page.until(({ pending }) => pending.failures.LogOut !== undefined)
    expect(state.pending.commands).toEqual({})
  })
})
