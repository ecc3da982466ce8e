/**
 * The connection that brings a room's video, for as long as it is wanted: it opens sessions one after another as
 * video-connection-state.ts decides, and notices when frames stop. One for each document.
 */
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  videoAfterEnd,
  isRestartable,
  FIRST_ATTEMPT,
  wasSeenRecently,
  NO_VIDEO,
  type VideoPhase,
  frameGapOf,
  STALLED_MS,
  UNPLAYABLE,
} from "./video-connection-state.ts"

export interface VideoConnectionPorts<Stream> {
  /** Resolves when the session is over; null where this browser cannot receive video. */
  readonly open:
    | ((
        performerId: string,
        signal: AbortSignal,
        onStream: (stream: Stream) => void,
      ) => Promise<MediaSessionEnd>)
    | null
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** A hidden page draws no frames. */
  readonly isHidden: () => boolean
}

export interface VideoConnectionView<Stream> {
  readonly phase: VideoPhase
  readonly stream: Stream | null
  /** No frame for STALLED_MS. */
  readonly isStalled: boolean
  /** A frame was drawn not long ago: the visitor sees what they pay for. */
  readonly isSeen: boolean
}

const NOTHING = { phase: NO_VIDEO, stream: null, isStalled: false } as const

export class VideoConnection<Stream> {
  readonly #ports: VideoConnectionPorts<Stream>
  readonly #listeners = new Set<() => void>()
  #view: VideoConnectionView<Stream> = { ...NOTHING, isSeen: false }
  #performerId = ""
  #session: AbortController | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setInterval> | undefined
  #lastFrameAt = 0
  /** When a frame was drawn last, in any session since `start`; null: none was. */
  #seenAt: number | null = null
  /** Playback is paused by the visitor or by the browser. */
  #isHeld = false

  constructor(ports: VideoConnectionPorts<Stream>) {
    this.#ports = ports
  }

  readonly view = (): VideoConnectionView<Stream> => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts anew, whatever was before. */
  readonly start = (performerId: string): void => {
    this.stop()
    this.#performerId = performerId
    this.#connect(FIRST_ATTEMPT)
  }

  readonly retry = (): void => {
    this.start(this.#performerId)
  }

  /** At once, without retries. */
  readonly stop = (): void => {
    clearTimeout(this.#retry)
    clearInterval(this.#watch)
    this.#isHeld = false
    this.#session?.abort()
    this.#session = null
    this.#seenAt = null
    this.#show(NOTHING)
  }

  /** The gateway said again that there is video. */
  readonly videoAvailable = (): void => {
    if (isRestartable(this.#view.phase)) this.retry()
  }

  readonly frameDrawn = (): void => {
    const now = this.#ports.now()
    this.#lastFrameAt = now
    this.#seenAt = now
    const { phase } = this.#view
    if (phase._tag === "Connecting") {
      const { tries } = phase
      this.#show({ ...this.#view, phase: { _tag: "Playing", tries, since: now }, isStalled: false })
    } else if (this.#view.isStalled || !this.#view.isSeen) {
      this.#show({ ...this.#view, isStalled: false })
    }
  }

  /** The browser cannot play the stream. */
  readonly playbackFailed = (): void => {
    this.stop()
    this.#show({ ...NOTHING, phase: UNPLAYABLE })
  }

  readonly setHeld = (isHeld: boolean): void => {
    this.#isHeld = isHeld
    this.#lastFrameAt = this.#ports.now()
  }

  #show(view: Omit<VideoConnectionView<Stream>, "isSeen">) {
    this.#view = { ...view, isSeen: wasSeenRecently(this.#seenAt, this.#ports.now()) }
    for (const listener of this.#listeners) listener()
  }

  #connect(phase: VideoPhase) {
    const { open, now } = this.#ports
    if (open === null) return this.#show({ ...NOTHING, phase: UNPLAYABLE })
    const session = new AbortController()
    this.#session = session
    this.#lastFrameAt = now()
    this.#show({ ...NOTHING, phase })
    clearInterval(this.#watch)
    this.#watch = setInterval(() => {
      this.#checkFrames()
    }, STALLED_MS / 2)
    const onStream = (stream: Stream) => {
      if (this.#session === session) this.#show({ ...this.#view, stream })
    }
    void this.#follow(session, open(this.#performerId, session.signal, onStream))
  }

  async #follow(session: AbortController, open: Promise<MediaSessionEnd>): Promise<void> {
    const end = await open
    if (this.#session === session) this.#reconnect(end)
  }

  /** After a session that ended by itself. */
  #reconnect(end: MediaSessionEnd) {
    this.#session?.abort()
    this.#session = null
    this.#isHeld = false
    const { now, random } = this.#ports
    const phase = videoAfterEnd(this.#view.phase, end, now(), random())
    this.#show({ ...NOTHING, phase })
    if (phase._tag !== "Waiting") return
    this.#retry = setTimeout(() => {
      this.#connect({ _tag: "Connecting", tries: phase.tries, hadPicture: phase.hadPicture })
    }, phase.waitMs)
  }

  #checkFrames() {
    const { now, isHidden } = this.#ports
    if (this.#session === null) {
      // Between two sessions `isSeen` runs out.
      if (this.#view.isSeen) this.#show(this.#view)
      else clearInterval(this.#watch)
      return
    }
    if (this.#isHeld || isHidden()) {
      this.#lastFrameAt = now()
      // Who hides the page or pauses the video still counts as seeing it.
      if (this.#seenAt !== null && this.#view.phase._tag === "Playing") this.#seenAt = now()
    }
    const silence = frameGapOf(now() - this.#lastFrameAt)
    if (silence === "lost") return this.#reconnect({ _tag: "Lost" })
    const isStalled = silence === "stalled"
    const isSeen = wasSeenRecently(this.#seenAt, now())
    if (isStalled !== this.#view.isStalled || isSeen !== this.#view.isSeen) {
      this.#show({ ...this.#view, isStalled })
    }
  }
}
