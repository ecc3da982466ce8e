/**
 * Which logs a gateway can write: what each fact requires before it, which command it may answer, and its source.
 * The scripted gateway plays nothing else, so that screens are tested only with logs that occur. The rules are
 * those of gateway/rooms, gateway/commands and gateway/normalise; possible-log.test.ts checks them against recorded
 * evenings.
 *
 * Invariant: a log that these rules reject was never recorded.
 */
import { Cause, Exit, Schema } from "effect"
import {
  type Command,
  COMMAND_POLICIES,
  type CommandTag,
} from "@foldcast/contracts/commands/command"
import {
  type Event,
  type EventTag,
  FACT_SCHEMAS,
  FACT_TRAITS,
} from "@foldcast/contracts/stream/event"
import { dialInFacts } from "@foldcast/contracts/stream/dial-in"
import { messageFacts } from "@foldcast/contracts/stream/messages"
import { roomFacts } from "@foldcast/contracts/stream/room"
import type { SourceName } from "@foldcast/contracts/stream/visit"
import { isSameNumber, type OfferedNumber, phoneNumberFault } from "@foldcast/rules/phone-numbers"
import { NO_ROOM, type RoomFact, roomStep } from "./possible-room.fixture.ts"

export interface PossibleFact {
  readonly event: Event
  /** The id of the command that it answers. */
  readonly cause?: string | undefined
}

/** The facts of a log-in, besides the one that ends the command. */
const OF_LOG_IN = ["LoggedIn", "MemberLoaded", "CreditsChanged"] as const
/** The facts about a room that come with joining it. */
const OF_JOINING = [
  "RoomModeSwitched",
  "RoomMembersListed",
  "RoomSettingsChanged",
  "FreeTimeChanged",
  "VideoAvailable",
  "VideoDenied",
  "AudioAvailable",
  "AudioDenied",
  "RoomLeft",
] as const

/** Facts that carry a command's id without ending it. */
const FOLLOWS: Partial<Record<CommandTag, ReadonlyArray<EventTag>>> = {
  Register: ["MemberRegistered", ...OF_LOG_IN],
  LogIn: OF_LOG_IN,
  LogInWithToken: [...OF_LOG_IN, "LoggedOut"],
  Activate: [...OF_LOG_IN, "EmailChanged"],
  ChangeUsername: OF_LOG_IN,
  ChangePassword: ["LoggedIn", "LoggedOut"],
  ResetPassword: ["LoggedOut"],
  ChangeEmail: ["MemberLoaded"],
  CancelEmailChange: ["MemberLoaded"],
  DeleteAccount: ["LoggedOut"],
  JoinRoom: OF_JOINING,
  StopVip: ["RoomLeft"],
  CheckPayment: ["CreditsChanged"],
}

/**
 * Facts that end a command, and that also occur without one: from another tab, from the service, after an
 * interruption.
 */
const TOLD_BY_ITSELF: ReadonlySet<EventTag> = new Set<EventTag>([
  "LoggedIn",
  "LoggedOut",
  "AgeVerified",
  "SessionEnded",
  "FavouriteAdded",
  "FavouriteRemoved",
  // Asked for or changed in another tab of the member.
  "LiveAlertsListed",
  "LiveAlertChanged",
  "SpendingLimitsListed",
  "SpendingLimitsChanged",
  "BundleBought",
  "PaymentFailed",
  "RoomJoined",
  "RoomLeft",
  "RoomMessageReceived",
  "NicknameChanged",
  "VipRequested",
  "VipStopped",
  "TipReceived",
  "ToyTipReceived",
  "CamBackStopped",
  "PlayerFailed",
  // Of another tab of the member; the performer reads too.
  "PrivateMessageSent",
  "MessageRead",
  "ConversationStateChanged",
  "ConversationDeleted",
  // Asked for, or changed, in another tab of the browser; and what the phone's provider told.
  "DialInNumbersListed",
  "IvrSessionOpened",
  "DialInStarted",
  "DialInStateChanged",
])

/** Whether the fact may carry a command's id. */
const mayBeCausedBy = (command: CommandTag, tag: EventTag): boolean =>
  COMMAND_POLICIES[command].outcomes.includes(tag) || (FOLLOWS[command]?.includes(tag) ?? false)

/** The facts that answer a command: those that may carry its id do, the others do not. */
export const answering = (
  { _tag }: Command,
  commandId: string,
  events: ReadonlyArray<Event>,
): ReadonlyArray<PossibleFact> =>
  events.map((event) => (mayBeCausedBy(_tag, event._tag) ? { event, cause: commandId } : { event }))

const ENDS_A_COMMAND: ReadonlySet<EventTag> = new Set(
  Object.values(COMMAND_POLICIES).flatMap(({ outcomes }) => [...outcomes]),
)

/**
 * A page's first facts (gateway/visits/first-facts.ts), and those that its member's services add before it
 * attaches.
 */
const FIRST: ReadonlySet<EventTag> = new Set<EventTag>([
  "StreamReset",
  "VisitStarted",
  "AgeVerified",
  "LoggedIn",
  "MemberLoaded",
  "MemberRefused",
  "CreditsChanged",
  "FavouritesListed",
  "SourceInterrupted",
  // Of a browser with a call.
  "DialInStarted",
  "DialInStateChanged",
])

const FROM_GATEWAY: ReadonlySet<EventTag> = new Set<EventTag>([
  "VisitStarted",
  "StreamReset",
  "SourceInterrupted",
  "SourceRestored",
  "LoggedOut",
  "AgeVerified",
  "AgeVerificationRefused",
])
const FROM_MEMBER_SOCKET: ReadonlySet<EventTag> = new Set<EventTag>([
  "CreditsChanged",
  "CreditsRanOut",
  "BundleBought",
  "PaymentFailed",
  "DialInStateChanged",
])
const ROOM_TAGS: ReadonlySet<string> = new Set(
  roomFacts.map(({ fields }) => fields._tag.schema.literal),
)
const MESSAGE_TAGS: ReadonlySet<string> = new Set(
  messageFacts.map(({ fields }) => fields._tag.schema.literal),
)
const DIAL_IN_TAGS: ReadonlySet<string> = new Set(
  dialInFacts.map(({ fields }) => fields._tag.schema.literal),
)
const isOfRoom = (event: Event): event is RoomFact => ROOM_TAGS.has(event._tag)

/** The source of a fact, by its name in logs. */
export const sourceOf = ({ _tag }: Event, command: Command | undefined): SourceName => {
  if (FROM_GATEWAY.has(_tag)) return "gateway"
  if (MESSAGE_TAGS.has(_tag)) {
    const isTold = _tag === "PrivateMessageReceived" || _tag === "MessageRead"
    return command === undefined && isTold ? "member-socket" : "messenger-api"
  }
  if (!ROOM_TAGS.has(_tag)) {
    return command === undefined && FROM_MEMBER_SOCKET.has(_tag) ? "member-socket" : "member-api"
  }
  switch (command?._tag) {
    case "JoinRoom":
      return command.mode === "free" ? "performer-service" : "member-api"
    case "LeaveRoom":
      return "performer-service"
    default:
      return "chat-socket"
  }
}

const shapeFault = (event: Event): string | null => {
  const options = { onExcessProperty: "error" } as const
  const decoded = Schema.decodeUnknownExit(FACT_SCHEMAS[event._tag])(event, options)
  return Exit.isFailure(decoded) ? Cause.pretty(decoded.cause) : null
}

const numbersOffered = (event: Event): ReadonlyArray<OfferedNumber> => {
  switch (event._tag) {
    case "DialInNumbersListed":
      return event.numbers
    case "IvrSessionOpened":
      return [{ ...event, number: event.displayNumber }]
    default:
      return []
  }
}

export class PossibleLog {
  readonly #commands = new Map<string, Command>()
  readonly #interrupted = new Set<string>()
  #hasStarted = false
  #isMember = false
  #isOver = false
  #room = NO_ROOM
  #length = 0

  /** A command of this visit; from now on its id is a valid cause. */
  sent(commandId: string, command: Command): void {
    this.#commands.set(commandId, command)
  }

  /** The command with that id; undefined: this visit sent none. */
  asked(commandId: string | undefined): Command | undefined {
    return commandId === undefined ? undefined : this.#commands.get(commandId)
  }

  /** Adds the facts of one append. Returns why no gateway writes them there, or null. */
  tells(told: ReadonlyArray<PossibleFact>, isPage = false): string | null {
    for (const one of told) {
      const { _tag } = one.event
      const isLate = isPage && !FIRST.has(_tag)
      const fault = isLate ? `${_tag}: no page begins with it` : this.hears(one)
      if (fault !== null) return fault
    }
    const { due } = this.#room
    return due === null ? null : `RoomLeft ${due} has to come with it`
  }

  /** Adds the next fact. Returns why no gateway writes it there, or null. */
  hears({ event, cause }: PossibleFact): string | null {
    this.#length += 1
    const fault =
      shapeFault(event) ?? this.#causeFault(event, cause) ?? this.#orderFault(event, cause)
    return fault === null ? null : `${event._tag}, at ${this.#length}: ${fault}`
  }

  /**
   * Members do not pay by phone, and no number is offered against the law; the end of a call may come after the log-in
   * that ended it.
   */
  #callFault(event: Event): string | null {
    for (const number of numbersOffered(event)) {
      const fault = phoneNumberFault(number)
      if (fault !== null) return `a ${number.country} number is not offered: ${fault}`
    }
    if (
      event._tag === "IvrSessionOpened" &&
      !isSameNumber(event.country, event.calledNumber, event.displayNumber)
    ) {
      return "a number is not offered that dials another one than it shows"
    }
    if (event._tag === "DialInStateChanged") {
      const isOver = event.state === "ended" || event.state === "expired"
      this.#room = { ...this.#room, isCallOver: isOver, isInCall: event.state === "in_call" }
      return this.#isMember && !isOver ? "a caller is a guest" : null
    }
    return this.#isMember ? "a caller is a guest" : null
  }

  #causeFault({ _tag }: Event, cause: string | undefined): string | null {
    if (cause === undefined) {
      const isAnswer = ENDS_A_COMMAND.has(_tag) && !TOLD_BY_ITSELF.has(_tag)
      return isAnswer ? "it answers a command, whose id is its cause" : null
    }
    const command = this.#commands.get(cause)?._tag
    if (command === undefined) return "its cause is no command of this visit"
    return mayBeCausedBy(command, _tag) ? null : `no ${command} is answered by it`
  }

  #orderFault(event: Event, cause: string | undefined): string | null {
    if (this.#isOver) return "the visit was over with LoggedOut"
    if (!this.#hasStarted && event._tag !== "VisitStarted" && event._tag !== "StreamReset") {
      return "a log begins with VisitStarted"
    }
    if (!this.#isMember && FACT_TRAITS[event._tag].scope === "member") return "nobody is logged in"
    if (isOfRoom(event)) {
      const step = roomStep(this.#room, event, this.asked(cause))
      if (typeof step === "string") return step
      this.#room = step
      return null
    }
    if (DIAL_IN_TAGS.has(event._tag)) return this.#callFault(event)
    switch (event._tag) {
      case "VisitStarted":
        if (this.#hasStarted) return "a log has one beginning"
        this.#hasStarted = true
        return null
      case "LoggedIn":
        this.#isMember = true
        return null
      case "LoggedOut":
        if (!this.#isMember) return "nobody is logged in"
        this.#isOver = true
        return null
      case "ActivationSucceeded":
        return event.ofAnother === true && !this.#isMember ? "nobody else is logged in" : null
      case "SourceInterrupted":
        this.#interrupted.add(event.source)
        return null
      case "SourceRestored":
        return this.#interrupted.delete(event.source) ? null : `${event.source} was not interrupted`
      default:
        return null
    }
  }
}
