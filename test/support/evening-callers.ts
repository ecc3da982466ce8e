/**
 * Guests who pay for a private by a phone call in an evening: the number that their browser was shown, the call that
 * they make, the PIN that they type. A browser's tabs share its call.
 *
 * Invariants: a right PIN in time is accepted and any other one refused; what a tab knows of its call is what the
 * provider has told of it; nobody is in private by a call that is over.
 */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { callOf, hasCall } from "@foldcast/folds/call"
import type { PhoneCountry, PhoneLine } from "./phone-lines.ts"
import type { QuickRooms } from "./quick-rooms.ts"
import type { RoomTab } from "./room-tab.ts"

/** A number that was shown. */
interface ShownNumber {
  readonly session: string
  readonly country: PhoneCountry
  /** The backend's wall clock when it was asked for. */
  readonly at: number
  wrong: number
  /** A PIN was accepted in it, or it is not known whether. */
  isUsed: boolean
}

interface Caller {
  shown: ShownNumber | null
  /** The newest call that was made. */
  dialled: PhoneLine | null
  /** The call that the browser has. */
  current: PhoneLine | null
}

export interface TypedPin {
  readonly command: CommandOf<"StartDialIn">
  readonly isRight: boolean
  /** It must be accepted. */
  readonly isDue: boolean
}

const SHOWN_FOR_MS = 60_000
/** What a command and its answer may take of that time. */
const MARGIN_MS = 20_000
const MOST_WRONG = 5

export class EveningCallers {
  readonly #world: QuickRooms
  readonly #callers = new Map<string, Caller>()

  constructor(world: QuickRooms) {
    this.#world = world
  }

  #of({ name }: RoomTab): Caller {
    const known = this.#callers.get(name)
    if (known !== undefined) return known
    const caller: Caller = { shown: null, dialled: null, current: null }
    this.#callers.set(name, caller)
    return caller
  }

  /** `event`: the number's session, as it was told. */
  isShown(tab: RoomTab, country: PhoneCountry, { event }: OpenEnvelope): void {
    const at = this.#world.rooms.now()
    const session = String(event["session"])
    this.#of(tab).shown = { session, country, at, wrong: 0, isUsed: false }
  }

  /** At the number that the browser was shown last. */
  async dials(tab: RoomTab): Promise<void> {
    const caller = this.#of(tab)
    caller.dialled = await this.#world.lines.arrives(caller.shown?.country ?? "NL")
  }

  dialled(tab: RoomTab): PhoneLine | null {
    return this.#of(tab).dialled
  }

  /** Null before a number is shown and called. */
  pin(tab: RoomTab, isRight: boolean): TypedPin | null {
    const { shown, dialled } = this.#of(tab)
    if (shown === null || dialled === null) return null
    const { session, country, at } = shown
    const pin = isRight ? dialled.pin : this.#world.lines.wrongPin(country)
    const age = this.#world.rooms.now() - at
    const isWaiting = dialled.session === null && !dialled.isOver && !dialled.isOverdue
    const isShown = !shown.isUsed && shown.wrong < MOST_WRONG && age < SHOWN_FOR_MS - MARGIN_MS
    return {
      command: { _tag: "StartDialIn", session, pin },
      isRight,
      isDue: isRight && isWaiting && isShown && dialled.country === country,
    }
  }

  /** `event`: what became of it. */
  isTyped(tab: RoomTab, { command, isRight, isDue }: TypedPin, { event }: OpenEnvelope): void {
    const caller = this.#of(tab)
    const { shown, dialled } = caller
    if (shown === null || dialled === null) return
    const said = `${tab.name} typed a ${isRight ? "right" : "wrong"} PIN`
    if (event._tag === "DialInStarted") {
      const isFree = dialled.session === null || dialled.session === command.session
      if (!isRight || !isFree) throw new Error(`${said}, which is accepted`)
      dialled.session = command.session
      shown.isUsed = true
      caller.current = dialled
      return
    }
    if (event["label"] === "outcomeUnknown") {
      shown.isUsed = true
      return
    }
    if (isDue) throw new Error(`${said}, which is refused: ${String(event["label"])}`)
    if (event["label"] === "badRequest.pincode") shown.wrong += 1
  }

  /** The browser has hung up, on its page. */
  hungUp(tab: RoomTab): void {
    this.#of(tab).current = null
  }

  /** In a room that a call pays for. */
  sits(session: string): void {
    this.#world.callerSessions.add(session)
  }

  /** Empty once a tab of a caller knows what the provider has told. */
  faults(tab: RoomTab): ReadonlyArray<string> {
    const call = callOf(tab.state)
    const { current } = this.#of(tab)
    const { session } = tab
    const faults: Array<string> = []
    if (session !== null && session.mode !== "free" && call._tag !== "InCall") {
      faults.push(`${tab.name} is in ${session.mode} by a call that is ${call._tag}`)
    }
    const isOn = current !== null && !current.isOver
    if (current?.isOverdue === true) return faults
    const due = !isOn ? "over" : current.connectedAt === null ? "Pending" : "InCall"
    const known = hasCall(tab.state) ? call._tag : "over"
    if (due !== known) faults.push(`${tab.name}: the call is ${known} instead of ${due}`)
    return faults
  }
}
