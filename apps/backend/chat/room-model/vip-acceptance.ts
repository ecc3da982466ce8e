/**
 * A viewer whom the performer has accepted for VIP, until they have joined. The first interval's credits are held
 * meanwhile: joining uses them, letting the acceptance go loses them, and any other failure returns them. No other
 * session changes before VIP begins.
 *
 * Invariants: one viewer is accepted at a time; nobody is told before the credits are held; each hold ends once, by
 * joining or by `EndHold`.
 */
import type { UpstreamVipHoldEnd } from "@foldcast/contracts/upstream/chat-service"
import { type SessionEnding, isSameViewer, type ChatSession } from "./chat-session.ts"
import type { HoldEnd, HoldOutcome, HoldReceipt, VipHold } from "./vip-hold.ts"
import { changeMode } from "./room-mode.ts"
import type { VipAcceptance, ChatRoomState } from "./chat-room-state.ts"
import { declineVip } from "./vip-request.ts"

/** Milliseconds in which the acceptance may cross what its viewer does before it arrives. */
const MAY_CROSS_MS = 2_000
/** Milliseconds in which a viewer who has called to join has to connect. */
export const VIP_CONNECTS_WITHIN_MS = 10_000

/** The acceptance that this member may join now; null where there is none. */
export const acceptanceOf = (
  { accepted }: ChatRoomState,
  memberId: string,
  now: number,
): VipAcceptance | null =>
  accepted !== null &&
  accepted.stage !== "holding" &&
  accepted.hold.memberId === memberId &&
  now <= accepted.until
    ? accepted
    : null

const endHold = (
  room: ChatRoomState,
  { session, hold, stage }: VipAcceptance,
  how: Pick<HoldEnd, "isLost" | "reason">,
): void => {
  const told = stage === "holding" ? null : session
  room.put({ _tag: "EndHold", hold, end: { told, ...how } })
}

/**
 * The acceptance ends without VIP. A viewer who let it go loses the hold, unless something else has failed meanwhile.
 */
const endAcceptance = (
  room: ChatRoomState,
  accepted: VipAcceptance,
  { isLost, reason }: Pick<HoldEnd, "isLost" | "reason">,
): void => {
  room.accepted = null
  const { session, excuse, stage } = accepted
  const { id, nickname } = session
  room.tellHost({ _tag: "VipTakenBack", session: id, nickname })
  // Its session never connects: the receipt returns what it was to use.
  if (session.mode === "vip") return
  const isExcused = excuse !== null || stage !== "held"
  endHold(room, accepted, {
    isLost: isLost && !isExcused,
    reason: isLost && excuse !== null ? excuse : reason,
  })
}

/**
 * The connection on which the viewer was told, or was to be, is lost, so they are told once they are back. A private
 * chat's connection closes on purpose when VIP is joined from it.
 */
export const acceptanceInterrupted = (room: ChatRoomState, session: ChatSession): void => {
  const { accepted } = room
  if (accepted?.session !== session || accepted.stage === "joining") return
  const name = accepted.stage === "holding" ? "decline-vip" : "vip-disconnect"
  room.tell(session, name, { session: session.id })
  endAcceptance(room, accepted, { isLost: false, reason: "interrupted" })
}

/** The hold was taken: the accepted viewer is told. Where it could not be taken, the request is declined. */
export const holdTaken = (
  room: ChatRoomState,
  hold: VipHold,
  outcome: HoldOutcome,
  now: number,
): void => {
  const { accepted } = room
  // The acceptance ended meanwhile, and the hold is returned.
  if (accepted?.hold !== hold) return
  const { session } = accepted
  const { id, nickname } = session
  if (outcome === "unknown") endHold(room, accepted, { isLost: false, reason: "default" })
  if (outcome !== "held") {
    room.accepted = null
    room.tell(session, "decline-vip", { session: id })
    room.tellHost({ _tag: "VipTakenBack", session: id, nickname })
    return
  }
  // A lost connection would not receive it.
  if (session.connection === null) return acceptanceInterrupted(room, session)
  accepted.stage = "held"
  accepted.toldAt = now
  accepted.until = now + room.rules.acceptedMs
  for (const other of room.all()) declineVip(room, other, null)
  const joinWithinSeconds = Math.floor(room.rules.acceptedMs / 1_000)
  const data = { credits: hold.price, joinWithinSeconds }
  room.tell(session, "custom", { session: id, name: "vip-held", data })
  room.tell(session, "accept-vip", { session: id })
}

const mayCross = ({ toldAt }: VipAcceptance, now: number): boolean => now - toldAt < MAY_CROSS_MS

/** The viewer withdraws. */
export const withdrawAcceptance = (
  room: ChatRoomState,
  accepted: VipAcceptance,
  now: number,
): void => {
  const { session } = accepted
  room.tell(session, "stop-vip", { session: session.id })
  endAcceptance(room, accepted, { isLost: !mayCross(accepted, now), reason: "taken_back" })
}

/** The performer withdraws, or changed the mode. A session that was to join ends by itself. */
export const revokeAcceptance = (room: ChatRoomState): void => {
  const { accepted } = room
  if (accepted === null) return
  const { session, stage } = accepted
  const name = stage === "holding" ? "decline-vip" : "vip-disconnect"
  if (session.mode !== "vip") room.tell(session, name, { session: session.id })
  endAcceptance(room, accepted, { isLost: false, reason: "host_left" })
}

/** A failure that is not the viewer's: nothing is lost by it. */
export const excuseAcceptance = (room: ChatRoomState, reason: UpstreamVipHoldEnd): void => {
  if (room.accepted !== null) room.accepted.excuse ??= reason
}

/** What the end of the accepted viewer's session does to the hold. */
const ENDED_BY: Readonly<Record<SessionEnding["reason"], Pick<HoldEnd, "isLost" | "reason">>> = {
  left: { isLost: true, reason: "left" },
  blocked: { isLost: true, reason: "left" },
  // The same viewer in the same room: a reloaded page, or a second tab.
  duplicate_session: { isLost: true, reason: "left" },
  silent: { isLost: true, reason: "not_joined" },
  stopped: { isLost: false, reason: "default" },
  kicked: { isLost: false, reason: "host_left" },
  host_left: { isLost: false, reason: "host_left" },
  paused: { isLost: false, reason: "host_left" },
  restarted: { isLost: false, reason: "restarted" },
  credits: { isLost: false, reason: "default" },
  vip_started: { isLost: false, reason: "default" },
  guest_expired: { isLost: false, reason: "default" },
  dialin_stopped: { isLost: false, reason: "default" },
  default: { isLost: false, reason: "default" },
}

/** The accepted viewer's session ends. One who has called to join goes on in the joining session. */
export const acceptedSessionEnded = (
  room: ChatRoomState,
  session: ChatSession,
  { reason }: SessionEnding,
  now: number,
): void => {
  const { accepted } = room
  if (accepted?.session !== session || accepted.stage === "joining") return
  const by = ENDED_BY[reason]
  endAcceptance(room, accepted, { ...by, isLost: by.isLost && !mayCross(accepted, now) })
}

/** The viewer calls to join: from now on a failure loses nothing. */
export const beginJoining = (accepted: VipAcceptance, now: number): void => {
  accepted.stage = "joining"
  accepted.until = Math.max(accepted.until, now + VIP_CONNECTS_WITHIN_MS)
}

/** Joining was refused: the acceptance stays, and a viewer who is not at fault loses nothing. */
export const joiningRefused = (
  room: ChatRoomState,
  hold: VipHold,
  excuse: UpstreamVipHoldEnd | null,
): void => {
  const { accepted } = room
  if (accepted?.hold !== hold || accepted.session.mode === "vip") return
  accepted.stage = "held"
  accepted.excuse ??= excuse
  // The session that called to join has ended by calling.
  if (!room.sessions.has(accepted.session.id)) {
    endAcceptance(room, accepted, { isLost: excuse === null, reason: "not_joined" })
  }
}

/** The session that is to connect takes the place of the one that asked. */
export const attachJoiningSession = (room: ChatRoomState, session: ChatSession): void => {
  const { accepted } = room
  if (accepted !== null && accepted.hold.session === session.id) accepted.session = session
}

/** The hold was kept or returned: the viewer is told, if still in the room. */
export const tellHoldEnd = (
  room: ChatRoomState,
  { price: credits }: VipHold,
  { told, isLost, reason }: HoldEnd,
  { movements, waitSeconds }: HoldReceipt,
): void => {
  if (movements.length === 0 || told === null) return
  const to = room.sessions.has(told.id) ? told : room.all().find((one) => isSameViewer(one, told))
  if (to === undefined) return
  const data = {
    credits,
    isReturned: !isLost,
    reason,
    ...(waitSeconds > 0 && { waitSeconds }),
    movements,
  }
  room.tell(to, "custom", { session: to.id, name: "vip-hold-ended", data })
}

/** Back to the mode before VIP, unless the performer has changed it herself. */
export const leaveVipMode = (room: ChatRoomState, now: number): void => {
  if (room.mode === "vip") changeMode(room, room.wasFree ? "free" : "chat", now)
}

/** A VIP session has ended. The next one may have begun already, and then the mode stays. */
export const vipSessionEnded = (room: ChatRoomState, session: ChatSession, now: number): void => {
  if (room.accepted?.session === session) endAcceptance(room, room.accepted, ENDED_BY.default)
  const isRunning = ({ mode, paid, ending }: ChatSession) =>
    mode === "vip" && paid !== null && ending === null
  if (!room.all().some(isRunning)) leaveVipMode(room, now)
}

/**
 * A viewer who has not joined in time loses the hold. A failure of the media engine is noticed a little later, so the
 * decision waits for it.
 */
export const tickAcceptance = (room: ChatRoomState, now: number): void => {
  const { accepted, hasVideo, rules } = room
  if (accepted === null || accepted.stage !== "held") return
  if (hasVideo === false) accepted.excuse ??= "no_picture"
  const isKnownAt = accepted.until + (hasVideo === null ? 0 : rules.pictureKnownMs)
  if (now <= isKnownAt) return
  const { session } = accepted
  room.tell(session, "vip-disconnect", { session: session.id })
  endAcceptance(room, accepted, { isLost: true, reason: "not_joined" })
}
