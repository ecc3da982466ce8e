/** What follows by itself from paying by a phone call. */
import { BehaviorSubject, Subject } from "rxjs"
import { beforeEach, describe, expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandId, EventId, MemberId } from "@foldcast/contracts/ids"
import { type Event, type EventOf, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold } from "@foldcast/folds/site"
import type { IvrSession, SiteState } from "@foldcast/folds/site-state"
import "@foldcast/folds/with-room"
import { type DialInEffect, dialInReactions } from "./dial-in.ts"

const SECOND_MS = 1_000

const ivr: IvrSession = {
  session: "ivr-1",
  calledNumber: "+31900123456",
  displayNumber: "0900 - 123 456",
  country: "NL",
  tariffCents: 80,
  expiresAt: 60_000,
}
const opened: Event = { _tag: "IvrSessionOpened", ...ivr }
const accepted: Event = { _tag: "DialInStarted", session: ivr.session, username: "anon1234567" }
const told = (state: EventOf<"DialInStateChanged">["state"]): Event => ({
  _tag: "DialInStateChanged",
  session: ivr.session,
  state,
})
const visit = (device: "mobile" | "desktop"): Event => ({
  _tag: "VisitStarted",
  locale: "nl",
  brand: "foldcast",
  device,
  noNude: false,
  tracking: {},
})
const opens: ClientFact = { _tag: "DialogOpened", dialog: "dialIn" }

interface Kept {
  readonly kept?: IvrSession
  readonly hasHeard?: boolean
  readonly device?: "mobile" | "desktop"
}

/** A document whose own effects come back to it as facts, as in the runtime. */
class Follower {
  readonly effects: Array<DialInEffect> = []
  readonly isShown$ = new BehaviorSubject(true)
  readonly #state$ = new BehaviorSubject<SiteState>(INITIAL_STATE)
  readonly #waits: Array<{ readonly ms: number; readonly elapsed$: Subject<null> }> = []
  readonly #waiting: Array<LogEntry> = []
  #n = 0
  #seq = 0
  now = 0

  constructor({ kept, hasHeard = false, device = "desktop" }: Kept = {}) {
    this.event(visit(device))
    dialInReactions(this.#state$, {
      isShown$: this.isShown$,
      every: (ms) => {
        const elapsed$ = new Subject<null>()
        this.#waits.push({ ms, elapsed$ })
        return elapsed$
      },
      now: () => this.now,
      recalled: () => kept ?? null,
      hasHeard,
    }).subscribe((effect) => {
      this.effects.push(effect)
      if (effect._tag === "DispatchFact") this.fact(effect.fact)
      if (effect._tag === "SendCommand") {
        const commandId = `command-${String(this.#n)}` as CommandId
        this.fact({ _tag: "CommandSent", commandId, command: effect.command._tag })
      }
    })
  }

  event(event: Event, cause?: CommandId): this {
    this.#seq += 1
    return this.#fold({
      kind: "event",
      envelope: {
        seq: this.#seq,
        id: `event-${String(this.#seq)}` as EventId,
        at: this.now,
        ...FACT_TRAITS[event._tag],
        src: { from: "gateway" },
        ...(cause !== undefined && { cause }),
        event,
      },
    })
  }

  fact(fact: ClientFact): this {
    this.#n += 1
    return this.#fold({
      kind: "client",
      fact: { n: this.#n, after: this.#seq, at: this.now, fact },
    })
  }

  /** Whether somebody waits so long; then the time passes. */
  passes(ms: number): boolean {
    const awaited = this.#waits.filter((wait) => wait.ms === ms && wait.elapsed$.observed)
    for (const { elapsed$ } of awaited) elapsed$.next(null)
    return awaited.length > 0
  }

  /** What comes up meanwhile waits its turn. */
  #fold(entry: LogEntry): this {
    this.#waiting.push(entry)
    if (this.#waiting.length > 1) return this
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      this.#state$.next(fold(this.#state$.value, next))
      this.#waiting.shift()
    }
    return this
  }

  get state(): SiteState {
    return this.#state$.value
  }

  get sent(): ReadonlyArray<string> {
    return this.effects.flatMap((effect) =>
      effect._tag === "SendCommand" ? effect.command._tag : [],
    )
  }

  get told(): ReadonlyArray<ClientFact> {
    return this.effects.flatMap((effect) => (effect._tag === "DispatchFact" ? effect.fact : []))
  }
}

describe("opening the dialog", () => {
  it("asks for a number, and for all numbers where it is no phone", () => {
    expect(new Follower().fact(opens).sent).toEqual(["OpenIvrSession", "ListDialInNumbers"])
    expect(new Follower({ device: "mobile" }).fact(opens).sent).toEqual(["OpenIvrSession"])
  })

  it("asks nothing for a member, nor for another dialog", () => {
    const loggedIn: Event = {
      _tag: "LoggedIn",
      memberId: "m1" as MemberId,
      username: "robin",
      verified: true,
    }
    expect(new Follower().event(loggedIn).fact(opens).sent).toEqual([])
    expect(new Follower().fact({ _tag: "DialogOpened", dialog: "promo" }).sent).toEqual([])
  })

  it("takes the number that may still be called, and no expired one", () => {
    const closed: ClientFact = { _tag: "DialogClosed", dialog: "dialIn" }
    const back = new Follower({ kept: ivr, device: "mobile" }).fact(opens).fact(closed).fact(opens)
    expect(back.sent).not.toContain("OpenIvrSession")
    expect(back.told.filter(({ _tag }) => _tag === "IvrSessionRecalled")).toHaveLength(2)
    back.now = 60_000
    expect(back.fact(closed).fact(opens).sent).toContain("OpenIvrSession")
  })
})

describe("a number", () => {
  let follower: Follower
  beforeEach(() => {
    follower = new Follower({ device: "mobile" }).fact(opens).event(opened)
  })

  it("is kept in the tab, and asked for anew in the same country when it expires", () => {
    expect(follower.effects).toContainEqual({ _tag: "KeepIvrSession", session: ivr })
    expect(follower.passes(60_000)).toBe(true)
    expect(follower.effects.at(-1)).toEqual({
      _tag: "SendCommand",
      command: { _tag: "OpenIvrSession", country: "NL" },
      commandId: null,
    })
  })

  it("is not asked for anew while its PIN is being sent, nor once the dialog is closed", () => {
    const commandId = "start" as CommandId
    follower.fact({ _tag: "CommandSent", commandId, command: "StartDialIn" })
    follower.passes(60_000)
    expect(follower.sent).toEqual(["OpenIvrSession"])
    follower.event({ _tag: "DialInRefused", label: "notFound.session" }, commandId)
    expect(follower.sent).toEqual(["OpenIvrSession", "OpenIvrSession"])
    const closed = new Follower().fact(opens).event(opened)
    closed.fact({ _tag: "DialogClosed", dialog: "dialIn" })
    expect(closed.passes(60_000)).toBe(false)
  })

  it("that was not told is not asked for without end", () => {
    const silent = new Follower({ device: "mobile" }).fact(opens)
    silent.fact({
      _tag: "CommandFailed",
      commandId: "command-1" as CommandId,
      label: "request.unavailable",
    })
    expect(silent.sent).toEqual(["OpenIvrSession"])
  })
})

describe("an accepted PIN", () => {
  it("closes the window, and the wallet where it is open [DIALIN-25]", () => {
    const follower = new Follower().fact(opens).event(opened).event(accepted)
    expect(follower.told).toContainEqual({ _tag: "DialogClosed", dialog: "dialIn" })
    const paying = new Follower().fact({ _tag: "WalletOpened" }).event(accepted)
    expect(paying.told).toContainEqual({ _tag: "WalletClosed" })
    expect(follower.told).not.toContainEqual({ _tag: "WalletClosed" })
  })

  it("is followed once a second, while the tab is shown and until the call is there [DIALIN-11]", () => {
    const follower = new Follower().event(accepted)
    expect(follower.passes(SECOND_MS)).toBe(true)
    expect(follower.told).toContainEqual({ _tag: "WaitElapsed", name: "dial-in-check" })
    expect(follower.sent).toEqual(["CheckDialIn"])
    // The answer is awaited.
    follower.passes(SECOND_MS)
    expect(follower.sent).toEqual(["CheckDialIn"])
    follower.isShown$.next(false)
    expect(follower.passes(SECOND_MS)).toBe(false)
    follower.isShown$.next(true)
    expect(follower.passes(SECOND_MS)).toBe(true)
    follower.event(told("in_call"))
    expect(follower.passes(SECOND_MS)).toBe(false)
    expect(follower.passes(15 * SECOND_MS)).toBe(true)
    follower.event(told("ended"))
    expect(follower.passes(15 * SECOND_MS)).toBe(false)
  })
})

describe("the end of a call", () => {
  const joined: Event = {
    _tag: "RoomJoined",
    performerId: "p1",
    mode: "chat",
    sessionId: "session-1",
    nickname: "anon1234567",
    creditsPerMinute: 0,
  }

  it("leaves the room that it paid for, empties what was kept, and is forgotten after 3 seconds [DIALIN-13, DIALIN-14]", () => {
    const follower = new Follower().event(accepted).event(told("in_call")).event(joined)
    follower.event(told("ended"))
    expect(follower.effects).toContainEqual({ _tag: "KeepIvrSession", session: null })
    expect(follower.effects).toContainEqual({
      _tag: "SendCommand",
      command: { _tag: "LeaveRoom", performerId: "p1", reason: "dialin_stopped" },
      commandId: null,
    })
    expect(follower.passes(3 * SECOND_MS)).toBe(true)
    expect(follower.state.dialIn?.call._tag).toBe("None")
    expect(follower.passes(3 * SECOND_MS)).toBe(false)
  })

  it("leaves no room that is watched for free, nor one that was left already", () => {
    const free: Event = { ...joined, mode: "free" }
    const left: Event = { _tag: "RoomLeft", performerId: "p1", reason: "dialin_stopped" }
    for (const before of [[free], [joined, left]]) {
      const follower = new Follower().event(accepted).event(told("in_call"))
      for (const event of before) follower.event(event)
      expect(follower.event(told("ended")).sent).toEqual([])
    }
  })

  it("that expired before it began opens the dialog again after a tenth of a second [DIALIN-15]", () => {
    const follower = new Follower().event(accepted).event(told("expired"))
    expect(follower.passes(100)).toBe(true)
    expect(follower.told).toContainEqual(opens)
    expect(follower.state.dialIn?.call._tag).toBe("None")
    const unknown = new Follower().event(told("expired"))
    expect(unknown.passes(100)).toBe(false)
    expect(unknown.passes(3 * SECOND_MS)).toBe(true)
  })

  it("that nobody tells, for there is no call, is taken as one", () => {
    const commandId = "end" as CommandId
    const follower = new Follower().event(accepted)
    follower.fact({ _tag: "CommandSent", commandId, command: "EndDialIn" })
    follower.fact({ _tag: "CommandAdmitted", commandId, seq: 1 })
    expect(follower.told).toContainEqual({ _tag: "DialInAbandoned" })
    const failed = new Follower().event(accepted)
    failed.fact({ _tag: "CommandSent", commandId, command: "EndDialIn" })
    failed.fact({ _tag: "CommandFailed", commandId, label: "request.unavailable" })
    expect(failed.told).not.toContainEqual({ _tag: "DialInAbandoned" })
  })
})

describe("a tab that is loaded", () => {
  it("asks for nothing where it had no number and heard of no call", () => {
    const follower = new Follower()
    expect(follower.sent).toEqual([])
    expect(follower.told).toEqual([])
  })

  it("asks what became of a call whose number it kept, or of which it heard", () => {
    expect(new Follower({ kept: ivr }).sent).toEqual(["CheckDialIn"])
    expect(new Follower({ kept: ivr }).told).toEqual([{ _tag: "IvrSessionRecalled", ...ivr }])
    expect(new Follower({ hasHeard: true }).sent).toEqual(["CheckDialIn"])
  })

  it("asks on until the number expires where the phone itself calls, and nowhere else [DIALIN-22]", () => {
    expect(new Follower({ kept: ivr, device: "mobile" }).passes(SECOND_MS)).toBe(true)
    expect(new Follower({ kept: ivr }).passes(SECOND_MS)).toBe(false)
    expect(new Follower({ device: "mobile" }).passes(SECOND_MS)).toBe(false)
    const expired = new Follower({ kept: ivr, device: "mobile" })
    expired.passes(60_000)
    expect(expired.passes(SECOND_MS)).toBe(false)
  })

  it("asks again in a new visit, which knows of no call", () => {
    const follower = new Follower().event(accepted)
    follower.event({ _tag: "StreamReset", reason: "epoch" })
    expect(follower.sent).toEqual(["CheckDialIn"])
  })
})
