/**
 * Whom she has accepted for VIP, from then until they have joined: the first interval is held meanwhile, joining uses
 * it, and letting it go loses it. What failed elsewhere gives it back. It ends nobody's session and changes nothing
 * for anybody else: that begins with VIP itself.
 *
 * Invariants: one is accepted at a time; nobody is told before it is held; each hold ends once, by joining or by
 * `EndHold`.
 */
import type { UpstreamVipHoldEnd } from "@foldcast/contracts/upstream/chat-service"
import { type Ending, isSameViewer, type Session } from "../session.ts"
import type { HoldEnd, HoldOutcome, HoldSettled, VipHold } from "../vip-hold.ts"
import { changeMode } from "./room-mode.ts"
import type { Acceptance, RoomState } from "./room-state.ts"
import { declineVip } from "./vip-request.ts"

/** Milliseconds in which the acceptance may cross what its viewer does without knowing of it. */
const MAY_CROSS_MS = 2_000
/** Milliseconds that a connection may take whose viewer has asked to join. */
export const CONNECTS_WITHIN_MS = 10_000

/** The acceptance that this member may join by now; null where there is none. */
export const acceptanceOf = (
  { accepted }: RoomState,
  memberId: string,
  now: number,
): Acceptance | null =>
  accepted !== null &&
  accepted.stage !== "holding" &&
  accepted.hold.memberId === memberId &&
  now <= accepted.until
    ? accepted
    : null

const endHold = (
  room: RoomState,
  { session, hold, stage }: Acceptance,
  how: Pick<HoldEnd, "isLost" | "reason">,
): void => {
  const told = stage === "holding" ? null : session
  room.put({ _tag: "EndHold", hold, end: { told, ...how } })
}

/** It is over without VIP. What the viewer has let go is lost, unless something else failed meanwhile. */
const endAcceptance = (
  room: RoomState,
  accepted: Acceptance,
  { isLost, reason }: Pick<HoldEnd, "isLost" | "reason">,
): void => {
  room.accepted = null
  const { session, excuse, stage } = accepted
  const { id, nickname } = session
  room.tellHost({ _tag: "VipTakenBack", session: id, nickname })
  // Its session connects no more: what it was to use goes back with its receipt.
  if (session.mode === "vip") return
  const isExcused = excuse !== null || stage !== "held"
  endHold(room, accepted, {
    isLost: isLost && !isExcused,
    reason: isLost && excuse !== null ? excuse : reason,
  })
}

/**
 * The connection over which it was told, or was to be, is gone: whoever was there heard nothing more, and is told once
 * they are back. That of a private chat goes with its session when VIP is joined from it.
 */
export const interrupted = (room: RoomState, session: Session): void => {
  const { accepted } = room
  if (accepted?.session !== session || accepted.stage === "joining") return
  const name = accepted.stage === "holding" ? "decline-vip" : "vip-disconnect"
  room.tell(session, name, { session: session.id })
  endAcceptance(room, accepted, { isLost: false, reason: "interrupted" })
}

/** Who is accepted is told once it is held; where it could not be, the request is declined. */
export const held = (room: RoomState, hold: VipHold, outcome: HoldOutcome, now: number): void => {
  const { accepted } = room
  // It ended meanwhile, and what was taken goes back.
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
  // Nobody would hear it over a connection that is away.
  if (session.connection === null) return interrupted(room, session)
  accepted.stage = "held"
  accepted.toldAt = now
  accepted.until = now + room.rules.acceptedMs
  for (const other of room.all()) declineVip(room, other, null)
  const joinWithinSeconds = Math.floor(room.rules.acceptedMs / 1_000)
  const data = { credits: hold.price, joinWithinSeconds }
  room.tell(session, "custom", { session: id, name: "vip-held", data })
  room.tell(session, "accept-vip", { session: id })
}

const mayCross = ({ toldAt }: Acceptance, now: number): boolean => now - toldAt < MAY_CROSS_MS

/** The viewer takes it back. */
export const takeBack = (room: RoomState, accepted: Acceptance, now: number): void => {
  const { session } = accepted
  room.tell(session, "stop-vip", { session: session.id })
  endAcceptance(room, accepted, { isLost: !mayCross(accepted, now), reason: "taken_back" })
}

/** She has gone on, or takes it back. A session that was to join it ends by its own way. */
export const takeBackAcceptance = (room: RoomState): void => {
  const { accepted } = room
  if (accepted === null) return
  const { session, stage } = accepted
  const name = stage === "holding" ? "decline-vip" : "vip-disconnect"
  if (session.mode !== "vip") room.tell(session, name, { session: session.id })
  endAcceptance(room, accepted, { isLost: false, reason: "host_left" })
}

/** What failed meanwhile is not the viewer's: nothing is lost by it. */
export const excuseAcceptance = (room: RoomState, reason: UpstreamVipHoldEnd): void => {
  if (room.accepted !== null) room.accepted.excuse ??= reason
}

/** How the end of the session of who was accepted ends it. */
const ENDED_BY: Readonly<Record<Ending["reason"], Pick<HoldEnd, "isLost" | "reason">>> = {
  left: { isLost: true, reason: "left" },
  // Of the same viewer in the same room: the page was loaded anew, or is open twice.
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
  default: { isLost: false, reason: "default" },
}

/** A session ends that VIP was accepted for. Who has asked to join goes on by another one. */
export const acceptedLeft = (
  room: RoomState,
  session: Session,
  { reason }: Ending,
  now: number,
): void => {
  const { accepted } = room
  if (accepted?.session !== session || accepted.stage === "joining") return
  const by = ENDED_BY[reason]
  endAcceptance(room, accepted, { ...by, isLost: by.isLost && !mayCross(accepted, now) })
}

/** The viewer asks to join: from here on nothing is lost that does not come about. */
export const joins = (accepted: Acceptance, now: number): void => {
  accepted.stage = "joining"
  accepted.until = Math.max(accepted.until, now + CONNECTS_WITHIN_MS)
}

/** Joining was refused: it is as it was, and who was refused for no fault of theirs loses nothing. */
export const joinsNot = (
  room: RoomState,
  hold: VipHold,
  excuse: UpstreamVipHoldEnd | null,
): void => {
  const { accepted } = room
  if (accepted?.hold !== hold || accepted.session.mode === "vip") return
  accepted.stage = "held"
  accepted.excuse ??= excuse
  // The session that asked has ended by asking.
  if (!room.sessions.has(accepted.session.id)) {
    endAcceptance(room, accepted, { isLost: excuse === null, reason: "not_joined" })
  }
}

/** The session that is to connect, for who has asked to join. */
export const joinedBy = (room: RoomState, session: Session): void => {
  const { accepted } = room
  if (accepted !== null && accepted.hold.session === session.id) accepted.session = session
}

/** What was held is kept or back: who let it go is told, where they are there still. */
export const holdEnded = (
  room: RoomState,
  { price: credits }: VipHold,
  { told, isLost, reason }: HoldEnd,
  { movements, waitSeconds }: HoldSettled,
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

/** Back to what she did before VIP, unless she has gone on herself. */
export const afterVip = (room: RoomState, now: number): void => {
  if (room.mode === "vip") changeMode(room, room.wasFree ? "free" : "chat", now)
}

/** A VIP session is over, and what comes next in the room is not: it may have begun already. */
export const vipEnded = (room: RoomState, session: Session, now: number): void => {
  if (room.accepted?.session === session) endAcceptance(room, room.accepted, ENDED_BY.default)
  const isRunning = ({ mode, paid, ending }: Session) =>
    mode === "vip" && paid !== null && ending === null
  if (!room.all().some(isRunning)) afterVip(room, now)
}

/**
 * Who was accepted and has not joined in time has lost it. That the media engine was away meanwhile is known a
 * little later, so that it is waited for.
 */
export const tickAcceptance = (room: RoomState, now: number): void => {
  const { accepted, hasVideo, rules } = room
  if (accepted === null || accepted.stage !== "held") return
  if (hasVideo === false) accepted.excuse ??= "no_picture"
  const isKnownAt = accepted.until + (hasVideo === null ? 0 : rules.pictureKnownMs)
  if (now <= isKnownAt) return
  const { session } = accepted
  room.tell(session, "vip-disconnect", { session: session.id })
  endAcceptance(room, accepted, { isLost: true, reason: "not_joined" })
}
