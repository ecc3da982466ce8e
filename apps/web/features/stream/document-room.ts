/**
 * What a document holds of the room that it is in, from page to page: whose room it is, the moving picture, whether
 * stills stand in for it, how loud it is, and which stream box shows it. Callers: the stream box, and room-outside.tsx
 * where there is no box.
 */
import { useSyncExternalStore } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { useRuntime } from "../../runtime/react.tsx"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { lessDataStore } from "../../runtime/stores/less-data.ts"
import { wantsLessData } from "../performers/less-data.ts"
import { whenIdle } from "../site/when-idle.ts"
import { newPeer } from "./media-session.ts"
import { PictureKeeper } from "./picture-keeper.ts"
import { keepPlayerChoices, type PlayerChoices, playerChoices } from "./player-choices.ts"
import { newReceiver, type Receiver, type Watched, watchRoom } from "./whep-session.ts"

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

const canWatch = "RTCPeerConnection" in globalThis
/** How long an offer that was made ahead waits for a room with a picture. */
const AHEAD_MS = 10_000

/** The first connection of a document takes a long moment in which nothing else runs: it is made where nobody waits. */
const warmUp = () => {
  if (canWatch && !wantsLessData()) newPeer().close()
}
whenIdle(warmUp)

const keeperOf = ({ visitNow }: SiteRuntime, receiver: () => Receiver) =>
  new PictureKeeper<Watched>({
    open: canWatch
      ? (performerId, signal, onStream) =>
          watchRoom(receiver(), { performerId, visit: visitNow() ?? "", signal, onStream })
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
  #ahead: Receiver | null = null
  #aheadUntil: ReturnType<typeof setTimeout> | undefined

  constructor(runtime: SiteRuntime) {
    this.#runtime = runtime
    this.keeper = keeperOf(runtime, () => this.#takeAhead() ?? newReceiver())
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

  /** A room is being entered: what its picture will be asked for with is made meanwhile. */
  readonly prepare = (): void => {
    if (!canWatch || this.#view.isLessData) return
    this.#takeAhead()?.peer.close()
    this.#ahead = newReceiver()
    this.#aheadUntil = setTimeout(() => this.#takeAhead()?.peer.close(), AHEAD_MS)
  }

  #takeAhead(): Receiver | null {
    clearTimeout(this.#aheadUntil)
    const ahead = this.#ahead
    this.#ahead = null
    return ahead
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
