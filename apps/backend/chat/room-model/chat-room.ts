/**
 * One performer's room as a model: who is in it, what may happen next, and what everybody is told. It has no side
 * effects: it puts out events, which room-service/room-effects.ts takes with `take` and runs in their order. This
 * class is its interface and its clock; the decisions stand in this folder's modules, over one shared state.
 *
 * Invariants: time is an argument (monotonic milliseconds); a person is in the room once; one request for VIP is
 * accepted at a time; a session that has ended is told nothing but its end.
 */
import type {
  UpstreamKickReason,
  UpstreamRoomMode,
  UpstreamVipHoldEnd,
} from "@foldcast/contracts/upstream/chat-service"
import type { Refused } from "../../http/refused.ts"
import { hostEndsCamBack, setCamBack, isCameraShown, camBackRefusal } from "./cam-back.ts"
import { kickSession, sessionSettled } from "./ending.ts"
import {
  sessionConnected,
  connectionLost,
  enterRoom,
  type PersonLimits,
  entryRefusal,
  paidEntryRefusal,
} from "./entering.ts"
import { flushFreeTimeOf, tickFreeTime } from "./free-metering.ts"
import { adoptVip, switchMode, tellNewHost } from "./host-modes.ts"
import { type MemberList, memberList, tickList } from "./member-list.ts"
import {
  intervalPaid,
  endByLeaving,
  tickPaid,
  viewerAnswered,
  pictureReported,
} from "./paid-metering.ts"
import { nicknameFor, changeNickname, checkedNickname } from "./room-nicknames.ts"
import { type RoomHost, type RoomRules, ChatRoomState } from "./chat-room-state.ts"
import {
  mayWatch,
  setSilent,
  setVideo,
  tellVideoRestarted,
  updatePaidTime,
  watchRefusal,
} from "./visibility.ts"
import { tellCharged } from "./charge-notice.ts"
import {
  sendAnnouncement,
  sendHostMessage,
  type ViewerMessage,
  type HostMessage,
  sendMessage,
} from "./messages.ts"
import { type RoomTip, type TipGiver, tellTip, tipRefusalIn } from "./tipping.ts"
import { acceptVip, hostStopsVip, stopVip } from "./vip.ts"
import {
  excuseAcceptance,
  holdTaken,
  tellHoldEnd,
  acceptanceInterrupted,
  beginJoining,
  joiningRefused,
  acceptanceOf,
  tickAcceptance,
} from "./vip-acceptance.ts"
import { declineVip, requestVip, tickRequest } from "./vip-request.ts"
import type { RoomEvent } from "./room-event.ts"
import type { IntervalOutcome, PaidReceipt } from "./paid-time.ts"
import type { NewChatSession, ChatSession, ChatViewer } from "./chat-session.ts"
import type { TipKind } from "./tip-kind.ts"
import type { HoldEnd, HoldOutcome, HoldReceipt, VipHold } from "./vip-hold.ts"

export class ChatRoom {
  readonly #state: ChatRoomState

  constructor(
    host: RoomHost,
    mode: UpstreamRoomMode,
    rules: RoomRules,
    now: number,
    hasVideo: boolean | null = null,
  ) {
    this.#state = new ChatRoomState(host, mode, rules, now, hasVideo)
  }

  get host(): RoomHost {
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
  /** Whether somebody pays or waits for VIP here, so that only the performer herself may change the mode. */
  get isBusy(): boolean {
    return (
      this.#state.accepted !== null ||
      this.sessions().some(({ mode, requestedVipAt }) => mode !== "free" || requestedVipAt !== null)
    )
  }

  sessions(): ReadonlyArray<ChatSession> {
    return this.#state.all()
  }
  session(id: string): ChatSession | undefined {
    return this.#state.sessions.get(id)
  }
  /** Who is in the room, by name, and how many watch. Somebody between two sessions counts once. */
  members(): MemberList {
    return memberList(this.#state)
  }
  /** The events since the last call, in their order. */
  take(): ReadonlyArray<RoomEvent> {
    return this.#state.take()
  }

  // Coming and going.

  nicknameFor(wanted: string): string {
    return nicknameFor(this.#state, wanted)
  }
  entryRefusal(person: PersonLimits, now: number): Refused | null {
    return entryRefusal(this.#state, person, now)
  }
  paidEntryRefusal(mode: "chat" | "vip", memberId: string, now: number): Refused | null {
    return paidEntryRefusal(this.#state, mode, memberId, now)
  }
  olderOf(viewer: ChatViewer): ChatSession | undefined {
    return this.#state.olderOf(viewer)
  }
  enter(given: NewChatSession): ChatSession {
    return enterRoom(this.#state, given)
  }
  connected(session: ChatSession, connection: string, now: number): void {
    sessionConnected(this.#state, session, connection, now)
  }
  disconnected(connection: string): void {
    const { accepted } = this.#state
    const isAccepted = accepted?.session.connection === connection
    connectionLost(this.#state, connection)
    if (isAccepted) acceptanceInterrupted(this.#state, accepted.session)
  }
  /** `sees`: whether the video plays at the viewer's; undefined: unchanged. */
  answered(session: ChatSession, now: number, sees?: boolean): void {
    viewerAnswered(this.#state, session, now)
    if (sees !== undefined) pictureReported(this.#state, session, sees, now)
  }
  paid(session: ChatSession, outcome: IntervalOutcome | null, now: number): void {
    intervalPaid(this.#state, session, outcome, now)
  }
  charged(session: ChatSession, now: number): void {
    tellCharged(this.#state, session, now)
  }
  flushFreeTimeOf(viewer: ChatViewer): void {
    flushFreeTimeOf(this.#state, viewer)
  }
  leave(session: ChatSession, now: number): void {
    endByLeaving(this.#state, session, now)
  }
  kick(session: ChatSession, reason: UpstreamKickReason, now: number): void {
    kickSession(this.#state, session, reason, now)
  }
  settled(session: ChatSession, receipt: PaidReceipt | null, now: number): void {
    sessionSettled(this.#state, session, receipt, now)
  }

  // Pictures.

  mayWatch(session: ChatSession): boolean {
    return mayWatch(this.#state, session)
  }
  watchRefusal(session: ChatSession, now: number): Refused | null {
    return watchRefusal(this.#state, session, now)
  }
  setVideo(hasVideo: boolean | null, now: number): void {
    if (hasVideo === false) excuseAcceptance(this.#state, "no_picture")
    setVideo(this.#state, hasVideo, now)
  }
  setSilent(isSilent: boolean): void {
    setSilent(this.#state, isSilent)
  }
  videoRestarted(): void {
    excuseAcceptance(this.#state, "no_picture")
    tellVideoRestarted(this.#state)
  }
  camBack(session: ChatSession, isOn: boolean): void {
    setCamBack(this.#state, session, isOn)
  }
  isCameraShown(session: ChatSession): boolean {
    return isCameraShown(session)
  }
  camBackRefusal(session: ChatSession, now: number): Refused | null {
    return camBackRefusal(session, now)
  }

  // What viewers do.

  sendMessage(session: ChatSession, given: ViewerMessage, now: number): Refused | null {
    return sendMessage(this.#state, session, given, now)
  }
  checkedNickname(session: ChatSession, typed: string, now: number): string | Refused {
    return checkedNickname(this.#state, session, typed, now)
  }
  changeNickname(session: ChatSession, name: string): Refused | null {
    return changeNickname(this.#state, session, name)
  }
  tipRefusal(session: ChatSession, kind: TipKind, now: number): Refused | null {
    return tipRefusalIn(this.#state, session, kind, now)
  }
  tellTip(from: TipGiver, tip: RoomTip): void {
    tellTip(this.#state, from, tip)
  }
  requestVip(session: ChatSession, now: number): Refused | null {
    return requestVip(this.#state, session, now)
  }
  /** Whether this session's request for VIP was accepted and waits to be joined. */
  isAccepted(session: ChatSession): boolean {
    return this.#state.accepted?.session === session
  }
  stopVip(session: ChatSession, now: number): Refused | null {
    return stopVip(this.#state, session, now)
  }
  /** The hold of the accepted viewer who has not joined yet; null where there is none. */
  get hold(): VipHold | null {
    return this.#state.accepted?.hold ?? null
  }
  holdTaken(hold: VipHold, outcome: HoldOutcome, now: number): void {
    holdTaken(this.#state, hold, outcome, now)
  }
  tellHoldEnd(hold: VipHold, end: HoldEnd, settled: HoldReceipt): void {
    tellHoldEnd(this.#state, hold, end, settled)
  }
  /** This member joins VIP: answers the hold to use, or null where they may not join. */
  joinVip(memberId: string, now: number): VipHold | null {
    const accepted = acceptanceOf(this.#state, memberId, now)
    if (accepted !== null) beginJoining(accepted, now)
    return accepted?.hold ?? null
  }
  /** `excuse`: null where the viewer is refused for a fault of their own. */
  joiningRefused(hold: VipHold, excuse: UpstreamVipHoldEnd | null): void {
    joiningRefused(this.#state, hold, excuse)
  }
  /** The member's VIP session that has not connected yet. */
  joiningSession(memberId: string): ChatSession | null {
    const session = this.#state.accepted?.session
    const isWaiting = session?.mode === "vip" && session.memberId === memberId
    return isWaiting && session.ending === null ? session : null
  }

  // What the performer does.

  sendHostMessage(given: HostMessage): boolean {
    return sendHostMessage(this.#state, given)
  }
  sendAnnouncement(id: string, message: string): void {
    sendAnnouncement(this.#state, id, message)
  }
  /** `holdId`: the id of the session that joining will begin. */
  acceptVip(session: ChatSession, holdId: string): void {
    acceptVip(this.#state, session, holdId)
  }
  declineVip(session: ChatSession, reason: string | null): void {
    declineVip(this.#state, session, reason)
  }
  hostStopsVip(only: ChatSession | null, now: number): void {
    hostStopsVip(this.#state, only, now)
  }
  hostEndsCamBack(session: ChatSession): void {
    hostEndsCamBack(this.#state, session)
  }
  switchTo(mode: Exclude<UpstreamRoomMode, "vip">, now: number): void {
    switchMode(this.#state, mode, now)
  }
  adoptVip(now: number): void {
    adoptVip(this.#state, now)
  }
  tellNewHost(): void {
    tellNewHost(this.#state)
  }

  // Time.

  /** Called several times a second; `passedMs`: since the last call. */
  tick(now: number, passedMs: number): void {
    const state = this.#state
    if (state.hasVideo === false) updatePaidTime(state, now)
    for (const session of state.all()) {
      if (session.ending !== null) continue
      tickRequest(state, session, now)
      if (session.mode !== "free") tickPaid(state, session, now)
      else if (tickFreeTime(state, session, now, passedMs))
        kickSession(state, session, "guest_expired", now)
    }
    tickAcceptance(state, now)
    tickList(state, now)
  }
}
