/**
 * Plays a drawn loop to one viewer, from its beginning and over again, and its reactions in between. Each viewer has a
 * player; a room that nobody watches costs nothing.
 */
import type { MediaPacket } from "../rtp/media-packet.ts"
import { vp8Payloads } from "../rtp/vp8-packets.ts"
import type { Loop, LoopStep } from "./loop.ts"
import { SoundPlayer } from "./sound-player.ts"

const TICKS_PER_MS = 90
/** A viewer that asks for a key frame is sent the shown picture again, no sooner than this after the last. */
const MIN_REPEAT_MS = 200
/** Until a picture is looked for again that is not drawn yet. */
const NOT_DRAWN_MS = 25
/** A process that slept shows what is due now and does not catch up. */
const MAX_LATE_MS = 1_000

export class LoopPlayer {
  readonly #loop: Loop
  readonly #now: () => number
  readonly #send: (packet: MediaPacket) => void
  #timer: NodeJS.Timeout | undefined
  #isPlaying = false
  /** Null: the idle loop. */
  #reaction: ReadonlyArray<LoopStep> | null = null
  #cued: ReadonlyArray<LoopStep> | null = null
  #position = 0
  #dueMs = 0
  #shown: Uint8Array | null = null
  #shownAtMs = Number.NEGATIVE_INFINITY
  readonly #sound: SoundPlayer
  #sequenceNumber = 0

  constructor(loop: Loop, now: () => number, send: (packet: MediaPacket) => void) {
    this.#loop = loop
    this.#now = now
    this.#send = send
    this.#sound = new SoundPlayer(now, send)
  }

  /** At the beginning, and where the viewer needs a key frame. */
  start(): void {
    const atMs = this.#now()
    if (this.#isPlaying) {
      if (this.#shown !== null && atMs - this.#shownAtMs >= MIN_REPEAT_MS) this.#show(this.#shown)
      return
    }
    this.#isPlaying = true
    this.#reaction = null
    this.#cued = null
    this.#position = 0
    this.#dueMs = atMs
    this.#playNext()
    this.#sound.start()
  }

  stop(): void {
    this.#isPlaying = false
    clearTimeout(this.#timer)
    this.#sound.stop()
  }

  /** Plays a reaction as soon as the shown picture lets it begin. A loop without it plays on. */
  cue(name: string): void {
    this.#cued = this.#loop.reactions.get(name) ?? this.#cued
  }

  readonly #playNext = (): void => {
    const step = this.#nextStep()
    const bytes = step === undefined ? undefined : this.#loop.frame(step.frame)
    const atMs = this.#now()
    if (step === undefined || bytes === undefined) {
      this.#dueMs = atMs
      this.#timer = setTimeout(this.#playNext, NOT_DRAWN_MS)
      return
    }
    if (atMs - this.#dueMs > MAX_LATE_MS) this.#dueMs = atMs
    this.#show(bytes)
    this.#sound.isTyping = this.#loop.typing.has(step.frame)
    this.#position += 1
    this.#dueMs += step.ms
    this.#timer = setTimeout(this.#playNext, Math.max(0, this.#dueMs - atMs))
  }

  #nextStep(): LoopStep | undefined {
    const { idle, rest } = this.#loop
    if (this.#reaction !== null && this.#position >= this.#reaction.length) {
      this.#reaction = null
      this.#position = 0
    }
    if (this.#reaction === null && this.#position >= idle.length) this.#position = 0
    const track = this.#reaction ?? idle
    const step = track[this.#position]
    if (this.#cued === null || step === undefined || !rest.has(step.frame)) return step
    this.#reaction = this.#cued
    this.#cued = null
    this.#position = 0
    this.#sound.chime()
    return this.#reaction[0]
  }

  #show(bytes: Uint8Array): void {
    this.#shown = bytes
    this.#shownAtMs = this.#now()
    const timestamp = Math.round(this.#shownAtMs * TICKS_PER_MS) >>> 0
    const payloads = vp8Payloads(bytes)
    for (const [index, payload] of payloads.entries()) {
      this.#send({
        kind: "video",
        codec: "VP8",
        sequenceNumber: this.#sequenceNumber,
        timestamp,
        marker: index === payloads.length - 1,
        payload,
        isStart: index === 0,
      })
      this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff
    }
  }
}
