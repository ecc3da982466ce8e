/**
 * One performer's room: who is in it, what may happen next, and what everybody is told of it. It decides and
 * does nothing itself: what comes out is taken by `take` and carried out by rooms.ts, in its order.
 *
 * Callers: rooms.ts. Invariants: time comes as an argument (monotonic milliseconds); a person is in the room
 * once; one request for VIP is accepted at a time; a session that has ended is told nothing but its end.
 */
import type { ChatEventName, ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import type {
  KickReason,
  ROOM_LABELS,
  RoomMode,
  SentMessageType,
} from "@foldcast/contracts/upstream/chat-service"
import { badRequest, Refused } from "../http/refused.ts"
import { freeName, isReservedName, nicknameKey, nicknameOf } from "./nicknames.ts"
import {
  answered,
  becomesVisible,
  beginPaidTime,
  isDue,
  paidOnce,
  shownSinceAnswerMs,
  silentFor,
  type Tariff,
  unansweredMs,
  uncharged,
} from "./paid-time.ts"
import type { HostEvent, RoomEvent } from "./room-event.ts"
import type { RateWindow } from "./rate-window.ts"
import {
  type Ending,
  isSameViewer,
  isThere,
  type NewSession,
  newSession,
  type Session,
  type Viewer,
} from "./session.ts"
import { isMessage, spokenText } from "./spoken-text.ts"
import type { TipKind } from "./tips.ts"

export interface RoomRules {
  readonly tariffs: Readonly<Record<"chat" | "vip", Tariff>>
  readonly silentAfterMs: number
  /** How long a request for VIP waits for its answer. */
  readonly requestMs: number
  /** How long an accepted one may take to join. */
  readonly acceptedMs: number
  /** A pause that is longer ends paid sessions. */
  readonly longPauseMs: number
  readonly toySecondsPerLevel: number
  readonly isMuted: (text: string) => boolean
}

export interface Host {
  readonly id: string
  readonly name: string
  readonly hasToy: boolean
}

const refused = (label: (typeof ROOM_LABELS)[number]) => new Refused({ status: 400, label })

/** Of a session that is over, or never was. */
export const chatNotStarted = () => new Refused({ status: 404, label: "chatNotStarted" })

/** `ms`: until it may be tried again. */
export const tooOften = (ms: number) =>
  new Refused({
    status: 429,
    label: "tooManyAttempts",
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)),
  })

/** Ends that come of the viewer's own silence, or of their going on elsewhere without a word. */
const UNANSWERED_ENDS: ReadonlySet<Ending["reason"]> = new Set(["silent", "duplicate_session"])

/** Milliseconds without a picture after which paid time stands. */
const BLACK_AFTER_MS = 5_000

/** Names told at once; of a bigger room only how many there are. */
const MEMBERS_TOLD = 50
/** Milliseconds of free time that are lost at most where the backend is killed. */
const NOTE_FREE_TIME_MS = 10_000
/** Milliseconds between two lists of who is there. */
const LIST_EVERY_MS = 1_000

export class Room {
  readonly host: Host
  readonly #rules: RoomRules
  readonly #sessions = new Map<string, Session>()
  #names = new Set<string>()
  #mode: RoomMode
  #modeSince: number
  /** Free chat was on when VIP began. */
  #wasFree = false
  #accepted: { readonly session: Session; readonly until: number } | null = null
  /** Whether there is a picture of her; null where there are no pictures at all. */
  #hasVideo: boolean | null
  #videoSince: number
  /** What all who watch free were told last. */
  #lobbySees = false
  #isListDue = false
  #listedAt = Number.NEGATIVE_INFINITY
  #out: Array<RoomEvent> = []

  constructor(
    host: Host,
    mode: RoomMode,
    rules: RoomRules,
    now: number,
    hasVideo: boolean | null = null,
  ) {
    this.#hasVideo = hasVideo
    this.#videoSince = now
    this.#lobbySees = hasVideo === true && mode === "free"
    this.host = host
    this.#mode = mode
    this.#modeSince = now
    this.#rules = rules
    this.#names.add(nicknameKey(host.name))
  }

  get mode(): RoomMode {
    return this.#mode
  }

  /** Whether there is anything to see that is paid for. A picture that is away for a moment is no reason. */
  #isVisible(now: number): boolean {
    const isBlack = this.#hasVideo === false && now - this.#videoSince >= BLACK_AFTER_MS
    return this.#mode !== "paused" && this.#mode !== "offline" && !isBlack
  }
  /** She is there, and whom she talks with pays for it. In a pause those who wait talk on. */
  get #isFreeChatOff(): boolean {
    return this.#mode === "chat" || this.#mode === "vip"
  }
  get size(): number {
    return this.#sessions.size
  }
  /** Whether somebody pays or waits here, so that nobody may take the performer away but herself. */
  get isBusy(): boolean {
    return (
      this.#accepted !== null ||
      this.sessions().some(({ mode, requestedVipAt }) => mode !== "free" || requestedVipAt !== null)
    )
  }

  sessions(): ReadonlyArray<Session> {
    return [...this.#sessions.values()]
  }
  session(id: string): Session | undefined {
    return this.#sessions.get(id)
  }
  /** Who is there, by name, and how many; who goes on from one session to the next is there once. */
  members(): { readonly count: number; readonly members: ReadonlyArray<string> } {
    const members = new Set<string>()
    for (const { nickname } of this.#sessions.values()) {
      if (members.size === MEMBERS_TOLD) break
      members.add(nickname)
    }
    // Hers is among the names too.
    return { count: this.#names.size - 1, members: [...members] }
  }

  /** Free for somebody else, unless another session of the same person has it. */
  #letGoOf(nickname: string): void {
    const key = nicknameKey(nickname)
    const isKept = this.sessions().some((other) => nicknameKey(other.nickname) === key)
    if (!isKept) this.#names.delete(key)
  }

  /** What has come out since the last time, in its order. */
  take(): ReadonlyArray<RoomEvent> {
    const out = this.#out
    this.#out = []
    return out
  }

  #tell<Name extends ChatEventName>(
    to: Session | "all" | "lobby",
    name: Name,
    payload: ChatEventPayload<Name>,
  ): void {
    // The event and its payload are checked against each other by the parameters.
    this.#out.push({ _tag: "Tell", to, name, payload } as RoomEvent)
  }
  #tellHost(event: HostEvent): void {
    this.#out.push({ _tag: "Host", event })
  }

  // Coming and going.

  #isTaken(name: string): boolean {
    return isReservedName(name) || this.#names.has(nicknameKey(name))
  }

  nameFor(wanted: string): string {
    return freeName(wanted, (name) => this.#isTaken(name))
  }

  /** Why this person is not let in at all now; null where they are. */
  whyNotIn(person: Pick<Session, "limits" | "limitsOfBrowser">, now: number): Refused | null {
    const { limits, limitsOfBrowser } = person
    const isClosed = [limits, limitsOfBrowser].some((one) => one.closedFor(this.host.id, now) > 0)
    return isClosed ? refused("sentOut") : null
  }

  /** The same person's older session of the same kind, which a new one replaces. */
  olderOf(session: Viewer): Session | undefined {
    return this.sessions().find((older) => isSameViewer(older, session) && older.ending === null)
  }

  enter(given: NewSession): Session {
    // Who goes on from one session to the next is called the same, also while both are there.
    const isKept = this.olderOf(given)?.nickname === given.nickname
    const nickname = isKept ? given.nickname : this.nameFor(given.nickname)
    const session = newSession({ ...given, nickname })
    this.#sessions.set(session.id, session)
    this.#names.add(nicknameKey(session.nickname))
    if (session.mode === "free") {
      session.sees = this.maySee(session)
      this.#arrived(session)
    }
    return session
  }

  // Pictures.

  get hasVideo(): boolean | null {
    return this.#hasVideo
  }

  /** Free viewers see her while free chat is on, who pays for chat also while it is off, VIP whoever is in it. */
  maySee(session: Session): boolean {
    if (this.#hasVideo !== true || !isThere(session)) return false
    switch (session.mode) {
      case "free":
        return this.#mode === "free"
      case "chat":
        return this.#mode === "free" || this.#mode === "chat"
      case "vip":
        return this.#mode === "vip"
    }
  }

  /** Why this session gets no picture now; null where it does. */
  whyNoPicture(session: Session, now: number): Refused | null {
    return this.#whyNot(session, now) ?? (this.maySee(session) ? null : refused("noPicture"))
  }

  /** A picture of her came or went. */
  setVideo(hasVideo: boolean | null, now: number): void {
    if (this.#hasVideo === hasVideo) return
    this.#hasVideo = hasVideo
    this.#videoSince = now
    this.#visibilityChanged(now)
    this.#sightChanged()
  }

  /** The engine that shows her began anew: whoever gave up on the one before asks again. */
  videoAnew(): void {
    if (this.#lobbySees) this.#tellSight("lobby", {}, true)
    for (const session of this.#sessions.values()) {
      if (session.sees && session.mode !== "free") {
        this.#tellSight(session, { session: session.id }, true)
      }
    }
  }

  #visibilityChanged(now: number): void {
    const isVisible = this.#isVisible(now)
    for (const session of this.#sessions.values()) {
      if (session.paid !== null) session.paid = becomesVisible(session.paid, isVisible, now)
    }
  }

  /** Tells who sees her from now on, and who does not any more; theirs is cut. */
  #sightChanged(): void {
    const lobbySees = this.#hasVideo === true && this.#mode === "free"
    if (this.#lobbySees !== lobbySees) {
      this.#lobbySees = lobbySees
      this.#tellSight("lobby", {}, lobbySees)
    }
    for (const session of this.#sessions.values()) this.#sightOf(session)
  }

  #sightOf(session: Session): void {
    const sees = this.maySee(session)
    if (session.sees === sees) return
    session.sees = sees
    if (!sees) this.#out.push({ _tag: "Cut", session })
    if (session.mode !== "free") this.#tellSight(session, { session: session.id }, sees)
  }

  #tellSight(to: Session | "lobby", about: { readonly session?: string }, sees: boolean): void {
    this.#tell(to, sees ? "video-available" : "video-denied", about)
    this.#tell(to, sees ? "audio-available" : "audio-denied", about)
  }

  #arrived(session: Session): void {
    const { id, nickname, mode, memberId, lang } = session
    this.#membersChanged(() => this.#tell("all", "member-connected", { member: nickname }))
    const isGuest = memberId === null
    this.#tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest, lang })
  }

  #membersChanged(tellOne: () => void): void {
    this.#isListDue = true
    if (this.#sessions.size <= MEMBERS_TOLD) tellOne()
  }

  #isAcceptedFor(memberId: string | null, now: number): boolean {
    const accepted = this.#accepted
    return accepted !== null && accepted.session.memberId === memberId && now <= accepted.until
  }

  /** Why a paid session may not begin now; null where it may. */
  whyNotPaid(mode: "chat" | "vip", memberId: string, now: number): Refused | null {
    if (this.#mode === "offline") return refused("performerOffline")
    if (mode === "vip") return this.#isAcceptedFor(memberId, now) ? null : refused("vipNotAccepted")
    return this.#mode === "free" || this.#mode === "chat" ? null : refused("performerBusy")
  }

  /** Whether this one's request for VIP was accepted and waits to be joined. */
  isAccepted(session: Session): boolean {
    return this.#accepted?.session === session
  }

  /** The connection of a paid session is there: from here on it is paid for. */
  connected(session: Session, connection: string, now: number): void {
    session.connection = connection
    const { id, mode } = session
    if (mode === "free" || session.ending !== null) return
    if (session.paid === null) {
      if (this.whyNotIn(session, now) !== null) {
        this.kick(session, "kicked", now)
        return
      }
      if (mode === "vip" && !this.#isAcceptedFor(session.memberId, now)) {
        this.#end(session, { reason: "default", how: "vipBroken" }, now)
        return
      }
      const tariff = this.#rules.tariffs[mode]
      session.paid = becomesVisible(beginPaidTime(tariff, now), this.#isVisible(now), now)
      if (mode === "vip") this.#accepted = null
      this.#tell(session, "custom", {
        session: id,
        name: "paid-time-started",
        data: { mode, creditsPerMinute: tariff.creditsPerMinute },
      })
      this.#arrived(session)
      this.#due(session, now)
    }
    this.#tell(session, "chat-switch", { session: id, mode: this.#mode })
    this.#tell(session, "updated-members", { session: id, ...this.members() })
    const { toySecondsPerLevel } = this.#rules
    const { hasToy } = this.host
    this.#tell(session, "updated-settings", { session: id, hasToy, toySecondsPerLevel })
    // Told anew over a connection that is new.
    session.sees = this.maySee(session)
    if (this.#hasVideo !== null) this.#tellSight(session, { session: id }, session.sees)
  }

  /** Its connection is gone; it may come back until it has been silent for too long. */
  disconnected(connection: string): void {
    for (const session of this.#sessions.values()) {
      if (session.connection === connection) session.connection = null
    }
  }

  /** The viewer is there. Who is so more often too late than a bad line explains watches for nothing no more. */
  answered(session: Session, now: number): void {
    const { paid, limits } = session
    if (paid === null || session.ending !== null) return
    session.paid = answered(paid, now)
    const lost = unansweredMs(paid, now)
    if (lost > 0 && limits.unpaid.take(now, lost) > 0) this.kick(session, "silent", now)
    else this.#due(session, now)
  }

  #due(session: Session, now: number): void {
    if (session.paid === null || session.ending !== null || session.isPaying) return
    // Nobody who is silent is charged ahead.
    const { vouchMs } = session.paid.tariff
    if (silentFor(session.paid, now) > vouchMs || !isDue(session.paid, now)) return
    session.isPaying = true
    this.#out.push({ _tag: "Pay", session })
  }

  /** What came of a payment; null: nobody knows, and it is tried again. */
  paid(session: Session, outcome: "paid" | "tooFewCredits" | "ended" | null, now: number): void {
    session.isPaying = false
    if (session.paid === null) return
    if (outcome === "paid") session.paid = paidOnce(session.paid)
    if (outcome === "tooFewCredits") this.#end(session, { reason: "credits", how: "kicked" }, now)
  }

  /** Told after every payment: the totals as they stand. */
  charged(session: Session, credits: number, seconds: number): void {
    const { id } = session
    this.#tell(session, "custom", {
      session: id,
      name: "paid-time-charged",
      data: { credits, seconds },
    })
  }

  /** Whoever leaves was there until then. */
  leave(session: Session, now: number): void {
    this.answered(session, now)
    this.#end(session, { reason: "left", how: "left" }, now)
  }

  kick(session: Session, reason: KickReason, now: number): void {
    // Who is sent out has left with all that they had here.
    const ended =
      reason === "kicked" ? this.sessions().filter((other) => isSameViewer(other, session)) : []
    if (reason === "kicked") {
      for (const one of [session.limits, session.limitsOfBrowser]) one.sentOut(this.host.id, now)
    }
    for (const one of new Set([session, ...ended])) this.#end(one, { reason, how: "kicked" }, now)
  }

  #end(session: Session, ending: Ending, now: number): void {
    if (session.ending !== null) return
    session.ending = ending
    if (session.paid !== null) {
      const shown = UNANSWERED_ENDS.has(ending.reason) ? shownSinceAnswerMs(session.paid, now) : 0
      session.limits.unpaid.take(now, shown + uncharged(session.paid))
    }
    this.#takeBackRequest(session)
    this.#endCamBack(session)
    if (session.sees) {
      session.sees = false
      this.#out.push({ _tag: "Cut", session })
    }
    if (session.mode !== "free") {
      this.#out.push({ _tag: "Settle", session })
      return
    }
    if (ending.how === "kicked") {
      this.#tell(session, "kick", { session: session.id, reason: ending.reason })
    }
    this.#gone(session)
  }

  /** Its receipt is written: everything about its end is told, in this order. */
  settled(
    session: Session,
    receipt: {
      readonly credits: number
      readonly seconds: number
      readonly movements: ReadonlyArray<string>
    } | null,
    now: number,
  ): void {
    const { id, ending, mode } = session
    if (ending === null || !this.#sessions.has(id)) return
    const { reason, how } = ending
    if (receipt !== null && session.paid !== null) {
      this.#tell(session, "custom", {
        session: id,
        name: "paid-time-ended",
        data: { ...receipt, reason },
      })
    }
    switch (how) {
      case "kicked":
        this.#tell(session, "kick", { session: id, reason })
        break
      case "vipStopped":
        this.#tell(session, "stop-vip", { session: id })
        break
      case "vipBroken":
        this.#tell(session, "vip-disconnect", { session: id })
        break
      case "left":
        break
    }
    this.#out.push({ _tag: "HangUp", session })
    this.#gone(session)
    if (mode === "vip") this.#vipEnded(session, now)
  }

  /** A VIP session is over, and what comes next in the room is not: it may have begun already. */
  #vipEnded({ memberId, ending }: Session, now: number): void {
    const isTheirs = this.#accepted?.session.memberId === memberId
    // Where it was not joined yet, the same member joins it anew.
    if (isTheirs && ending?.reason !== "duplicate_session") this.#accepted = null
    const isVip = ({ mode, ending: its }: Session) => mode === "vip" && its === null
    if (this.#accepted === null && !this.sessions().some(isVip)) this.#afterVip(now)
  }

  #gone(session: Session): void {
    if (!this.#sessions.delete(session.id)) return
    this.#letGoOf(session.nickname)
    this.#noteFreeTime(session)
    this.#out.push({ _tag: "Gone", session })
    const { id, nickname, mode, paid } = session
    // Who never connected was never there.
    if (mode !== "free" && paid === null) return
    this.#membersChanged(() => this.#tell("all", "member-disconnected", { member: nickname }))
    this.#tellHost({ _tag: "Left", session: id, nickname })
  }

  #noteFreeTime(session: Session): void {
    if (session.freeMs === null || session.freeUsedMs === 0) return
    this.#out.push({ _tag: "FreeTimeUsed", session, ms: session.freeUsedMs })
    session.freeUsedMs = 0
  }

  /** What this guest has watched here until now is to be noted, before it is asked what is left. */
  noteWatched(viewer: Viewer): void {
    const session = this.olderOf(viewer)
    if (session !== undefined) this.#noteFreeTime(session)
  }

  // What viewers do.

  /** Why this session may do nothing now. `window`: of this kind of action, besides the one of all. */
  #whyNot(session: Session, now: number, window?: RateWindow): Refused | null {
    // It may have ended since it was found; one that is paid for is not there before its connection.
    if (!isThere(session)) return chatNotStarted()
    // Each counts, also where the other refuses.
    const own = window?.take(now) ?? 0
    const wait = session.limits.actions.take(now) || own
    return wait > 0 ? tooOften(wait) : null
  }

  say(
    session: Session,
    given: { readonly id: string; readonly typed: string; readonly type: SentMessageType },
    now: number,
  ): Refused | null {
    const not = this.#whyNot(session, now, session.limits.messages)
    if (not !== null) return not
    const message = spokenText(given.typed)
    if (!isMessage(message)) return badRequest("body", [{ field: "message", label: "malformed" }])
    if (this.#rules.isMuted(message)) return refused("messageMuted")
    if (this.#mode === "offline") return refused("performerOffline")
    const { id: from, nickname, lang } = session
    const isPrivate = given.type === "host"
    if (!isPrivate && session.mode === "free" && this.#isFreeChatOff) return refused("freeChatOff")
    const told = { id: given.id, from: nickname, message, messageType: "member" } as const
    if (isPrivate) this.#tell(session, "message", { session: from, ...told, recipient: "host" })
    else this.#tellTalking({ ...told, recipient: "room" })
    this.#tellHost({ _tag: "Said", session: from, nickname, message, isPrivate, lang })
    return null
  }

  /** What is for those who pay in the room: nobody hears it who watches free, or whose session is ending. */
  #tellTalking(message: ChatEventPayload<"message">, isForAll = !this.#isFreeChatOff): void {
    if (isForAll) {
      this.#tell("all", "message", message)
      return
    }
    for (const session of this.#sessions.values()) {
      if (session.mode !== "free" && isThere(session))
        this.#tell(session, "message", { session: session.id, ...message })
    }
  }

  /** The name that was typed, where it is one. Whose it is elsewhere is not known here. */
  nicknameIn(session: Session, typed: string, now: number): string | Refused {
    const not = this.#whyNot(session, now, session.limits.renames)
    if (not !== null) return not
    const name = nicknameOf(typed)
    if (name === null) return badRequest("body", [{ field: "newNickname", label: "malformed" }])
    return this.#rules.isMuted(name) ? refused("messageMuted") : name
  }

  rename(session: Session, name: string): Refused | null {
    if (session.ending !== null) return chatNotStarted()
    const from = session.nickname
    const key = nicknameKey(name)
    if (key !== nicknameKey(from) && this.#isTaken(name)) return refused("nicknameTaken")
    session.nickname = name
    session.limits.chosenName = name
    this.#letGoOf(from)
    this.#names.add(key)
    this.#tell("all", "nickname-changed", { from, to: name })
    this.#tellHost({ _tag: "Renamed", from, to: name })
    return null
  }

  /** Why no tip of this kind is taken now; null where it is. Nothing has moved yet. */
  whyNoTip(session: Session, kind: TipKind, now: number): Refused | null {
    const not = this.#whyNot(session, now)
    if (not !== null) return not
    if (this.#mode === "offline") return refused("performerOffline")
    return kind._tag === "Toy" && !this.host.hasToy ? refused("noToy") : null
  }

  /** A tip that has been paid. A private one is told to its giver and to her. */
  tipped(
    from: {
      readonly session: Session | null
      readonly nickname: string
      readonly lang: "nl" | "en"
    },
    tip: {
      readonly id: string
      readonly amount: number
      readonly kind: TipKind
      readonly typed: string
      readonly isPublic: boolean
    },
  ): void {
    const { session, nickname, lang } = from
    const { id, amount, kind, isPublic } = tip
    const text = spokenText(tip.typed)
    const message = this.#rules.isMuted(text) ? "" : text
    const to = isPublic ? "all" : session
    const given = {
      id,
      from: nickname,
      amount,
      message,
      isPublic,
      ...(to !== "all" && to !== null && { session: to.id }),
    }
    if (kind._tag === "Credits") {
      if (to !== null) this.#tell(to, "tip", { ...given, tipType: kind.tipType })
    } else {
      const { level, intensity } = kind
      const seconds = level * this.#rules.toySecondsPerLevel
      if (to !== null) this.#tell(to, "ft-tip", { ...given, intensity, level, seconds })
      this.#tell("all", "cybertoy", { level, seconds })
    }
    this.#tellHost({ _tag: "Tipped", nickname, amount, kind, message, isPublic, lang })
  }

  requestVip(session: Session, now: number): Refused | null {
    const not = this.#whyNot(session, now, session.limits.requests)
    if (not !== null) return not
    if (session.memberId === null) return refused("membersOnly")
    if (this.#mode === "offline") return refused("performerOffline")
    if (this.#mode !== "free" && this.#mode !== "chat") return refused("performerBusy")
    if (session.requestedVipAt !== null) return refused("vipRequested")
    session.requestedVipAt = now
    const { id, nickname, lang } = session
    this.#tell(session, "request-vip", { session: id, member: nickname })
    this.#tellHost({ _tag: "VipRequested", session: id, nickname, lang })
    return null
  }

  /** Ends VIP, or takes the request for it back. */
  stopVip(session: Session, now: number): Refused | null {
    const not = this.#whyNot(session, now)
    if (not !== null) return not
    if (session.mode === "vip") {
      this.answered(session, now)
      this.#end(session, { reason: "stopped", how: "vipStopped" }, now)
      return null
    }
    if (this.#accepted?.session === session) {
      this.#tell(session, "stop-vip", { session: session.id })
      this.#accepted = null
      this.#afterVip(now)
      return null
    }
    if (session.requestedVipAt === null) return refused("vipNotRunning")
    this.#takeBackRequest(session)
    this.#tell(session, "stop-vip", { session: session.id })
    return null
  }

  #takeBackRequest(session: Session): void {
    if (session.requestedVipAt === null) return
    session.requestedVipAt = null
    const { id, nickname } = session
    this.#tellHost({ _tag: "VipTakenBack", session: id, nickname })
  }

  /** Said again it changes nothing, and an end is answered all the same. */
  camBack(session: Session, isOn: boolean): void {
    if (session.mode === "free" || !isThere(session)) return
    if (isOn) this.#beginCamBack(session)
    else {
      this.#endCamBack(session)
      this.#tell(session, "camback-stopped", { session: session.id })
    }
  }

  #beginCamBack(session: Session): void {
    if (session.camBack) return
    session.camBack = true
    const { id, nickname } = session
    this.#tellHost({ _tag: "CamBack", session: id, nickname, isOn: true })
  }

  #endCamBack(session: Session): void {
    if (!session.camBack) return
    session.camBack = false
    const { id, nickname } = session
    this.#out.push({ _tag: "CutCamBack", session })
    this.#tellHost({ _tag: "CamBack", session: id, nickname, isOn: false })
  }

  /** Whether this session shows its viewer's own camera now: to her, and to nobody else. */
  showsCamera(session: Session): boolean {
    return isThere(session) && session.camBack
  }

  /** Why the camera of this session may not be published now; null where it may. */
  whyNoCamBack(session: Session, now: number): Refused | null {
    return this.#whyNot(session, now) ?? (this.showsCamera(session) ? null : refused("camBackOff"))
  }

  /** Somebody else acts for her now: told again is what they have to answer, and whom she is with. */
  tellNextHost(): void {
    for (const { id, nickname, lang, mode, ending, paid, requestedVipAt } of this.sessions()) {
      if (ending !== null) continue
      if (requestedVipAt !== null)
        this.#tellHost({ _tag: "VipRequested", session: id, nickname, lang })
      if (mode === "vip" && paid !== null)
        this.#tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest: false, lang })
    }
  }

  // What the performer does.

  hostSays(given: {
    readonly id: string
    readonly typed: string
    readonly to: Session | null
  }): boolean {
    const message = spokenText(given.typed)
    if (!isMessage(message)) return false
    const { id, to } = given
    const told = { id, from: this.host.name, message, messageType: "host" } as const
    if (to !== null && !this.#sessions.has(to.id)) return false
    // In VIP she speaks with whom she is alone with; otherwise those who watch hear that she is there.
    if (to === null) this.#tellTalking({ ...told, recipient: "room" }, this.#mode !== "vip")
    else {
      const messageType = to.mode === "vip" ? "vip" : "host"
      this.#tell(to, "message", { session: to.id, ...told, messageType, recipient: to.nickname })
    }
    return true
  }

  announce(id: string, message: string): void {
    this.#tell("all", "admin-message", { id, message: spokenText(message) })
  }

  acceptVip(session: Session, now: number): void {
    if (session.requestedVipAt === null || this.#accepted !== null) return
    session.requestedVipAt = null
    this.#accepted = { session, until: now + this.#rules.acceptedMs }
    this.#wasFree = this.#mode === "free"
    for (const other of this.sessions()) {
      if (other.requestedVipAt !== null) this.declineVip(other, null)
      if (other.mode === "chat" && !isSameViewer(other, session)) {
        this.kick(other, "vip_started", now)
      }
    }
    this.#tell(session, "accept-vip", { session: session.id })
    this.#switch("vip", now)
  }

  declineVip(session: Session, reason: string | null): void {
    if (session.requestedVipAt === null) return
    session.requestedVipAt = null
    const { id: of } = session
    this.#tell(session, "decline-vip", { session: of, ...(reason !== null && { reason }) })
  }

  /** She ends the VIP that runs, whoever is in it, or this one's alone. */
  hostStopsVip(only: Session | null, now: number): void {
    for (const session of this.sessions()) {
      if (session.mode === "vip" && (only ?? session) === session)
        this.#end(session, { reason: "stopped", how: "vipStopped" }, now)
    }
  }

  /** She looks no more, whatever the viewer's page does. */
  hostEndsCamBack(session: Session): void {
    if (!session.camBack) return
    const { id } = session
    this.#tell(session, "stop-camback", { session: id })
    this.#endCamBack(session)
    this.#tell(session, "camback-stopped", { session: id })
  }

  /** She is somewhere else now: free chat on or off, in pause, gone, back. VIP begins by accepting. */
  switchTo(mode: Exclude<RoomMode, "vip">, now: number): void {
    if (mode === this.#mode) return
    if (mode === "offline") this.#hostLeaves(now)
    if (this.#mode === "vip" && mode !== "offline") {
      this.#takeBackVip()
      this.hostStopsVip(null, now)
    }
    this.#switch(mode, now)
    if (mode === "offline") this.#tell("all", "room-closed", {})
  }

  /** Set by somebody else who knows: what lies in the list is what counts. */
  showVip(now: number): void {
    if (this.#mode !== "vip") this.#switch("vip", now)
  }

  #hostLeaves(now: number): void {
    this.#tell("all", "host-disconnected", {})
    this.#accepted = null
    for (const session of this.sessions()) {
      if (session.requestedVipAt !== null) this.declineVip(session, null)
      if (session.mode === "vip") {
        this.#end(session, { reason: "host_left", how: "vipBroken" }, now)
      }
      if (session.mode === "chat") this.kick(session, "host_left", now)
    }
  }

  #switch(mode: RoomMode, now: number): void {
    const before = this.#mode
    this.#mode = mode
    this.#modeSince = now
    if (before === "free" && mode !== "free") this.#tell("all", "stop-freechat", {})
    if (mode === "free") this.#tell("all", "start-freechat", {})
    this.#tell("all", "chat-switch", { mode })
    this.#visibilityChanged(now)
    this.#sightChanged()
    this.#out.push({ _tag: "Mode", mode })
    this.#tellHost({ _tag: "ModeChanged", mode })
  }

  /** Who was accepted and has not joined yet is let in no more. */
  #takeBackVip(): void {
    if (this.#accepted === null) return
    const { session } = this.#accepted
    this.#accepted = null
    this.#tell(session, "vip-disconnect", { session: session.id })
  }

  /** Back to what she did before VIP, unless she has gone on herself. */
  #afterVip(now: number): void {
    if (this.#mode === "vip") this.#switch(this.#wasFree ? "free" : "chat", now)
  }

  // Time.

  /** Called some times a second; `passedMs` since the last call. */
  tick(now: number, passedMs: number): void {
    if (this.#hasVideo === false) this.#visibilityChanged(now)
    for (const session of this.sessions()) {
      if (session.ending !== null) continue
      this.#tickRequest(session, now)
      if (session.mode === "free") this.#tickFree(session, passedMs, now)
      else this.#tickPaid(session, now)
    }
    if (this.#accepted !== null && now > this.#accepted.until) {
      this.#takeBackVip()
      this.#afterVip(now)
    }
    if (this.#isListDue && now - this.#listedAt >= LIST_EVERY_MS) {
      this.#isListDue = false
      this.#listedAt = now
      this.#tell("all", "updated-members", this.members())
    }
  }

  #tickRequest(session: Session, now: number): void {
    const { requestedVipAt } = session
    if (requestedVipAt === null || now - requestedVipAt < this.#rules.requestMs) return
    this.declineVip(session, null)
    const { id, nickname } = session
    this.#tellHost({ _tag: "VipTakenBack", session: id, nickname })
  }

  /** A guest's time runs while there is free chat to watch and somebody to show it to. */
  #tickFree(session: Session, passedMs: number, now: number): void {
    if (session.freeMs === null || this.#mode !== "free" || session.connection === null) return
    session.freeMs -= passedMs
    session.freeUsedMs += passedMs
    if (session.freeUsedMs >= NOTE_FREE_TIME_MS) this.#noteFreeTime(session)
    if (session.freeMs <= 0) this.kick(session, "guest_expired", now)
  }

  #tickPaid(session: Session, now: number): void {
    const { paid } = session
    if (paid === null) {
      if (now > session.connectBy) this.#end(session, { reason: "silent", how: "left" }, now)
      return
    }
    if (silentFor(paid, now) > this.#rules.silentAfterMs) {
      this.kick(session, "silent", now)
      return
    }
    if (this.#mode === "paused" && now - this.#modeSince > this.#rules.longPauseMs) {
      this.kick(session, "paused", now)
      return
    }
    this.#due(session, now)
  }
}
