/**
 * One evening in two rooms, with its invariants: each tab's room, nickname and mode are what the performer sees,
 * and members pay only for time they could see. The events of each tab are folded as its browser folds them, and
 * compared with the performer's view and with the member's history.
 *
 *   tabs ──commands──▶ gateway ──▶ backend ◀──acts── desk      tabs' folds ═ desk's rooms, facts ═ movements
 *
 * Invariant: an evening begins and ends with empty rooms.
 */
import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { type Command, COMMAND_POLICIES } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { UpstreamMovement } from "@foldcast/contracts/upstream/member-api"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import { TestTab } from "./test-tabs.ts"
import type { TestBrowser } from "./member-browser.ts"
import { type QuickRooms, VOUCH_MS } from "./quick-rooms.ts"
import { RoomTab } from "./room-tab.ts"

/** A visitor who takes part in several evenings. */
export interface Guest {
  readonly name: string
  readonly browser: TestBrowser
  /** Null without an account. */
  readonly email: string | null
  /** Least number of credits at the beginning of an evening. */
  readonly credits: number
}

interface Spender {
  readonly token: string
  readonly balance: number
  readonly last: string | null
}

interface PaidSeat {
  readonly performerId: string
  readonly from: number
  to: number | null
}

/**
 * A time in which a room could not be seen, or the backend got no sign of its viewers. Without a performer it
 * applies to all.
 */
interface Dark {
  readonly performerId: string | null
  readonly from: number
  to: number | null
}

/** Credits of one VIP interval, held when VIP is accepted. */
const VIP_HOLD = 4
/** Most movements that a receipt names. */
const MOVEMENTS_NAMED = 50
const ANSWERED_WITHIN_MS = 20_000
const SETTLED_WITHIN_MS = 20_000
/** Most faults named when the evening does not settle, and most events of a tab named in a fault. */
const FAULTS_NAMED = 10
const LAST_NAMED = 8

const answeredInTime = async <A>(what: string, answer: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`${what} has no outcome`))
    timer = setTimeout(say, ANSWERED_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Length of the span that the given spans cover; they may overlap. */
const covered = (
  { from, to }: { readonly from: number; readonly to: number },
  spans: ReadonlyArray<{ readonly from: number; readonly to: number }>,
): number => {
  let total = 0
  let end = from
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, Math.min(span.to, to) - Math.max(span.from, end))
    end = Math.max(end, span.to)
  }
  return total
}

const isOver = ({ session }: UpstreamMovement) => session === undefined || session.seconds !== null

/**
 * False after a change of nickname with an unknown outcome: the backend may then hold another name than the tab
 * shows.
 */
const isNameKnown = ({ heard }: RoomTab): boolean => {
  const last = heard.findLast(
    ({ event: { _tag, label } }) =>
      _tag === "RoomJoined" || (_tag === "NicknameRefused" && label === "outcomeUnknown"),
  )
  return last?.event._tag !== "NicknameRefused"
}

/** The part of an envelope that is equal for all its receivers. */
const sharedPart = ({ id, at, src, event }: OpenEnvelope) => ({ id, at, src, event })

export class Evening {
  readonly performers: ReadonlyArray<string>
  readonly #world: QuickRooms
  readonly #guests: ReadonlyArray<Guest>
  readonly #spenders: ReadonlyMap<string, Spender>
  readonly #tabs: Array<RoomTab> = []
  readonly #closed: Array<RoomTab> = []
  readonly #seats = new Map<string, PaidSeat>()
  readonly #dark: Array<Dark> = []
  /** The last moment at which every tab agreed with the performers' view. */
  #settledAt: number
  /** The longest time between two such moments. */
  #unseenMs = 0
  #tips = new Map<string, { readonly guest: Guest; readonly command: Command }>()

  private constructor(
    world: QuickRooms,
    guests: ReadonlyArray<Guest>,
    performers: ReadonlyArray<string>,
    spenders: ReadonlyMap<string, Spender>,
  ) {
    this.#world = world
    this.#guests = guests
    this.performers = performers
    this.#spenders = spenders
    this.#settledAt = world.now()
  }

  /** A guest appears in the list once per tab. */
  static async begin(world: QuickRooms, guests: ReadonlyArray<Guest>): Promise<Evening> {
    const performers = [await world.scene.performer(), await world.scene.performer()]
    for (const performerId of performers) await world.performs(performerId, { _tag: "TakeOver" })
    const spenders = new Map<string, Spender>()
    for (const { email, credits } of guests) {
      if (email === null || spenders.has(email)) continue
      const { token } = await world.rooms.enter("a logged-in member", { email, credits })
      // Sessions left open by a failed evening end by themselves.
      await expect.poll(async () => (await world.movements(token, null)).every(isOver)).toBe(true)
      const [last] = await world.movements(token, null)
      const balance = Number(await world.rooms.credits(token))
      spenders.set(email, { token, balance, last: last?.id ?? null })
    }
    const evening = new Evening(world, guests, performers, spenders)
    for (const guest of guests) evening.#tabs.push(await evening.#open(guest))
    return evening
  }

  async #open({ name, browser }: Guest): Promise<RoomTab> {
    return new RoomTab(name, await this.#world.scene.tab(this.#world.scene.reconnected(browser)))
  }

  #tab(number: number): RoomTab {
    const tab = this.#tabs[number % this.#tabs.length]
    if (tab === undefined) throw new Error("nobody is here")
    return tab
  }

  #guestOf(number: number): Guest {
    const guest = this.#guests[number % this.#guests.length]
    if (guest === undefined) throw new Error("nobody is here")
    return guest
  }

  performer(number: number): string {
    return this.performers[number % this.performers.length] ?? ""
  }

  /** The room that the tab shows, otherwise the first room. */
  roomOf(number: number): string {
    return this.#tab(number).state.room?.performerId ?? this.performer(0)
  }

  /** Every command must end with one of its facts or with a refusal. */
  async ask(number: number, command: Command, commandId: string = randomUUID()): Promise<void> {
    const { browserTab } = this.#tab(number)
    const isTip = command._tag === "SendTip" || command._tag === "SendToyTip"
    if (isTip) this.#tips.set(commandId, { guest: this.#guestOf(number), command })
    await answeredInTime(command._tag, browserTab.ask(command, commandId))
  }

  /** Sends the last tip again, as a double click does. */
  async tipAgain(number: number): Promise<void> {
    const { name, browserTab } = this.#tab(number)
    const last = [...this.#tips].findLast(([, { guest }]) => guest.name === name)
    if (last === undefined) return
    const [commandId, { command }] = last
    await browserTab.browser.command(browserTab.visit, command, { commandId })
  }

  /** Closes the page, with the leave notice that its browser sends, and opens it again. */
  async reload(number: number): Promise<void> {
    const tab = this.#tab(number)
    const { browserTab, state } = tab
    if (state.room !== null) {
      const { performerId } = state.room
      const gone = { _tag: "LeaveRoom", performerId, reason: "unloaded" } as const
      await browserTab.browser.command(browserTab.visit, gone)
    }
    this.#closed.push(tab)
    this.#tabs[number % this.#tabs.length] = await this.#open(this.#guestOf(number))
    tab.browserTab.stream.close()
  }

  /** Its stream breaks and reconnects. */
  async reattach(number: number): Promise<void> {
    await this.#back(this.#tab(number))
  }

  async #back(tab: RoomTab): Promise<void> {
    const { browserTab, heard } = tab
    const { visit, stream } = browserTab
    const { epoch } = await stream.first("hello")
    stream.close()
    await stream.end()
    const browser = this.#world.scene.reconnected(browserTab.browser)
    const seq = String(heard.at(-1)?.seq ?? 0)
    const again = await this.#world.scene.attach(browser, { visit, epoch, seq })
    tab.move(new TestTab(browser, visit, again))
  }

  async performs(number: number, act: Parameters<QuickRooms["performs"]>[1]): Promise<void> {
    await this.#world.performs(this.performer(number), act)
  }

  async waiting(number: number) {
    const { viewers } = await this.#world.seen(this.performer(number))
    return viewers.find(({ waitsForVip }) => waitsForVip)?.session ?? null
  }

  async viewer(number: number, pick: number) {
    const { viewers } = await this.#world.seen(this.performer(number))
    return viewers[pick % Math.max(1, viewers.length)]?.session ?? null
  }

  async switchTo(number: number, mode: "free" | "chat" | "paused" | "offline"): Promise<void> {
    const performerId = this.performer(number)
    this.#lit(performerId)
    await this.#world.performs(performerId, { _tag: "Switch", mode })
    const from = this.#world.now()
    const now = (await this.#world.seen(performerId)).performer.mode
    if (now === "paused") this.#dark.push({ performerId, from, to: null })
  }

  /** Cuts the connection between gateway and chat service; it may reconnect at once. */
  cut(): void {
    this.#world.line.set("reset")
    this.#world.line.set("pass")
  }

  /** Kills the gateway and starts another on its data; every tab reconnects. */
  async restart(): Promise<void> {
    const from = this.#world.now()
    await this.#world.scene.restart()
    this.#dark.push({ performerId: null, from, to: this.#world.now() })
    await Promise.all(this.#tabs.map((tab) => this.#back(tab)))
  }

  /** Kills the gateway while it handles a command. The page retries the command because it received no outcome. */
  async killDuring(number: number, command: Command): Promise<void> {
    const commandId = randomUUID()
    const tab = this.#tab(number)
    const { browser, visit } = tab.browserTab
    const sent = browser.command(visit, command, { commandId }).catch(() => undefined)
    await Promise.all([sent, this.restart()])
    const ends: ReadonlyArray<string> = COMMAND_POLICIES[command._tag].outcomes
    const isEnd = ({ cause, event }: OpenEnvelope) =>
      cause === commandId && ends.includes(event._tag)
    if (!tab.heard.some(isEnd)) await this.ask(number, command, commandId)
    else this.#tips.set(commandId, { guest: this.#guestOf(number), command })
  }

  /**
   * Waits until the tab is charged for another interval or its session ends. In a pause it waits for two pings
   * instead.
   */
  async pass(number: number): Promise<void> {
    const tab = this.#tab(number)
    const paid = () => tab.state.room?.paid ?? null
    const before = paid()
    if (before === null || tab.session?.mode === "free") return
    const { performer } = await this.#world.seen(tab.state.room?.performerId ?? "")
    if (performer.mode === "paused") {
      const pings = () => tab.browserTab.stream.frames.filter(({ k }) => k === "ping").length
      const soFar = pings()
      const isLonger = () => pings() >= soFar + 2 || tab.session === null
      await answeredInTime("a pause", tab.browserTab.stream.until(isLonger))
      return
    }
    await answeredInTime(
      "a paid interval",
      tab.browserTab.stream.until(() => paid()?.credits !== before.credits || tab.session === null),
    )
  }

  jump(ms: number): void {
    this.#world.rooms.forward(ms)
  }

  /** Differences between the tabs and the performers' view; empty once all events have arrived. */
  async #disagreements(): Promise<ReadonlyArray<string>> {
    const faults: Array<string> = []
    const rooms = await Promise.all(this.performers.map((id) => this.#world.seen(id)))
    const open = new Map(
      rooms.flatMap(({ performer, viewers }) =>
        viewers.map((viewer) => [viewer.session, { ...viewer, performer }] as const),
      ),
    )
    const now = this.#world.now()
    for (const { performer } of rooms) if (performer.mode !== "paused") this.#lit(performer.id)
    for (const [id, seat] of this.#seats) if (!open.has(id)) seat.to ??= now
    for (const tab of this.#tabs) {
      const { session } = tab
      if (session === null) continue
      const { room, sessionId, mode, nickname } = session
      const seen = open.get(sessionId)
      open.delete(sessionId)
      if (mode !== "free" && !this.#seats.has(sessionId)) {
        this.#seats.set(sessionId, {
          performerId: room.performerId,
          from: this.#settledAt,
          to: seen === undefined ? now : null,
        })
      }
      const hers = {
        performerId: seen?.performer.id,
        mode: seen?.mode,
        nickname: isNameKnown(tab) ? seen?.nickname : nickname,
        roomMode: seen?.performer.mode,
        waits: seen?.waitsForVip,
        interrupted: false,
      }
      const ours = {
        performerId: room.performerId,
        mode,
        nickname,
        roomMode: room.mode,
        waits: room.vip._tag === "Requested",
        interrupted: room.isInterrupted,
      }
      if (JSON.stringify(hers) !== JSON.stringify(ours)) {
        const last = tab.heard.slice(-LAST_NAMED).map(({ event }) => event._tag)
        faults.push(
          `${tab.name}: ${JSON.stringify(ours)}, but she sees ${JSON.stringify(hers)}; heard last: ${last.join(", ")}`,
        )
      }
    }
    for (const { nickname, mode } of open.values()) faults.push(`nobody is ${nickname}, ${mode}`)
    return faults
  }

  /** The performer is visible: possibly since the last settled moment, so the dark time ends there. */
  #lit(id: string): void {
    for (const dark of this.#dark) if (dark.performerId === id) dark.to ??= this.#settledAt
  }

  async settle(): Promise<void> {
    const seen = new Set<string>()
    const faults = async () => {
      const now = await this.#disagreements()
      for (const fault of now) seen.add(fault)
      return now
    }
    await expect
      .poll(faults, { interval: 3, timeout: SETTLED_WITHIN_MS })
      .toEqual([])
      .catch((cause: unknown) => {
        // The last faults may differ from those that caused the delay.
        throw new Error([...seen].slice(0, FAULTS_NAMED).join("\n"), { cause })
      })
    const paying = this.#tabs.flatMap(({ name, session }) =>
      session === null || session.mode === "free" ? [] : [name],
    )
    const now = this.#world.now()
    this.#unseenMs = Math.max(this.#unseenMs, now - this.#settledAt)
    this.#settledAt = now
    expect(new Set(paying).size, "one paid session a member").toBe(paying.length)
  }

  /** Every tab leaves; then the costs are compared with the ledger. */
  async end(): Promise<void> {
    await this.settle()
    for (const [number, { state }] of this.#tabs.entries()) {
      if (state.room === null) continue
      await this.ask(number, { _tag: "LeaveRoom", performerId: state.room.performerId })
    }
    await this.settle()
    for (const [email, spender] of this.#spenders) await this.#account(email, spender)
    const all = [...this.#tabs, ...this.#closed]
    for (const tab of all) await this.#readAgain(tab)
    this.#toldAlike(all)
  }

  close(): void {
    for (const { browserTab } of [...this.#tabs, ...this.#closed]) browserTab.stream.close()
  }

  async #account(email: string, { token, balance, last }: Spender): Promise<void> {
    let moved = await this.#world.movements(token, last)
    await expect
      .poll(async () => {
        moved = await this.#world.movements(token, last)
        return moved.every(isOver)
      })
      .toBe(true)
    const sum = moved.reduce((total, { amount }) => total + amount, 0)
    expect(Number(await this.#world.rooms.credits(token))).toBe(balance + sum)
    for (const movement of moved) expect(movement.balance).toBeGreaterThanOrEqual(0)
    this.#tipsAreOnce(email, moved)
    const bySession = Map.groupBy(moved, ({ session }) => session?.id ?? "")
    bySession.delete("")
    for (const [id, movements] of bySession) this.#paidIsSeen(id, movements)
    this.#receiptsAre(email, bySession)
    this.#holdsAre(email, bySession)
  }

  #told(email: string) {
    const names = this.#guests.flatMap((guest) => (guest.email === email ? [guest.name] : []))
    return [...this.#tabs, ...this.#closed].flatMap(({ name, heard }) =>
      names.includes(name) ? heard : [],
    )
  }

  #tipsAreOnce(email: string, moved: ReadonlyArray<UpstreamMovement>): void {
    const outcome = new Map<string, string>()
    for (const { cause, event } of this.#told(email)) {
      if (cause !== undefined && this.#tips.has(cause) && event._tag.includes("Tip")) {
        outcome.set(cause, event._tag)
      }
    }
    const given = [...this.#tips].flatMap(([id, { guest, command }]) => {
      const tag = outcome.get(id)
      const amount = "amount" in command ? command.amount : 0
      const isGiven = tag === "TipReceived" || tag === "ToyTipReceived"
      return guest.email === email && isGiven ? [-amount] : []
    })
    const unknown = [...outcome.values()].filter((tag) => tag === "TipUnknown").length
    const tips = moved.flatMap(({ reason, amount }) => (reason.endsWith("tip") ? [amount] : []))
    if (unknown === 0) {
      expect(tips.toSorted((a, b) => a - b)).toEqual(given.toSorted((a, b) => a - b))
    } else expect(tips.length).toBeLessThanOrEqual(given.length + unknown)
  }

  /** Nothing is charged twice, and no time is charged that could not be seen. */
  #paidIsSeen(id: string, movements: ReadonlyArray<UpstreamMovement>): void {
    const session = movements[0]?.session
    if (session === undefined) return
    const { credits, seconds, mode, hold } = session
    const cost = movements.reduce((total, { amount }) => total - amount, 0)
    expect(cost).toBe(credits)
    if (hold !== undefined) {
      // VIP that was accepted but not joined: the hold is kept in full or returned in full.
      expect({ hold, credits, seconds }).toEqual({
        hold,
        credits: hold === "kept" ? VIP_HOLD : 0,
        seconds: 0,
      })
      return
    }
    expect(credits).toBe(Math.floor(((seconds ?? 0) * (mode === "vip" ? 240 : 60)) / 60))
    const seat = this.#seats.get(id)
    if (seat === undefined) {
      expect(1_000 * (seconds ?? 0), "seconds between two moments").toBeLessThan(this.#unseenMs)
      return
    }
    const now = this.#world.now()
    const sat = { from: seat.from, to: seat.to ?? now }
    const dark = this.#dark.flatMap(({ performerId, from, to }) =>
      performerId === null || performerId === seat.performerId
        ? [{ from: from + (performerId === null ? VOUCH_MS : 0), to: to ?? now }]
        : [],
    )
    const visible = sat.to - sat.from - covered(sat, dark)
    expect(1_000 * (seconds ?? 0), "seconds that could be seen").toBeLessThanOrEqual(visible)
  }

  /** A hold that an event reported as kept is kept, and one reported as returned is returned. */
  #holdsAre(email: string, bySession: ReadonlyMap<string, ReadonlyArray<UpstreamMovement>>) {
    const ends = new Map(
      this.#told(email).flatMap(({ event }) =>
        event._tag === "VipHoldEnded"
          ? [[String((event["movementIds"] as ReadonlyArray<string>)[0]), event] as const]
          : [],
      ),
    )
    for (const [, movements] of bySession) {
      const first = movements.at(-1)
      if (first?.reason !== "vip-hold" || first.session?.hold === undefined) continue
      const end = ends.get(first.id)
      if (end === undefined) continue
      expect(end["isReturned"]).toBe(first.session.hold === "returned")
      expect(end["movementIds"]).toEqual(movements.map(({ id }) => id).toReversed())
    }
  }

  #receiptsAre(email: string, bySession: ReadonlyMap<string, ReadonlyArray<UpstreamMovement>>) {
    for (const { event } of this.#told(email)) {
      if (event._tag !== "PaidTimeEnded") continue
      const movements = bySession.get(String(event["sessionId"])) ?? []
      const session = movements[0]?.session
      const { credits = 0, seconds = 0 } = session ?? {}
      expect(event).toMatchObject({ credits, seconds })
      // For a long session only the newest movements are named.
      const ids = movements.map(({ id }) => id).toReversed()
      expect(event["movementIds"]).toEqual(ids.slice(-MOVEMENTS_NAMED))
    }
  }

  /** The log holds the received events without a gap, and folds to the same state. */
  async #readAgain({ name, heard: known, state, browserTab }: RoomTab): Promise<void> {
    const heard = [...known]
    const first = heard[0]?.seq ?? 0
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, place) => first + place))
    const { visit } = browserTab
    const { epoch } = await browserTab.stream.first("hello")
    const again: TestTab["stream"] = await this.#world.scene.attach(
      this.#world.scene.reconnected(browserTab.browser),
      { visit, epoch, seq: String(first - 1) },
    )
    const log = again.events.slice(0, heard.length)
    again.close()
    expect(log, `the log of ${name}`).toEqual(heard)
    const entries = log.map((envelope) => ({ kind: "event", envelope }) as const)
    expect(foldAll(INITIAL_STATE, entries)).toEqual(state)
  }

  /** An event that is stored once is equal in every tab that received it. */
  #toldAlike(tabs: ReadonlyArray<RoomTab>): void {
    const known = new Map<string, OpenEnvelope>()
    for (const { heard } of tabs) {
      for (const envelope of heard) {
        const other = known.get(envelope.id)
        if (other === undefined) known.set(envelope.id, envelope)
        else expect(sharedPart(envelope)).toEqual(sharedPart(other))
      }
    }
  }
}
