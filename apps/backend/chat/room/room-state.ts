/**
 * What one room is made of: who is in it, what it is now, and what has come out of it. It decides nothing; each part
 * is changed by the module that is named beside it.
 *
 * Invariant: what comes out is kept in its order until it is taken.
 */
import type { ChatEventName, ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import type {
  UpstreamRoomMode,
  UpstreamVipHoldEnd,
} from "@foldcast/contracts/upstream/chat-service"
import { nicknameKey } from "../nicknames.ts"
import type { Tariff } from "../paid-time.ts"
import type { HostEvent, RoomEvent } from "../room-event.ts"
import { isSameViewer, type Session, type Viewer } from "../session.ts"
import type { VipHold } from "../vip-hold.ts"

export interface RoomRules {
  readonly tariffs: Readonly<Record<"chat" | "vip", Tariff>>
  readonly silentAfterMs: number
  /** How long a request for VIP waits for its answer. */
  readonly requestMs: number
  /** How long an accepted one may take to join. */
  readonly acceptedMs: number
  /** How late it may be known that the media engine was away. */
  readonly pictureKnownMs: number
  /** A pause that is longer ends paid sessions. */
  readonly longPauseMs: number
  readonly toySecondsPerLevel: number
  /** What a member must have to write (CHAT-40). */
  readonly messagePrice: number
  readonly isMuted: (text: string) => boolean
  /** Names that nobody but the site itself is called by. */
  readonly brands: ReadonlyArray<string>
}

/** From her acceptance until VIP is joined, or is not. */
export interface Acceptance {
  /** Who asked; from the call to join on, the session that is to connect. */
  session: Session
  readonly hold: VipHold
  /**
   * `holding`: the first interval is being taken, and nobody is told yet. `held`: it may be joined. `joining`: the
   * viewer has asked for it, and what is missing is the service's and the gateway's to do.
   */
  stage: "holding" | "held" | "joining"
  /** When they were told. */
  toldAt: number
  until: number
  /** Since then something failed that the viewer has nothing to do with. */
  excuse: UpstreamVipHoldEnd | null
}

export interface Host {
  readonly id: string
  readonly name: string
  readonly hasToy: boolean
}

/**
 * A request for VIP and what became of it are told once: nothing that a connection is told anew says it. In their order:
 * what became of one request is no answer to the next.
 */
const isOfVipRequest = (name: ChatEventName, payload: object): boolean =>
  name === "request-vip" ||
  name === "decline-vip" ||
  name === "vip-disconnect" ||
  name === "stop-vip" ||
  (name === "custom" && "name" in payload && payload.name === "vip-hold-ended")

/** Whose connection is lost, and may come back to the same session. */
const isAway = ({ connection, paid, ending }: Session): boolean =>
  connection === null && paid !== null && ending === null

export class RoomState {
  readonly host: Host
  readonly rules: RoomRules
  /** Come by entering.ts, go by ending.ts. */
  readonly sessions = new Map<string, Session>()
  /** Looks of the names that are taken, hers among them (room-names.ts). */
  readonly names = new Set<string>()
  /** Changed by room-mode.ts alone. */
  mode: UpstreamRoomMode
  modeSince: number
  /** Who may join VIP now (vip-acceptance.ts). */
  accepted: Acceptance | null = null
  /** Free chat was on when VIP began. */
  wasFree = false
  /** Whether there is a picture of her; null where there are no pictures at all (sight.ts). */
  hasVideo: boolean | null
  videoSince: number
  /** What there is to see comes without sound, as a drawn loop does (sight.ts). */
  isSilent = false
  /** What all who watch free were told last. */
  lobbySees: boolean
  /** Whether the list of who is there has changed, and when it was told (member-list.ts). */
  isListDue = false
  listedAt = Number.NEGATIVE_INFINITY
  #out: Array<RoomEvent> = []

  constructor(
    host: Host,
    mode: UpstreamRoomMode,
    rules: RoomRules,
    now: number,
    hasVideo: boolean | null,
  ) {
    this.host = host
    this.rules = rules
    this.mode = mode
    this.modeSince = now
    this.hasVideo = hasVideo
    this.videoSince = now
    this.lobbySees = hasVideo === true && mode === "free"
    this.names.add(nicknameKey(host.name))
  }

  /** Who is in it now, for whatever makes some of them go. */
  all(): ReadonlyArray<Session> {
    return [...this.sessions.values()]
  }

  /** The same person's older session of the same kind, which a new one replaces. */
  olderOf(viewer: Viewer): Session | undefined {
    return this.all().find((older) => isSameViewer(older, viewer) && older.ending === null)
  }

  put(event: RoomEvent): void {
    this.#out.push(event)
  }

  tell<Name extends ChatEventName>(
    to: Session | "all" | "lobby",
    name: Name,
    payload: ChatEventPayload<Name>,
  ): void {
    // The event and its payload are checked against each other by the parameters.
    const event = { _tag: "Tell", to, name, payload } as RoomEvent
    if (typeof to === "object" && isAway(to) && isOfVipRequest(name, payload)) to.untold.push(event)
    else this.put(event)
  }

  tellHost(event: HostEvent): void {
    this.put({ _tag: "Host", event })
  }

  /** What has come out since the last time, in its order. */
  take(): ReadonlyArray<RoomEvent> {
    const out = this.#out
    this.#out = []
    return out
  }
}
