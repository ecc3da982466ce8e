/**
 * One evening in two rooms, with its invariants: each tab's room, nickname and mode are what the performer sees,
 * members pay only for time they could see, and callers by their call alone. The events of each tab are folded as its
 * browser folds them, and compared with the performer's view and with the member's history.
 *
 *   tabs ──commands──▶ gateway ──▶ backend ◀──acts── desk      tabs' folds ═ desk's rooms, facts ═ movements
 *                                     ▲
 *                                     └──notices── the phone's provider      callers' tabs ═ its calls
 *
 * Invariant: an evening begins and ends with empty rooms, and without calls.
 */
import { expect } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { checkCallStory } from "./call-story.ts"
import { EveningBooks } from "./evening-books.ts"
import { EveningCallers } from "./evening-callers.ts"
import { areToldAlike, readAgain } from "./evening-logs.ts"
import { EveningSeats } from "./evening-seats.ts"
import type { Guest } from "./evening-guest.ts"
import { EveningTabs } from "./evening-tabs.ts"
import { disagreements } from "./evening-view.ts"
import type { PhoneLines } from "./phone-lines.ts"
import type { QuickRooms } from "./quick-rooms.ts"
import { watchOn } from "./watching-on.ts"

const SETTLED_WITHIN_MS = 20_000
/** Most faults named when the evening does not settle. */
const FAULTS_NAMED = 10

interface Parts {
  readonly performers: ReadonlyArray<string>
  readonly books: EveningBooks
  readonly tabs: EveningTabs
}

export class Evening {
  readonly tabs: EveningTabs
  readonly callers: EveningCallers
  readonly #world: QuickRooms
  readonly #performers: ReadonlyArray<string>
  readonly #books: EveningBooks
  readonly #seats: EveningSeats

  private constructor(world: QuickRooms, { performers, books, tabs }: Parts) {
    this.#world = world
    this.#performers = performers
    this.#books = books
    this.tabs = tabs
    this.callers = new EveningCallers(world)
    this.#seats = new EveningSeats(world.now)
  }

  /** A guest appears in the list once per tab. */
  static async begin(world: QuickRooms, guests: ReadonlyArray<Guest>): Promise<Evening> {
    // Left open by a failed evening.
    for (const line of world.lines.open) await world.lines.ends(line, "provider")
    const performers = [await world.scene.performer(), await world.scene.performer()]
    for (const performerId of performers) await world.performs(performerId, { _tag: "TakeOver" })
    const books = await EveningBooks.open(world, guests)
    return new Evening(world, { performers, books, tabs: await EveningTabs.open(world, guests) })
  }

  get lines(): PhoneLines {
    return this.#world.lines
  }

  performer(number: number): string {
    return this.#performers[number % this.#performers.length] ?? ""
  }

  /** The room that the tab shows, otherwise the first room. */
  roomOf(number: number): string {
    return this.tabs.tab(number).state.room?.performerId ?? this.performer(0)
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
    this.#seats.lit(performerId)
    await this.#world.performs(performerId, { _tag: "Switch", mode })
    const from = this.#world.now()
    const now = (await this.#world.seen(performerId)).performer.mode
    if (now === "paused") this.#seats.dark(performerId, from)
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
    this.#seats.unvouched(from)
    await this.tabs.reattachAll()
  }

  /** Kills the gateway while it handles a command. */
  async killDuring(number: number, command: Command) {
    return this.tabs.askDuring(() => this.restart(), number, command)
  }

  async pass(number: number): Promise<void> {
    await watchOn(this.#world, this.tabs.tab(number))
  }

  jump(ms: number): void {
    if (ms > 0) for (const line of this.lines.open) line.isOverdue = true
    this.#world.rooms.forward(ms)
  }

  async #faults(): Promise<ReadonlyArray<string>> {
    const { tabs, callers } = this
    const rooms = await Promise.all(this.#performers.map((id) => this.#world.seen(id)))
    return disagreements({ rooms, tabs, callers, seats: this.#seats })
  }

  async settle(): Promise<void> {
    const seen = new Set<string>()
    const faults = async () => {
      const now = await this.#faults()
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
    const paying = this.tabs.all.flatMap(({ name, session }) =>
      session === null || session.mode === "free" ? [] : [name],
    )
    this.#seats.settled()
    expect(new Set(paying).size, "one paid session a visitor").toBe(paying.length)
  }

  /** Every call ends and every tab leaves; then the costs are compared with the ledger. */
  async end(): Promise<void> {
    const { lines, tabs } = this
    await this.settle()
    await lines.obeys()
    for (const line of lines.open) await lines.ends(line, "caller")
    await this.settle()
    for (const [number, { state }] of tabs.all.entries()) {
      if (state.room === null) continue
      await tabs.ask(number, { _tag: "LeaveRoom", performerId: state.room.performerId })
    }
    await this.settle()
    for (const email of this.#books.members) {
      await this.#books.account({ email, told: tabs.told(email), tips: tabs.tips }, this.#seats)
    }
    for (const tab of tabs.ever) {
      await readAgain(this.#world.scene, tab)
      if (tabs.isCaller(tab)) checkCallStory(tab, lines.all)
    }
    areToldAlike(tabs.ever)
  }
}
