/**
 * Plays a drawn loop to one viewer, from its beginning and over again. Each viewer has a player, since one that joined
 * another's would wait for a key frame; a room that nobody watches costs nothing.
 */
import type { MediaPacket } from "../rtp/media-packet.ts"
import { vp8Payloads } from "../rtp/vp8-packets.ts"
import type { Loop } from "./loop-library.ts"

const TICKS_PER_MS = 90
/** Requests for a key frame start the loop anew no sooner than this. */
const MIN_RESTART_MS = 300

export class LoopPlayer {
  readonly #loop: Loop
  readonly #now: () => number
  readonly #send: (packet: MediaPacket) => void
  #timer: NodeJS.Timeout | undefined
  #startedAtMs = Number.NEGATIVE_INFINITY
  #isPlaying = false
  #played = 0
  #sequenceNumber = 0

  constructor(loop: Loop, now: () => number, send: (packet: MediaPacket) => void) {
    this.#loop = loop
    this.#now = now
    this.#send = send
  }

  /** From the first frame, which is a key frame: at the beginning, and where the viewer requests one. */
  start(): void {
    const atMs = this.#now()
    if (this.#isPlaying && atMs - this.#startedAtMs < MIN_RESTART_MS) return
    clearTimeout(this.#timer)
    this.#isPlaying = true
    this.#startedAtMs = atMs
    this.#played = 0
    this.#playNext()
  }

  stop(): void {
    this.#isPlaying = false
    clearTimeout(this.#timer)
  }

  readonly #playNext = (): void => {
    const { frames, lengthMs } = this.#loop
    const frame = frames[this.#played % frames.length]
    if (frame === undefined) return
    const rounds = Math.floor(this.#played / frames.length)
    const atMs = rounds * lengthMs + frame.atMs
    this.#sendFrame(frame.bytes, this.#played % frames.length === 0, atMs)
    this.#played += 1
    const next = frames[this.#played % frames.length]
    const nextRounds = Math.floor(this.#played / frames.length)
    const nextAtMs = this.#startedAtMs + nextRounds * lengthMs + (next?.atMs ?? 0)
    this.#timer = setTimeout(this.#playNext, Math.max(0, nextAtMs - this.#now()))
  }

  #sendFrame(bytes: Uint8Array, isKeyFrame: boolean, atMs: number): void {
    const payloads = vp8Payloads(bytes)
    for (const [index, payload] of payloads.entries()) {
      this.#send({
        kind: "video",
        codec: "VP8",
        sequenceNumber: this.#sequenceNumber,
        timestamp: Math.round((this.#startedAtMs + atMs) * TICKS_PER_MS) >>> 0,
        marker: index === payloads.length - 1,
        payload,
        isStart: isKeyFrame && index === 0,
      })
      this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff
    }
  }
}
