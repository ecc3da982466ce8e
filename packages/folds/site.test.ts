/** The fold's properties for every log: law L5 and the properties that captures rely on. */
import { describe, expect, it } from "vitest"
import { CLIENT_FACT_TAGS } from "@foldcast/contracts/client-facts/client-fact"
import { EVENT_TAGS } from "@foldcast/contracts/stream/event"
import { MemberId } from "@foldcast/contracts/ids"
import { INITIAL_STATE } from "./initial-state.ts"
import { commandId, deepFrozen, envelopeOf, generatedLog, tagOf, TestLog } from "./log.fixtures.ts"
import type { LogEntry } from "./log-entry.ts"
import { readableEvent } from "./readable-event.ts"
import { blockRefusalSlice } from "./block-refusal.ts"
import { dialInSlice } from "./dial-in.ts"
import { messagesSlice } from "./messages.ts"
import { popUpsSlice } from "./pop-ups.ts"
import { liveAlertsSlice } from "./live-alerts.ts"
import { sentReportSlice } from "./sent-report.ts"
import { spendingSlice } from "./spending.ts"
import { roomSlice } from "./room.ts"
import { CLIENT_FACT_ROUTES, EVENT_ROUTES } from "./routes.ts"
import { fold, foldAll } from "./site.ts"
import type { SiteState, SliceName } from "./site-state.ts"
import { walletLoaded } from "./wallet.fixtures.ts"

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1)
const LENGTH = 300

const partition = (entries: ReadonlyArray<LogEntry>, seed: number) => {
  const parts: Array<ReadonlyArray<LogEntry>> = []
  let state = seed
  for (let from = 0; from < entries.length;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const size = 1 + (state % 40)
    parts.push(entries.slice(from, from + size))
    from += size
  }
  return parts
}

/** The slices whose script comes later. */
const LATER = {
  room: roomSlice,
  liveAlerts: liveAlertsSlice,
  blockRefusal: blockRefusalSlice,
  sentReport: sentReportSlice,
  spending: spendingSlice,
  dialIn: dialInSlice,
  messages: messagesSlice,
  popUps: popUpsSlice,
} as const

/** The slices that fold an entry, including those. */
const routeOf = (entry: LogEntry): ReadonlyArray<SliceName> => {
  const isEvent = entry.kind === "event"
  const tag = isEvent ? entry.envelope.event._tag : entry.fact.fact._tag
  const routes: Readonly<Record<string, ReadonlyArray<SliceName>>> = isEvent
    ? EVENT_ROUTES
    : CLIENT_FACT_ROUTES
  const later = (Object.keys(LATER) as ReadonlyArray<keyof typeof LATER>).filter((name) =>
    Object.hasOwn(LATER[name][isEvent ? "events" : "facts"], tag),
  )
  return [...(routes[tag] ?? []), ...later]
}

describe("the fold of generated logs", () => {
  const logs = SEEDS.map((seed) => generatedLog(seed, LENGTH))

  it("accepts every tag there is", () => {
    const met = new Set(logs.flatMap((log) => log.map(tagOf)))
    expect([...met].toSorted()).toEqual([...EVENT_TAGS, ...CLIENT_FACT_TAGS].toSorted())
    for (const log of logs) expect(() => foldAll(INITIAL_STATE, log)).not.toThrow()
  })

  it("gives the same state one by one, all at once and in any partition", () => {
    for (const [index, log] of logs.entries()) {
      const atOnce = foldAll(INITIAL_STATE, log)
      expect(log.reduce(fold, INITIAL_STATE)).toEqual(atOnce)
      expect(partition(log, index).reduce(foldAll, INITIAL_STATE)).toEqual(atOnce)
      expect(foldAll(INITIAL_STATE, log)).toEqual(atOnce)
    }
  })

  it("never writes to the state or the entries it is given", () => {
    for (const [index, log] of logs.entries()) {
      deepFrozen(log)
      log.reduce((state, entry) => deepFrozen(fold(state, entry)), deepFrozen(INITIAL_STATE))
      partition(log, index).reduce(
        (state, part) => deepFrozen(foldAll(state, part)),
        deepFrozen(INITIAL_STATE),
      )
    }
  })

  it("says the same of the wallet's drawer as the dialogs do", () => {
    for (const log of logs) {
      let state = INITIAL_STATE
      for (const entry of log) {
        state = fold(state, entry)
        expect(state.wallet.open).toBe(state.dialogs.open === "wallet")
      }
    }
  })

  it("keeps every list bounded", () => {
    const flood = new TestLog()
    for (let i = 0; i < 200; i += 1) {
      flood
        .fact({ _tag: "CommandSent", commandId: commandId(`flood-${i}`), command: "CheckPayment" })
        .event({
          _tag: "PaymentSessionOpened",
          sessionId: `s${i}`,
          paymentURL: "https://b.invalid",
        })
        .event({
          _tag: "BundleBought",
          sessionId: `other-${i}`,
          bundleId: "b",
          credits: 1,
          amountCents: 1,
          transactionId: `t${i}`,
        })
    }
    const { payment, pending } = flood.state
    expect(payment.openSessionIds).toHaveLength(20)
    expect(payment.seenTransactionIds).toHaveLength(100)
    expect(Object.keys(pending.commands)).toHaveLength(50)
    expect(pending.commands).toHaveProperty("command-flood-199")
  })

  it("keeps the identity of every slice that an entry does not change", () => {
    for (const log of logs) {
      let state = INITIAL_STATE
      for (const entry of log) {
        const next = fold(state, entry)
        const route = routeOf(entry)
        for (const name of Object.keys(state) as ReadonlyArray<SliceName>) {
          // Positions move the visit, and any event can end a pending command.
          const isElsewhere = name === "visit" || name === "pending" || name === "payment"
          if (!route.includes(name) && !isElsewhere) expect(next[name]).toBe(state[name])
        }
        state = next
      }
    }
  })

  it("keeps the identity of what comes again unchanged", () => {
    const member = { memberId: MemberId.make("m1"), username: "mo", verified: true } as const
    const log = new TestLog()
      .event({ _tag: "LoggedIn", ...member })
      .event({ _tag: "FavouritesListed", performerIds: ["p1", "p2"] })
      .event(walletLoaded)
      .fact({ _tag: "WalletOpened" })
      .event({ _tag: "PaymentSessionOpened", sessionId: "s1", paymentURL: "https://b.invalid" })
    const before = log.state
    const told = log.entries.length
    log
      .event({ _tag: "LoggedIn", ...member })
      .event({ _tag: "FavouritesListed", performerIds: ["p1", "p2"] })
      .event({ _tag: "FavouriteAdded", performerId: "p2" })
      .event({ _tag: "PaymentSessionOpened", sessionId: "s1", paymentURL: "https://b.invalid" })
    const again = log.entries.slice(told).reduce(fold, before)
    expect(again).toEqual({ ...before, visit: again.visit })
    for (const name of Object.keys(before) as ReadonlyArray<SliceName>)
      if (name !== "visit") expect(again[name], name).toBe(before[name])

    log.event(walletLoaded).event({ _tag: "PaymentFailed", sessionId: "s1", reasonCode: 309 })
    const { basket } = log.entries.slice(told).reduce(fold, before).wallet
    expect(basket).not.toBeNull()
    expect(basket).toBe(before.wallet.basket)
  })

  it("returns the very same object when nothing changes", () => {
    const log = new TestLog()
      .event({ _tag: "CreditsChanged", credits: 5 })
      .fact({ _tag: "DialogOpened", dialog: "logIn" })
    const { state } = log
    const last = { n: 9, after: 1, at: state.visit.at }
    const idle: ReadonlyArray<LogEntry> = [
      { kind: "client", fact: { ...last, fact: { _tag: "DialogOpened", dialog: "logIn" } } },
      { kind: "client", fact: { ...last, fact: { _tag: "WalletClosed" } } },
      { kind: "client", fact: { ...last, fact: { _tag: "WaitElapsed", name: "payment-check" } } },
    ]
    expect(foldAll(state, idle)).toBe(state)
    for (const entry of idle) expect(fold(state, entry)).toBe(state)
  })
})

describe("the routes of facts to slices", () => {
  it("exist for every tag of the contracts and for no other", () => {
    const all = (routes: object, kind: "events" | "facts") => {
      const later = Object.values(LATER).flatMap((slice) => Object.keys(slice[kind]))
      return [...new Set([...Object.keys(routes), ...later])].toSorted()
    }
    expect(all(EVENT_ROUTES, "events")).toEqual(EVENT_TAGS.toSorted())
    expect(all(CLIENT_FACT_ROUTES, "facts")).toEqual(CLIENT_FACT_TAGS.toSorted())
  })

  it("go through the slices in one order, the wallet before the payment", () => {
    const order = Object.keys(INITIAL_STATE).filter((name) => !Object.hasOwn(LATER, name))
    const counted = [...order, "unreadMessages", "blocks"]
    expect(EVENT_ROUTES.StreamReset.toSorted()).toEqual(counted.toSorted())
    expect(EVENT_ROUTES.BundleBought).toEqual(["wallet", "payment"])
    expect(CLIENT_FACT_ROUTES.TabRestored).toEqual(["wallet", "payment", "dialogs"])
    expect(EVENT_ROUTES.MemberRefused).toEqual([])
  })
})

describe("events this build cannot read", () => {
  const known = envelopeOf({ _tag: "CreditsChanged", credits: 5 }, 1)
  const unread = (envelope: object): SiteState =>
    foldAll(INITIAL_STATE, [
      { kind: "event", envelope: { ...known, ...envelope } },
      { kind: "event", envelope: { ...known, ...envelope, seq: 2 } },
    ])

  it("are kept by name, once, and move the position", () => {
    const strange = unread({ event: { _tag: "BlimpLaunched", level: 3 } })
    expect(strange.visit).toMatchObject({ unread: ["BlimpLaunched"], seq: 2 })
    expect(unread({ event: { _tag: "toString" } }).visit.unread).toEqual(["toString"])
    expect(unread({ v: 2 })).toMatchObject({
      visit: { unread: ["CreditsChanged@2"] },
      credits: { balance: null },
    })
  })

  it("end the command that asked for them by its position", () => {
    const id = commandId("sent")
    const state = foldAll(INITIAL_STATE, [
      ...new TestLog()
        .fact({ _tag: "CommandSent", commandId: id, command: "LogIn" })
        .fact({ _tag: "CommandAdmitted", commandId: id, seq: 1 }).entries,
      { kind: "event", envelope: { ...known, cause: id, event: { _tag: "Strange" } } },
    ])
    expect(state.pending.commands).toEqual({})
  })

  it("are upcast from older versions, step by step", () => {
    const upcasters = {
      CreditsChanged: {
        1: ({ amount, ...event }: Record<string, unknown>) => ({ ...event, credits: amount }),
      },
    }
    const old = { ...known, event: { _tag: "CreditsChanged", amount: 7 } }
    expect(readableEvent(old, true, upcasters)).toEqual({
      _tag: "Readable",
      event: { _tag: "CreditsChanged", credits: 7 },
    })
    expect(readableEvent(old, true, { CreditsChanged: { 2: (event) => event } })).toEqual({
      _tag: "Unread",
      name: "CreditsChanged@1",
    })
  })

  it("include client facts of newer builds", () => {
    const fact = { _tag: "BlimpSeen", length: 4 } as unknown as { readonly _tag: "WalletOpened" }
    expect(new TestLog().fact(fact).state.visit.unread).toEqual(["BlimpSeen"])
  })
})
