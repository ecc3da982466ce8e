/**
 * The state of one room: its sessions, its mode, and the events that came out of it. It decides nothing; each part
 * names the module that changes it.
 *
 * Invariant: events keep their order until they are taken.
 */
import type { ChatEventName, ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import type {
  UpstreamRoomMode,
  UpstreamVipHoldEnd,
} from "@foldcast/contracts/upstream/chat-service"
import { nicknameKey } from "./nicknames.ts"
import type { Tariff } from "./paid-time.ts"
import type { HostEvent, RoomEvent } from "./room-event.ts"
import { isSameViewer, type ChatSession, type ChatViewer } from "./chat-session.ts"
import type { VipHold } from "./vip-hold.ts"

export interface RoomRules {
  readonly tariffs: Readonly<Record<"chat" | "vip", Tariff>>
  readonly silentAfterMs: number
  /** How long a request for VIP waits for its answer. */
  readonly requestMs: number
  /** How long an accepted one may take to join. */
  readonly acceptedMs: number
  /** How late a failure of the media engine may be noticed. */
  readonly pictureKnownMs: number
  /** A pause that is longer ends paid sessions. */
  readonly longPauseMs: number
  readonly toySecondsPerLevel: number
  /** The balance that a member needs to write (CHAT-40). */
  readonly messagePrice: number
  readonly isMuted: (text: string) => boolean
  /** Names that only the site itself may use. */
  readonly brands: ReadonlyArray<string>
}

/** An accepted request for VIP, until it is joined or ends. */
export interface VipAcceptance {
  /** The session that asked; from the call to join on, the session that is to connect. */
  session: ChatSession
  readonly hold: VipHold
  /**
   * `holding`: the first interval is being charged, and nobody has been told. `held`: it may be joined. `joining`:
   * the viewer has called to join, and the rest is up to this service and the gateway.
   */
  stage: "holding" | "held" | "joining"
  /** When the viewer was told. */
  toldAt: number
  until: number
  /** A failure since then that is not the viewer's; null: none. */
  excuse: UpstreamVipHoldEnd | null
}

export interface RoomHost {
  readonly id: string
  readonly name: string
  readonly hasToy: boolean
}

/**
 * Events about a VIP request are told once: no state that a new connection receives repeats them. Kept in their
 * order, because the end of one request is no answer to the next.
 */
const isOfVipRequest = (name: ChatEventName, payload: object): boolean =>
  name === "request-vip" ||
  name === "decline-vip" ||
  name === "vip-disconnect" ||
  name === "stop-vip" ||
  (name === "custom" && "name" in payload && payload.name === "vip-hold-ended")

/** The connection is lost and may come back to the same session. */
const isAway = ({ connection, paid, ending }: ChatSession): boolean =>
  connection === null && paid !== null && ending === null

export class ChatRoomState {
  readonly host: RoomHost
  readonly rules: RoomRules
  /** Added by entering.ts, removed by ending.ts. */
  readonly sessions = new Map<string, ChatSession>()
  /** The look-alike keys of all names in use, the performer's included (room-nicknames.ts). */
  readonly names = new Set<string>()
  /** Changed by room-mode.ts alone. */
  mode: UpstreamRoomMode
  modeSince: number
  /** Whoever may join VIP now (vip-acceptance.ts). */
  accepted: VipAcceptance | null = null
  /** Free chat was on when VIP began. */
  wasFree = false
  /** Whether there is video of her; null at a service without video (visibility.ts). */
  hasVideo: boolean | null
  videoSince: number
  /** Her video has no sound: it is a drawn loop (visibility.ts). */
  isSilent = false
  /** What the lobby, all free viewers together, was told last. */
  lobbySees: boolean
  /** Whether the member list has changed, and when it was told last (member-list.ts). */
  isListDue = false
  listedAt = Number.NEGATIVE_INFINITY
  #out: Array<RoomEvent> = []

  constructor(
    host: RoomHost,
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

  /** A copy, because callers remove sessions while they iterate. */
  all(): ReadonlyArray<ChatSession> {
    return [...this.sessions.values()]
  }

  /** The same person's running session, which a new one replaces. */
  olderOf(viewer: ChatViewer): ChatSession | undefined {
    return this.all().find((older) => isSameViewer(older, viewer) && older.ending === null)
  }

  put(event: RoomEvent): void {
    this.#out.push(event)
  }

  tell<Name extends ChatEventName>(
    to: ChatSession | "all" | "lobby",
    name: Name,
    payload: ChatEventPayload<Name>,
  ): void {
    // The parameters have checked event and payload against each other.
    const event = { _tag: "Tell", to, name, payload } as RoomEvent
    if (typeof to === "object" && isAway(to) && isOfVipRequest(name, payload))
      to.undelivered.push(event)
    else this.put(event)
  }

  tellHost(event: HostEvent): void {
    this.put({ _tag: "Host", event })
  }

  /** The events since the last call, in their order. */
  take(): ReadonlyArray<RoomEvent> {
    const out = this.#out
    this.#out = []
    return out
  }
}
