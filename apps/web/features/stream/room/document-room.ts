/**
 * What a document holds of the room that it is in, from page to page: whose room it is, the moving picture, whether
 * stills stand in for it, how loud it is, and which stream box shows it.
 */
import { useSyncExternalStore } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { useRuntime } from "../../../runtime/react.tsx"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { lessDataStore } from "../../../runtime/stores/less-data.ts"
import { wantsLessData } from "../../performers/less-data.ts"
import { whenIdle } from "../../site/when-idle.ts"
import { canReceiveVideo } from "../media/video-support.ts"
import { type EarlySession, openEarly } from "../media/early-session.ts"
import type { MediaEnd } from "../media/media-session-end.ts"
import { newPeer } from "../media/media-session.ts"
import { PictureKeeper } from "../media/video-connection.ts"
import { type PictureBar, pictureBar } from "../media/video-connection-state.ts"
import { keepPlayerChoices, type PlayerChoices, playerChoices } from "./player-preferences.ts"
import { newReceiver, type Watched, watchRoom, type WatchOptions } from "../media/whep-session.ts"

export interface StreamPlace {
  readonly performerId: string
  readonly element: HTMLElement
}

export interface DocumentRoomView {
  /** Of the performer whose room was joined last. */
  readonly profile: PerformerProfile | null
  /** The stream box on the page; null: there is none. */
  readonly box: StreamPlace | null
  readonly choices: PlayerChoices
  /** Stills in place of the moving picture. */
  readonly isLessData: boolean
  /** The visitor's own camera ended with the stream box in which it was shown. */
  readonly isCameraEnded: boolean
  /** The stream box has a receipt that nobody sees: one reads on below it. */
  readonly isReceiptAway: boolean
}

const canWatch = canReceiveVideo(globalThis)
/** How long a session that was asked for early waits for a room with a picture. */
const EARLY_MS = 10_000

/** The first connection of a document takes a long moment in which nothing else runs: it is made where nobody waits. */
const warmUp = () => {
  if (canWatch && !wantsLessData()) newPeer().close()
}
whenIdle(warmUp)

type Watch = (options: Omit<WatchOptions, "isJoining" | "visit">) => Promise<MediaEnd>

const keeperOf = (watch: Watch) =>
  new PictureKeeper<Watched>({
    open: canWatch
      ? (performerId, signal, onStream) => watch({ performerId, signal, onStream })
      : null,
    now: () => performance.now(),
    random: Math.random,
    isHidden: () => document.hidden,
  })

export type Keeper = PictureKeeper<Watched>

export class DocumentRoom {
  readonly keeper: Keeper
  readonly #runtime: SiteRuntime
  readonly #listeners = new Set<() => void>()
  #view: DocumentRoomView
  #early: EarlySession | null = null
  #earlyUntil: ReturnType<typeof setTimeout> | undefined

  constructor(runtime: SiteRuntime) {
    this.#runtime = runtime
    this.keeper = keeperOf((options) => this.#watch(options))
    this.#view = {
      profile: null,
      box: null,
      choices: playerChoices(runtime.drafts),
      isLessData: wantsLessData(),
      isCameraEnded: false,
      isReceiptAway: false,
    }
  }

  readonly view = (): DocumentRoomView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Why what is paid for could not be seen here; null where it can, as far as is known. */
  readonly bar = (): PictureBar | null => pictureBar(canWatch, this.keeper.view().phase)

  /** A room is being entered, and its picture asked for with that. Answers when the offer is made. */
  readonly entering = async (performerId: string): Promise<void> => {
    const visit = this.#runtime.visitNow()
    if (!canWatch || this.#view.isLessData || visit === undefined) return
    this.#takeEarly()?.drop()
    const receiver = newReceiver()
    this.#early = openEarly(receiver, { performerId, visit })
    this.#earlyUntil = setTimeout(() => this.#takeEarly()?.drop(), EARLY_MS)
    await receiver.offered
  }

  #takeEarly(): EarlySession | null {
    clearTimeout(this.#earlyUntil)
    const early = this.#early
    this.#early = null
    return early
  }

  async #watch(options: Parameters<Watch>[0]): Promise<MediaEnd> {
    const early = this.#takeEarly()
    if (early?.performerId === options.performerId) {
      const end = await early.take(options)
      // By then there was nothing to see, or the room was not entered yet.
      const isTooEarly = end._tag === "Refused" && (end.status === 204 || end.status === 404)
      if (!isTooEarly || options.signal.aborted) return end
    } else early?.drop()
    const visit = this.#runtime.visitNow() ?? ""
    return watchRoom(newReceiver(), { ...options, visit, isJoining: false })
  }

  readonly isOf = (profile: PerformerProfile): void => {
    this.#show({ profile })
  }

  /** Answers how the box goes. */
  readonly showsIn = (box: StreamPlace): (() => void) => {
    this.#show({ box, isCameraEnded: false })
    return () => {
      if (this.#view.box === box) this.#show({ box: null })
    }
  }

  readonly cameraEnded = (): void => {
    this.#show({ isCameraEnded: true })
  }

  readonly receiptIsAway = (isReceiptAway: boolean): void => {
    this.#show({ isReceiptAway })
  }

  readonly choose = (choices: PlayerChoices): void => {
    keepPlayerChoices(this.#runtime.drafts, choices)
    this.#show({ choices })
  }

  /** Kept for every page of this browser. */
  readonly chooseLessData = (isLessData: boolean): void => {
    lessDataStore.write(isLessData ? "on" : "off")
    this.#show({ isLessData })
  }

  #show(changed: Partial<DocumentRoomView>) {
    this.#view = { ...this.#view, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

const rooms = new WeakMap<SiteRuntime, DocumentRoom>()

export const documentRoomOf = (runtime: SiteRuntime): DocumentRoom => {
  const known = rooms.get(runtime)
  if (known !== undefined) return known
  const made = new DocumentRoom(runtime)
  rooms.set(runtime, made)
  return made
}

export const useDocumentRoom = (): DocumentRoom => documentRoomOf(useRuntime())

export const useDocumentRoomView = (): DocumentRoomView => {
  const { subscribe, view } = useDocumentRoom()
  return useSyncExternalStore(subscribe, view)
}
