/**
 * What is heard of a drawn performer, to one viewer: her room, keys while she types, a chime when she reacts to a tip.
 * Packets of Opus, which the picture chooses among; each begins where the last one ended.
 */
import type { MediaPacket } from "../rtp/media-packet.ts"
import { ROOM_SOUNDS } from "./room-sounds.ts"

/** RFC 7587: the clock of Opus is always 48,000 Hz. */
const TICKS_PER_MS = 48
const PACKET_MS = 60
/** A process that slept plays what is due now and does not catch up. */
const MAX_LATE_MS = 500

const decoded = (packets: ReadonlyArray<string>): ReadonlyArray<Buffer> =>
  packets.map((packet) => Buffer.from(packet, "base64"))

const SOUNDS = {
  room: decoded(ROOM_SOUNDS.room),
  keys: decoded(ROOM_SOUNDS.keys),
  chime: decoded(ROOM_SOUNDS.chime),
}

export class SoundPlayer {
  readonly #now: () => number
  readonly #send: (packet: MediaPacket) => void
  #timer: NodeJS.Timeout | undefined
  #dueMs = 0
  #played = 0
  /** What is left of a chime. */
  #chime: Array<Buffer> = []
  /** Whether she types. */
  isTyping = false

  constructor(now: () => number, send: (packet: MediaPacket) => void) {
    this.#now = now
    this.#send = send
  }

  start(): void {
    this.#dueMs = this.#now()
    this.isTyping = false
    this.#chime = []
    this.#playNext()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  chime(): void {
    this.#chime = [...SOUNDS.chime]
  }

  readonly #playNext = (): void => {
    const atMs = this.#now()
    if (atMs - this.#dueMs > MAX_LATE_MS) this.#dueMs = atMs
    const sound = this.isTyping ? SOUNDS.keys : SOUNDS.room
    const payload = this.#chime.shift() ?? sound[this.#played % sound.length]
    if (payload === undefined) return
    this.#send({
      kind: "audio",
      codec: null,
      sequenceNumber: this.#played & 0xffff,
      timestamp: (this.#played * PACKET_MS * TICKS_PER_MS) >>> 0,
      marker: false,
      payload,
      isStart: true,
    })
    this.#played += 1
    this.#dueMs += PACKET_MS
    this.#timer = setTimeout(this.#playNext, Math.max(0, this.#dueMs - atMs))
  }
}
