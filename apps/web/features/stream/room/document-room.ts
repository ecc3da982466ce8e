/**
 * What a document keeps of the room that it is in, across pages: the profile, the video connection, the visitor's
 * player preferences, and which stream box shows the room.
 */
import { useSyncExternalStore } from "react"
import type { TipOutcome } from "@foldcast/folds/room-state"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { perRuntime } from "../../../runtime/per-runtime.ts"
import { useRuntime } from "../../../runtime/react.tsx"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { lessDataStore } from "../../../runtime/stores/less-data.ts"
import { wantsLessData } from "../../performers/less-data.ts"
import { whenIdle } from "../../site/when-idle.ts"
import { canReceiveVideo } from "../media/video-support.ts"
import { type EarlySession, openEarlySession } from "../media/early-session.ts"
import type { MediaSessionEnd } from "../media/media-session-end.ts"
import { newPeerConnection } from "../media/media-session.ts"
import { VideoConnection } from "../media/video-connection.ts"
import { type NoVideoReason, noVideoReason } from "../media/video-connection-state.ts"
import {
  keepPlayerPreferences,
  type PlayerPreferences,
  playerPreferences,
} from "./player-preferences.ts"
import {
  newWhepReceiver,
  type WatchedStream,
  watchRoom,
  type WatchOptions,
} from "../media/whep-session.ts"

export interface StreamBoxPlace {
  readonly performerId: string
  readonly element: HTMLElement
}

export interface DocumentRoomView {
  /** Of the performer whose room was joined last; null: none was. */
  readonly profile: PerformerProfile | null
  /** Null: the page has no stream box. */
  readonly box: StreamBoxPlace | null
  readonly preferences: PlayerPreferences
  /** Stills in place of video, by choice. */
  readonly isLessData: boolean
  /** The visitor's camera ended with the stream box that showed it. */
  readonly isCameraEnded: boolean
  /** What became of the last tip was read, and another is being chosen. */
  readonly readTip: TipOutcome | null
  /** The stream box has a receipt, and is scrolled out of view. */
  readonly isReceiptAway: boolean
}

const canWatch = canReceiveVideo(globalThis)
/** How long an early session waits for video. */
const EARLY_MS = 10_000

/** A document's first RTCPeerConnection blocks the main thread for long: one is made while the page is idle. */
const warmUp = () => {
  if (canWatch && !wantsLessData()) newPeerConnection().close()
}
whenIdle(warmUp)

type Watch = (options: Omit<WatchOptions, "isJoining" | "visit">) => Promise<MediaSessionEnd>

const newVideoConnection = (watch: Watch) =>
  new VideoConnection<WatchedStream>({
    open: canWatch
      ? (performerId, signal, onStream) => watch({ performerId, signal, onStream })
      : null,
    now: () => performance.now(),
    random: Math.random,
    isHidden: () => document.hidden,
  })

export type RoomVideoConnection = VideoConnection<WatchedStream>

export class DocumentRoom {
  readonly video: RoomVideoConnection
  readonly #runtime: SiteRuntime
  readonly #listeners = new Set<() => void>()
  #view: DocumentRoomView
  #early: EarlySession | null = null
  #earlyUntil: ReturnType<typeof setTimeout> | undefined

  constructor(runtime: SiteRuntime) {
    this.#runtime = runtime
    this.video = newVideoConnection((options) => this.#watch(options))
    this.#view = {
      profile: null,
      box: null,
      preferences: playerPreferences(runtime.drafts),
      isLessData: wantsLessData(),
      isCameraEnded: false,
      readTip: null,
      isReceiptAway: false,
    }
  }

  readonly view = (): DocumentRoomView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Why paid video could not be seen here; null where it can, as far as is known. */
  readonly noVideoReason = (): NoVideoReason | null =>
    noVideoReason(canWatch, this.video.view().phase)

  /** Opens a session while the room is being joined. Resolves when the offer is made. */
  readonly requestVideoEarly = async (performerId: string): Promise<void> => {
    const visit = this.#runtime.visitNow()
    if (!canWatch || this.#view.isLessData || visit === undefined) return
    this.#takeEarly()?.drop()
    const receiver = newWhepReceiver()
    this.#early = openEarlySession(receiver, { performerId, visit })
    this.#earlyUntil = setTimeout(() => this.#takeEarly()?.drop(), EARLY_MS)
    await receiver.offered
  }

  #takeEarly(): EarlySession | null {
    clearTimeout(this.#earlyUntil)
    const early = this.#early
    this.#early = null
    return early
  }

  async #watch(options: Parameters<Watch>[0]): Promise<MediaSessionEnd> {
    const early = this.#takeEarly()
    if (early?.performerId === options.performerId) {
      const end = await early.take(options)
      // The room had no video then, or was not joined yet: asked again now.
      const isTooEarly = end._tag === "Refused" && (end.status === 204 || end.status === 404)
      if (!isTooEarly || options.signal.aborted) return end
    } else early?.drop()
    const visit = this.#runtime.visitNow() ?? ""
    return watchRoom(newWhepReceiver(), { ...options, visit, isJoining: false })
  }

  readonly setProfile = (profile: PerformerProfile): void => {
    this.#show({ profile })
  }

  /** Answers how to detach it. */
  readonly attachBox = (box: StreamBoxPlace): (() => void) => {
    this.#show({ box, isCameraEnded: false })
    return () => {
      if (this.#view.box === box) this.#show({ box: null })
    }
  }

  readonly cameraEnded = (): void => {
    this.#show({ isCameraEnded: true })
  }

  readonly tipRead = (readTip: TipOutcome): void => {
    this.#show({ readTip })
  }

  readonly setReceiptAway = (isReceiptAway: boolean): void => {
    this.#show({ isReceiptAway })
  }

  readonly setPreferences = (preferences: PlayerPreferences): void => {
    keepPlayerPreferences(this.#runtime.drafts, preferences)
    this.#show({ preferences })
  }

  /** Stored for every page of this browser. */
  readonly setLessData = (isLessData: boolean): void => {
    lessDataStore.write(isLessData ? "on" : "off")
    this.#show({ isLessData })
  }

  #show(changed: Partial<DocumentRoomView>) {
    this.#view = { ...this.#view, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

export const documentRoomOf = perRuntime((runtime) => new DocumentRoom(runtime))

export const useDocumentRoom = (): DocumentRoom => documentRoomOf(useRuntime())

export const useDocumentRoomView = (): DocumentRoomView => {
  const { subscribe, view } = useDocumentRoom()
  return useSyncExternalStore(subscribe, view)
}
