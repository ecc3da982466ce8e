/**
 * The stage in full screen, with its conversation, and back. Who pays sees the cost there too. A phone that can only
 * fill its screen with the bare video has no room for it, so its native full screen is closed while time is paid for.
 */
import { useSyncExternalStore } from "react"
import { filledScreen } from "@foldcast/ui/filled-screen"

/** iPhones fill the screen with a video element alone, by these members. */
interface PhoneVideo {
  readonly webkitDisplayingFullscreen?: boolean
  readonly webkitEnterFullscreen?: () => void
  readonly webkitExitFullscreen?: () => void
}

export const mayGoFullScreen = (isPaid: boolean): boolean => document.fullscreenEnabled || !isPaid

/** What fills the screen: the whole stage around a player. */
export const stageOf = (player: HTMLElement | null): HTMLElement | null =>
  player?.closest<HTMLElement>(".stage") ?? player

export interface FullScreenTarget {
  readonly stage: HTMLElement | null
  readonly video: HTMLVideoElement | null
  readonly isPaid: boolean
}

export const toggleFullScreen = ({ stage, video, isPaid }: FullScreenTarget) => {
  if (filledScreen() !== null) void document.exitFullscreen()
  else if (document.fullscreenEnabled) void stage?.requestFullscreen()
  else if (!isPaid) (video as PhoneVideo | null)?.webkitEnterFullscreen?.()
}

/** Resolves when the page has its scroll position again. */
export const leaveFullScreen = async (): Promise<void> => {
  if (filledScreen() === null) return
  // It rejects where full screen is being left already.
  await document.exitFullscreen().catch(() => {})
  // The scroll position comes back a frame later.
  await new Promise(requestAnimationFrame)
}

/** Paid time has begun: a video in native full screen goes back into the page. */
export const leaveNativeFullScreen = (video: HTMLVideoElement | null) => {
  const film = video as PhoneVideo | null
  if (film?.webkitDisplayingFullscreen === true) film.webkitExitFullscreen?.()
}

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed)
  return () => {
    document.removeEventListener("fullscreenchange", changed)
  }
}
const NONE = () => null

/** The element in full screen; null: none. */
export const useFullScreen = (): Element | null =>
  useSyncExternalStore(subscribe, filledScreen, NONE)
