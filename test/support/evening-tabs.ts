/**
 * The tabs of an evening: what their visitors ask, how they go and come back.
 *
 * Invariant: every command of a tab ends with one of its facts.
 */
import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { type Command, COMMAND_POLICIES } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { answeredInTime } from "./answered-in-time.ts"
import type { Guest, SentTip } from "./evening-guest.ts"
import type { QuickRooms } from "./quick-rooms.ts"
import { RoomTab } from "./room-tab.ts"
import { TestTab } from "./test-tabs.ts"

const isTip = ({ _tag }: Command): boolean => _tag === "SendTip" || _tag === "SendToyTip"
/** What only credits buy. */
const isForMembers = (command: Command): boolean => isTip(command) || command._tag === "RequestVip"

export class EveningTabs {
  /** By the id of the command. */
  readonly tips = new Map<string, SentTip>()
  readonly #world: QuickRooms
  readonly #guests: ReadonlyArray<Guest>
  readonly #tabs: Array<RoomTab> = []
  readonly #closed: Array<RoomTab> = []

  private constructor(world: QuickRooms, guests: ReadonlyArray<Guest>) {
    this.#world = world
    this.#guests = guests
  }

  /** A guest appears in the list once per tab. */
  static async open(world: QuickRooms, guests: ReadonlyArray<Guest>): Promise<EveningTabs> {
    const tabs = new EveningTabs(world, guests)
    for (const guest of guests) tabs.#tabs.push(await tabs.#open(guest))
    return tabs
  }

  get all(): ReadonlyArray<RoomTab> {
    return this.#tabs
  }

  /** Also those that are closed. */
  get ever(): ReadonlyArray<RoomTab> {
    return [...this.#tabs, ...this.#closed]
  }

  isCaller({ name }: RoomTab): boolean {
    return this.#guests.some((guest) => guest.name === name && guest.email === null)
  }

  /** The events of all tabs of that member. */
  told(email: string): ReadonlyArray<OpenEnvelope> {
    const names = this.#guests.flatMap((guest) => (guest.email === email ? [guest.name] : []))
    return this.ever.flatMap(({ name, heard }) => (names.includes(name) ? heard : []))
  }

  async #open({ name, browser }: Guest): Promise<RoomTab> {
    return new RoomTab(name, await this.#world.scene.tab(this.#world.scene.reconnected(browser)))
  }

  tab(number: number): RoomTab {
    const tab = this.#tabs[number % this.#tabs.length]
    if (tab === undefined) throw new Error("nobody is here")
    return tab
  }

  #guestOf(number: number): Guest {
    const guest = this.#guests[number % this.#guests.length]
    if (guest === undefined) throw new Error("nobody is here")
    return guest
  }

  #sent(number: number, commandId: string, command: Command): void {
    if (isTip(command)) this.tips.set(commandId, { guest: this.#guestOf(number), command })
  }

  async ask(
    number: number,
    command: Command,
    commandId: string = randomUUID(),
  ): Promise<OpenEnvelope> {
    const { browserTab } = this.tab(number)
    this.#sent(number, commandId, command)
    const outcome = await answeredInTime(command._tag, browserTab.ask(command, commandId))
    if (this.#guestOf(number).email === null && isForMembers(command)) {
      expect(outcome.event._tag, `${command._tag} of who has no account`).toMatch(
        /(?:Refused|Unknown)$/u,
      )
    }
    return outcome
  }

  /** A command that may have nothing to tell. */
  async tell(number: number, command: Command): Promise<void> {
    const { browserTab } = this.tab(number)
    const { status } = await browserTab.browser.command(browserTab.visit, command)
    expect(status).toBe(202)
  }

  /** Sends the last tip again, as a double click does. */
  async tipAgain(number: number): Promise<void> {
    const { name, browserTab } = this.tab(number)
    const last = [...this.tips].findLast(([, { guest }]) => guest.name === name)
    if (last === undefined) return
    const [commandId, { command }] = last
    await browserTab.browser.command(browserTab.visit, command, { commandId })
  }

  /** Closes the page, with the leave notice that its browser sends, and opens it again. */
  async reload(number: number): Promise<void> {
    const tab = this.tab(number)
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
    await this.#back(this.tab(number))
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

  /** Every tab reconnects: the gateway is another. */
  async reattachAll(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => this.#back(tab)))
  }

  /**
   * A command during which `restart` replaces the gateway. The page retries it because it received no outcome. Answers
   * what became of it.
   */
  async askDuring(
    restart: () => Promise<void>,
    number: number,
    command: Command,
  ): Promise<OpenEnvelope> {
    const commandId = randomUUID()
    const tab = this.tab(number)
    const { browser, visit } = tab.browserTab
    const sent = browser.command(visit, command, { commandId }).catch(() => undefined)
    await Promise.all([sent, restart()])
    const ends: ReadonlyArray<string> = COMMAND_POLICIES[command._tag].outcomes
    const isEnd = ({ cause, event }: OpenEnvelope) =>
      cause === commandId && ends.includes(event._tag)
    const outcome = tab.heard.find(isEnd)
    if (outcome === undefined) return this.ask(number, command, commandId)
    this.#sent(number, commandId, command)
    return outcome
  }

  close(): void {
    for (const { browserTab } of this.ever) browserTab.stream.close()
  }
}
