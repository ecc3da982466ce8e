/**
 * Keeps the moving picture of a room for as long as one is wanted: opens sessions one after another as
 * video-connection-state.ts says, and notices where frames stay away. One for each document.
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
  /** Answers when it is over; null where this browser has nothing to watch with. */
  readonly open:
    | ((
        performerId: string,
        signal: AbortSignal,
        onStream: (stream: Stream) => void,
      ) => Promise<MediaSessionEnd>)
    | null
  /** Milliseconds that only go forward. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** Whether anybody can see the page: a browser draws no frames for nobody. */
  readonly isHidden: () => boolean
}

export interface VideoConnectionView<Stream> {
  readonly phase: VideoPhase
  readonly stream: Stream | null
  /** Nothing moved for so long that it is told. */
  readonly isStalled: boolean
  /** It moves before the visitor, or has so not long ago: what is paid for is seen. */
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
  /** When it moved last, whatever session that was; null: not since it was begun. */
  #seenAt: number | null = null
  /** The picture stands still because the visitor, or the browser, does not let it play. */
  #isHeld = false

  constructor(ports: VideoConnectionPorts<Stream>) {
    this.#ports = ports
  }

  readonly view = (): VideoConnectionView<Stream> => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins anew, whatever was before. */
  readonly start = (performerId: string): void => {
    this.stop()
    this.#performerId = performerId
    this.#connect(FIRST_ATTEMPT)
  }

  /** By a press. */
  readonly retry = (): void => {
    this.start(this.#performerId)
  }

  /** At once, and nothing follows by itself. */
  readonly stop = (): void => {
    clearTimeout(this.#retry)
    clearInterval(this.#watch)
    this.#isHeld = false
    this.#session?.abort()
    this.#session = null
    this.#seenAt = null
    this.#show(NOTHING)
  }

  /** The gateway said anew that there is a picture. */
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

  /** The browser gave up on what came. */
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
      this.#look()
    }, STALLED_MS / 2)
    const onStream = (stream: Stream) => {
      if (this.#session === session) this.#show({ ...this.#view, stream })
    }
    void this.#follow(session, open(this.#performerId, session.signal, onStream))
  }

  async #follow(session: AbortController, open: Promise<MediaSessionEnd>): Promise<void> {
    const end = await open
    if (this.#session === session) this.#goOn(end)
  }

  /** After a session that ended without being told to. */
  #goOn(end: MediaSessionEnd) {
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

  #look() {
    const { now, isHidden } = this.#ports
    if (this.#session === null) {
      // Between two sessions: what was seen before is not for long.
      if (this.#view.isSeen) this.#show(this.#view)
      else clearInterval(this.#watch)
      return
    }
    if (this.#isHeld || isHidden()) {
      this.#lastFrameAt = now()
      // Who looks away, or stops it, has what they pay for.
      if (this.#seenAt !== null && this.#view.phase._tag === "Playing") this.#seenAt = now()
    }
    const silence = frameGapOf(now() - this.#lastFrameAt)
    if (silence === "lost") return this.#goOn({ _tag: "Lost" })
    const isStalled = silence === "stalled"
    const isSeen = wasSeenRecently(this.#seenAt, now())
    if (isStalled !== this.#view.isStalled || isSeen !== this.#view.isSeen) {
      this.#show({ ...this.#view, isStalled })
    }
  }
}
