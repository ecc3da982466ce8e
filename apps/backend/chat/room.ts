/**
 * One performer's room: who is in it, what may happen next, and what everybody is told of it. It decides and does
 * nothing itself: what comes out is taken by `take` and carried out by rooms/carry-out.ts, in its order. This is its
 * door and its clock; the decisions stand in room/, a subject each, over one state that nobody else has.
 *
 * Invariants: time comes as an argument (monotonic milliseconds); a person is in the room once; one request for VIP
 * is accepted at a time; a session that has ended is told nothing but its end.
 */
import type {
  UpstreamKickReason,
  UpstreamRoomMode,
  UpstreamVipHoldEnd,
} from "@foldcast/contracts/upstream/chat-service"
import type { Refused } from "../http/refused.ts"
import { hostEndsCamBack, setCamBack, showsCamera, whyNoCamBack } from "./room/cam-back.ts"
import { kick, settled } from "./room/ending.ts"
import {
  connected,
  disconnected,
  enter,
  type Person,
  whyNotIn,
  whyNotPaid,
} from "./room/entering.ts"
import { noteWatched, runFreeTime } from "./room/free-watching.ts"
import { showVip, switchTo, tellNextHost } from "./room/host-moves.ts"
import { type MemberList, memberList, tickList } from "./room/member-list.ts"
import { intervalPaid, leave, tickPaid, viewerAnswered, viewerSees } from "./room/metering.ts"
import { nameFor, rename, typedName } from "./room/room-names.ts"
import { type Host, type RoomRules, RoomState } from "./room/room-state.ts"
import {
  maySee,
  setSilent,
  setVideo,
  videoAnew,
  visibilityChanged,
  whyNoPicture,
} from "./room/sight.ts"
import { tellCharged } from "./room/tell-charged.ts"
import { announce, hostSays, type Said, type SaidByHost, say } from "./room/talking.ts"
import { type Tip, type TipGiver, tipped, whyNoTip } from "./room/tipping.ts"
import { acceptVip, hostStopsVip, stopVip } from "./room/vip.ts"
import {
  excuseAcceptance,
  held,
  holdEnded,
  interrupted,
  joins,
  joinsNot,
  acceptanceOf,
  tickAcceptance,
} from "./room/vip-acceptance.ts"
import { declineVip, requestVip, tickRequest } from "./room/vip-request.ts"
import type { RoomEvent } from "./room-event.ts"
import type { IntervalOutcome, Settled } from "./paid-sessions.ts"
import type { NewSession, Session, Viewer } from "./session.ts"
import type { TipKind } from "./tips.ts"
import type { HoldEnd, HoldOutcome, HoldSettled, VipHold } from "./vip-hold.ts"

export class Room {
  readonly #state: RoomState

  constructor(
    host: Host,
    mode: UpstreamRoomMode,
    rules: RoomRules,
    now: number,
    hasVideo: boolean | null = null,
  ) {
    this.#state = new RoomState(host, mode, rules, now, hasVideo)
  }

  get host(): Host {
    return this.#state.host
  }
  get mode(): UpstreamRoomMode {
    return this.#state.mode
  }
  get size(): number {
    return this.#state.sessions.size
  }
  get hasVideo(): boolean | null {
    return this.#state.hasVideo
  }
  get isSilent(): boolean {
    return this.#state.isSilent
  }
  /** Whether somebody pays or waits here, so that nobody may take the performer away but herself. */
  get isBusy(): boolean {
    return (
      this.#state.accepted !== null ||
      this.sessions().some(({ mode, requestedVipAt }) => mode !== "free" || requestedVipAt !== null)
    )
  }

  sessions(): ReadonlyArray<Session> {
    return this.#state.all()
  }
  session(id: string): Session | undefined {
    return this.#state.sessions.get(id)
  }
  /** Who is there, by name, and how many; who goes on from one session to the next is there once. */
  members(): MemberList {
    return memberList(this.#state)
  }
  /** What has come out since the last time, in its order. */
  take(): ReadonlyArray<RoomEvent> {
    return this.#state.take()
  }

  // Coming and going.

  nameFor(wanted: string): string {
    return nameFor(this.#state, wanted)
  }
  whyNotIn(person: Person, now: number): Refused | null {
    return whyNotIn(this.#state, person, now)
  }
  whyNotPaid(mode: "chat" | "vip", memberId: string, now: number): Refused | null {
    return whyNotPaid(this.#state, mode, memberId, now)
  }
  olderOf(viewer: Viewer): Session | undefined {
    return this.#state.olderOf(viewer)
  }
  enter(given: NewSession): Session {
    return enter(this.#state, given)
  }
  connected(session: Session, connection: string, now: number): void {
    connected(this.#state, session, connection, now)
  }
  disconnected(connection: string): void {
    const { accepted } = this.#state
    const isAccepted = accepted?.session.connection === connection
    disconnected(this.#state, connection)
    if (isAccepted) interrupted(this.#state, accepted.session)
  }
  /** `sees`: whether the picture moves before the viewer; undefined: as it was said before. */
  answered(session: Session, now: number, sees?: boolean): void {
    viewerAnswered(this.#state, session, now)
    if (sees !== undefined) viewerSees(this.#state, session, sees, now)
  }
  paid(session: Session, outcome: IntervalOutcome | null, now: number): void {
    intervalPaid(this.#state, session, outcome, now)
  }
  charged(session: Session, now: number): void {
    tellCharged(this.#state, session, now)
  }
  noteWatched(viewer: Viewer): void {
    noteWatched(this.#state, viewer)
  }
  leave(session: Session, now: number): void {
    leave(this.#state, session, now)
  }
  kick(session: Session, reason: UpstreamKickReason, now: number): void {
    kick(this.#state, session, reason, now)
  }
  settled(session: Session, receipt: Settled | null, now: number): void {
    settled(this.#state, session, receipt, now)
  }

  // Pictures.

  maySee(session: Session): boolean {
    return maySee(this.#state, session)
  }
  whyNoPicture(session: Session, now: number): Refused | null {
    return whyNoPicture(this.#state, session, now)
  }
  setVideo(hasVideo: boolean | null, now: number): void {
    if (hasVideo === false) excuseAcceptance(this.#state, "no_picture")
    setVideo(this.#state, hasVideo, now)
  }
  setSilent(isSilent: boolean): void {
    setSilent(this.#state, isSilent)
  }
  videoAnew(): void {
    excuseAcceptance(this.#state, "no_picture")
    videoAnew(this.#state)
  }
  camBack(session: Session, isOn: boolean): void {
    setCamBack(this.#state, session, isOn)
  }
  showsCamera(session: Session): boolean {
    return showsCamera(session)
  }
  whyNoCamBack(session: Session, now: number): Refused | null {
    return whyNoCamBack(session, now)
  }

  // What viewers do.

  say(session: Session, given: Said, now: number): Refused | null {
    return say(this.#state, session, given, now)
  }
  nicknameIn(session: Session, typed: string, now: number): string | Refused {
    return typedName(this.#state, session, typed, now)
  }
  rename(session: Session, name: string): Refused | null {
    return rename(this.#state, session, name)
  }
  whyNoTip(session: Session, kind: TipKind, now: number): Refused | null {
    return whyNoTip(this.#state, session, kind, now)
  }
  tipped(from: TipGiver, tip: Tip): void {
    tipped(this.#state, from, tip)
  }
  requestVip(session: Session, now: number): Refused | null {
    return requestVip(this.#state, session, now)
  }
  /** Whether this one's request for VIP was accepted and waits to be joined. */
  isAccepted(session: Session): boolean {
    return this.#state.accepted?.session === session
  }
  stopVip(session: Session, now: number): Refused | null {
    return stopVip(this.#state, session, now)
  }
  /** What is held for who was accepted and has not joined; null where nothing is. */
  get hold(): VipHold | null {
    return this.#state.accepted?.hold ?? null
  }
  held(hold: VipHold, outcome: HoldOutcome, now: number): void {
    held(this.#state, hold, outcome, now)
  }
  holdEnded(hold: VipHold, end: HoldEnd, settled: HoldSettled): void {
    holdEnded(this.#state, hold, end, settled)
  }
  /** This member asks to join VIP: answers what is held for it, or null where they may not. */
  joinsVip(memberId: string, now: number): VipHold | null {
    const accepted = acceptanceOf(this.#state, memberId, now)
    if (accepted !== null) joins(accepted, now)
    return accepted?.hold ?? null
  }
  /** `excuse`: null where the viewer is refused for a fault of theirs. */
  joinsNot(hold: VipHold, excuse: UpstreamVipHoldEnd | null): void {
    joinsNot(this.#state, hold, excuse)
  }
  /** The session that this hold was joined by and that has no connection yet. */
  joining(memberId: string): Session | null {
    const session = this.#state.accepted?.session
    const isWaiting = session?.mode === "vip" && session.memberId === memberId
    return isWaiting && session.ending === null ? session : null
  }

  // What the performer does.

  hostSays(given: SaidByHost): boolean {
    return hostSays(this.#state, given)
  }
  announce(id: string, message: string): void {
    announce(this.#state, id, message)
  }
  /** `holdId`: the name of the session that joining it begins. */
  acceptVip(session: Session, holdId: string): void {
    acceptVip(this.#state, session, holdId)
  }
  declineVip(session: Session, reason: string | null): void {
    declineVip(this.#state, session, reason)
  }
  hostStopsVip(only: Session | null, now: number): void {
    hostStopsVip(this.#state, only, now)
  }
  hostEndsCamBack(session: Session): void {
    hostEndsCamBack(this.#state, session)
  }
  switchTo(mode: Exclude<UpstreamRoomMode, "vip">, now: number): void {
    switchTo(this.#state, mode, now)
  }
  showVip(now: number): void {
    showVip(this.#state, now)
  }
  tellNextHost(): void {
    tellNextHost(this.#state)
  }

  // Time.

  /** Called some times a second; `passedMs` since the last call. */
  tick(now: number, passedMs: number): void {
    const state = this.#state
    if (state.hasVideo === false) visibilityChanged(state, now)
    for (const session of state.all()) {
      if (session.ending !== null) continue
      tickRequest(state, session, now)
      if (session.mode !== "free") tickPaid(state, session, now)
      else if (runFreeTime(state, session, now, passedMs))
        kick(state, session, "guest_expired", now)
    }
    tickAcceptance(state, now)
    tickList(state, now)
  }
}
