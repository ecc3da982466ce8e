/**
 * Publishes the camera at the media engine from the press that begins it to the one that ends it. A lost connection
 * is opened again; only a refusal ends it, and a program that publishes with the performer's key, since both would
 * replace each other for ever. Stopping closes the connection before anybody is asked.
 */
import { EngineConnection, OfferRejected } from "./engine-connection.ts"
import { PublishRetries } from "./publish-retries.ts"

/** A connection that is disconnected often recovers by itself sooner. */
const DISCONNECTED_MS = 3_000
const MAX_VIDEO_BITS_PER_SECOND = 1_500_000

export type PublishEnd = "stopped" | "lost" | "failed"

export interface CameraPublisherListener {
  /** A program publishes for this performer. */
  readonly isReplaced: () => boolean
  readonly connected: () => void
  readonly retrying: () => void
  readonly ended: (why: PublishEnd) => void
}

export class CameraPublisher {
  readonly #listener: CameraPublisherListener
  /** Null: nothing is published. */
  #stream: MediaStream | null = null
  #connection: EngineConnection | null = null
  #isConnected = false
  #retries = new PublishRetries()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(listener: CameraPublisherListener) {
    this.#listener = listener
  }

  /** From start to stop, whatever the connection does. */
  get isLive(): boolean {
    return this.#stream !== null
  }

  /** Viewers are sent the picture now. */
  get isConnected(): boolean {
    return this.#isConnected
  }

  start(stream: MediaStream): void {
    if (this.isLive) return
    this.#stream = stream
    this.#retries = new PublishRetries()
    void this.#connect(stream)
  }

  stop(why: PublishEnd): void {
    if (!this.isLive) return
    this.#stream = null
    this.#disconnect()
    this.#listener.ended(why)
  }

  /** Other devices, over the same connection. */
  async replaceTracks(stream: MediaStream): Promise<void> {
    if (this.isLive) this.#stream = stream
    for (const sender of this.#connection?.pc.getSenders() ?? []) {
      const track = stream.getTracks().find(({ kind }) => kind === sender.track?.kind)
      if (track !== undefined) await sender.replaceTrack(track)
    }
  }

  /** The page is left. */
  close(): void {
    this.#connection?.close()
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#connection?.close()
    this.#connection = null
    this.#isConnected = false
  }

  async #connect(stream: MediaStream): Promise<void> {
    const connection = new EngineConnection()
    this.#connection = connection
    for (const track of stream.getTracks()) {
      const limits = track.kind === "video" ? { maxBitrate: MAX_VIDEO_BITS_PER_SECOND } : {}
      connection.pc.addTransceiver(track, {
        direction: "sendonly",
        streams: [stream],
        sendEncodings: [limits],
      })
    }
    connection.onStateChange((state) => this.#follow(connection, state))
    try {
      await connection.open("/camera/publish")
    } catch (error) {
      if (this.#connection !== connection) return
      if (error instanceof OfferRejected) this.stop("failed")
      else this.#retry()
    }
  }

  #follow(connection: EngineConnection, state: RTCPeerConnectionState): void {
    if (this.#connection !== connection) return
    clearTimeout(this.#timer)
    if (state === "connected") {
      this.#retries.connected(performance.now())
      this.#isConnected = true
      this.#listener.connected()
    }
    if (state === "disconnected") this.#timer = setTimeout(() => this.#retry(), DISCONNECTED_MS)
    if (state === "failed" || state === "closed") this.#retry()
  }

  #retry(): void {
    this.#disconnect()
    if (this.#listener.isReplaced()) {
      this.stop("lost")
      return
    }
    const delayMs = this.#retries.lost(performance.now(), Math.random())
    this.#listener.retrying()
    this.#timer = setTimeout(() => {
      if (this.#stream !== null) void this.#connect(this.#stream)
    }, delayMs)
  }
}
