/**
 * One performer's lobby: its connection, who is joining it, and the frames that wait for them. State without effects.
 *
 * Invariants: a frame for a session that is being joined waits until that is known; an unwatched lobby ends some
 * seconds after its last viewer has gone, and at once where it never had one.
 */
import type { RoomMode } from "@foldcast/contracts/stream/room"
import type { DecodedChatFrame } from "../upstream/frame.ts"

/** What all who watch were told of the room since somebody began to join; null where nothing was. */
export interface RoomUpdates {
  mode: RoomMode | null
  hasVideo: boolean | null
  hasSound: boolean | null
}

/** Whoever comes back at once needs no new connection. */
const CLOSE_AFTER_MS = 10_000
/** Frames that wait for sessions being joined; beyond it they are nobody's. */
const MAX_HELD_FRAMES = 1_000

export class LobbyState {
  readonly performerId: string
  /** The service's name of the connection; null while there is none. */
  #connection: string | null = null
  /** How many are joining. */
  #joining = 0
  readonly #updates = new Set<RoomUpdates>()
  #held: Array<DecodedChatFrame> = []
  readonly #waiting = new Set<() => void>()
  #hadViewers = false
  /** In monotonic milliseconds; null while anybody watches or joins. */
  #idleSince: number | null = null

  constructor(performerId: string) {
    this.performerId = performerId
  }

  get connection(): string | null {
    return this.#connection
  }

  connected(id: string): void {
    this.#connection = id
    for (const wake of [...this.#waiting]) wake()
    this.#waiting.clear()
  }

  interrupted(): void {
    this.#connection = null
  }

  /** Calls `wake` with the next connection; answers how to take that back. */
  onceConnected(wake: () => void): () => void {
    this.#waiting.add(wake)
    return () => {
      this.#waiting.delete(wake)
    }
  }

  joinBegan(): void {
    this.#idleSince = null
    this.#joining += 1
  }

  joinEnded(isWatched: boolean): void {
    this.#joining -= 1
    this.#hadViewers ||= isWatched
  }

  /** Gathers what all who watch are told from now on. */
  observe(): RoomUpdates {
    const updates = { mode: null, hasVideo: null, hasSound: null }
    this.#updates.add(updates)
    return updates
  }

  unobserve(updates: RoomUpdates): void {
    this.#updates.delete(updates)
  }

  /** A frame for all who watch. */
  note({ call, payload }: DecodedChatFrame): void {
    for (const updates of this.#updates) {
      if (call === "chat-switch") updates.mode = payload.mode
      if (call === "video-available") updates.hasVideo = true
      if (call === "video-denied") updates.hasVideo = false
      if (call === "audio-available") updates.hasSound = true
      if (call === "audio-denied") updates.hasSound = false
    }
  }

  /** Keeps a frame for a session that may be one of those joining; false where it is nobody's. */
  hold(frame: DecodedChatFrame): boolean {
    if (this.#joining === 0 || this.#held.length >= MAX_HELD_FRAMES) return false
    this.#held.push(frame)
    return true
  }

  takeHeld(): ReadonlyArray<DecodedChatFrame> {
    const held = this.#held
    this.#held = []
    return held
  }

  /** Whether nobody has needed it for a while. Called every second or so. */
  isExpired(now: number, isWatched: boolean): boolean {
    if (isWatched || this.#joining > 0) {
      this.#idleSince = null
      return false
    }
    this.#idleSince ??= this.#hadViewers ? now : Number.NEGATIVE_INFINITY
    return now - this.#idleSince >= CLOSE_AFTER_MS
  }
}
