/**
 * Which facts a gateway can write about the visit's room: none about a room that was not joined, VIP by its steps,
 * paid time within its session, one end with its reason. Pure.
 */
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode, roomFacts } from "@foldcast/contracts/stream/room"

export type RoomFact = (typeof roomFacts)[number]["Type"]

export interface RoomStory {
  readonly inside: {
    readonly performerId: string
    readonly mode: JoinMode
    readonly sessionId: string
  } | null
  readonly vip: "none" | "requested" | "accepted"
  readonly isCamBackOn: boolean
  /** Paid sessions that have begun and not ended. */
  readonly paid: ReadonlySet<string>
  /** The last word of the browser's call: it goes on, or has ended. */
  readonly isInCall: boolean
  readonly isCallOver: boolean
  /** The fact that must come next in the same append: `RoomLeft` with this reason. */
  readonly due: "kicked" | "requested" | "lost" | null
}

export const NO_ROOM: RoomStory = {
  inside: null,
  vip: "none",
  isCamBackOn: false,
  paid: new Set(),
  isInCall: false,
  isCallOver: false,
  due: null,
}

/** The next state of the story, or why it cannot continue. */
export type PossibleRoomStep = RoomStory | string

/** Source: SHOWN-05. */
const NOT_SHOWN = "what is paid for is refused to a page that can show no picture"

const LEFT = { inside: null, vip: "none", isCamBackOn: false, due: null } as const

const joined = (
  story: RoomStory,
  event: Extract<Event, { _tag: "RoomJoined" }>,
  command: Command | undefined,
): PossibleRoomStep => {
  const { performerId, mode, sessionId } = event
  const { inside } = story
  if (command === undefined) {
    const isBack = inside?.performerId === performerId && inside.mode === mode
    if (!isBack) return "nobody asked to join, and no connection to it came back"
  } else if (command._tag === "JoinRoom") {
    if (command.performerId !== performerId || command.mode !== mode) {
      return "another room, or another mode, was asked for"
    }
    if (mode !== "free" && command.showsPicture === false) return NOT_SHOWN
  }
  if (inside !== null && inside.performerId !== performerId) {
    return "the room before was not left"
  }
  if (mode === "free" && inside !== null && inside.mode !== "free") {
    return "paid time ends with RoomLeft before one watches free"
  }
  if (mode === "chat" && event.creditsPerMinute === 0 && !story.isInCall) {
    return "only a call by phone is a price without credits"
  }
  if (mode === "free" && event.creditsPerMinute !== 0) return "watching free costs nothing"
  if (mode !== "free" && event.freeSecondsLeft !== undefined) return "paid time has no free time"
  const isSame = inside?.sessionId === sessionId
  return {
    ...story,
    inside: { performerId, mode, sessionId },
    vip: isSame ? story.vip : "none",
    isCamBackOn: isSame && story.isCamBackOn,
  }
}

const left = (
  story: RoomStory,
  { performerId, reason }: Extract<Event, { _tag: "RoomLeft" }>,
  command: Command | undefined,
): PossibleRoomStep => {
  const { inside, due } = story
  if (due !== null)
    return reason === due ? { ...story, ...LEFT } : `RoomLeft says ${due} after that`
  if (inside === null && command?._tag !== "LeaveRoom") return "the visit is in no room"
  if (inside !== null && inside.performerId !== performerId) return "the visit is in another room"
  switch (reason) {
    case "kicked":
      return "Kicked or RoomStopped stands before it"
    case "lost":
      return { ...story, ...LEFT }
    case "switched":
      return command?._tag === "JoinRoom" || command?._tag === "LeaveRoom"
        ? { ...story, ...LEFT }
        : "nobody asked for another session"
    case "dialin_stopped":
      return command?._tag === "LeaveRoom" || story.isCallOver
        ? { ...story, ...LEFT }
        : "no call has ended"
    case "requested":
    case "unloaded":
      return command?._tag === "LeaveRoom" ? { ...story, ...LEFT } : "nobody asked to leave"
  }
}

const vipStep = (story: RoomStory, tag: RoomFact["_tag"]): PossibleRoomStep => {
  const isIn = story.inside?.mode === "vip"
  switch (tag) {
    case "VipRequested":
      return isIn ? "VIP runs already" : { ...story, vip: "requested" }
    case "VipAccepted":
      return story.vip === "requested" ? { ...story, vip: "accepted" } : "nobody waits for VIP"
    case "VipDeclined":
      return story.vip === "requested" ? { ...story, vip: "none" } : "nobody waits for VIP"
    case "VipStopped":
      if (isIn) return { ...story, due: "requested" }
      return story.vip === "none" ? "there is no VIP to stop" : { ...story, vip: "none" }
    case "VipDisconnected":
      if (isIn) return { ...story, due: "lost" }
      return story.vip === "accepted" ? { ...story, vip: "none" } : "there is no VIP to break off"
    default:
      return story
  }
}

const paidStep = (story: RoomStory, event: RoomFact): PossibleRoomStep => {
  const { inside, paid } = story
  switch (event._tag) {
    case "PaidTimeStarted":
      if (inside?.sessionId !== event.sessionId)
        return "it is another session's than the one joined"
      if (inside.mode !== event.mode) return `the session is one of ${inside.mode}`
      return { ...story, paid: new Set([...paid, event.sessionId]) }
    case "PaidTimeCharged":
      return paid.has(event.sessionId) ? story : "paid time of that session has not begun"
    case "PaidTimeEnded": {
      if (!paid.has(event.sessionId)) return "paid time of that session has not begun"
      const others = [...paid].filter((session) => session !== event.sessionId)
      return { ...story, paid: new Set(others) }
    }
    default:
      return story
  }
}

export const roomStep = (
  story: RoomStory,
  event: RoomFact,
  command: Command | undefined,
): PossibleRoomStep => {
  const { inside, due } = story
  if (due !== null && event._tag !== "RoomLeft") return `RoomLeft says ${due} before it`
  if (event._tag === "RoomJoined") return joined(story, event, command)
  if (event._tag === "RoomLeft") return left(story, event, command)
  // Answers to a command, and the end of a paid session, also come after the room was left.
  const isToldOutside = command !== undefined || event._tag === "PaidTimeEnded"
  if (!isToldOutside && inside?.performerId !== event.performerId) {
    return "the visit is not in that room"
  }
  switch (event._tag) {
    case "Kicked":
    case "RoomStopped":
      return { ...story, due: "kicked" }
    case "FreeTimeChanged":
      return inside?.mode === "free" ? story : "only who watches free has free time"
    case "CamBackStarted":
      return inside === null || inside.mode === "free"
        ? "only who pays shows their camera"
        : { ...story, isCamBackOn: true }
    case "CamBackStopRequested":
      return story.isCamBackOn ? story : "no camera is shown"
    case "CamBackStopped":
      return { ...story, isCamBackOn: false }
    case "PaidTimeStarted":
    case "PaidTimeCharged":
    case "PaidTimeEnded":
      return paidStep(story, event)
    case "VipRequested":
      return command?._tag === "RequestVip" && command.showsPicture === false
        ? NOT_SHOWN
        : vipStep(story, event._tag)
    default:
      return vipStep(story, event._tag)
  }
}
