/**
 * The player over the whole screen, and back. Who pays sees what it costs there too: a film that fills a phone's screen
 * alone has no room for that, so none does while time is paid for.
 */
import { useSyncExternalStore } from "react"
import { filledScreen } from "@foldcast/ui/filled-screen"

/** Phones that let films alone fill the screen have this instead. */
interface PhoneVideo {
  readonly webkitDisplayingFullscreen?: boolean
  readonly webkitEnterFullscreen?: () => void
  readonly webkitExitFullscreen?: () => void
}

export const mayGoFullScreen = (isPaid: boolean): boolean => document.fullscreenEnabled || !isPaid

export interface FullScreenTarget {
  readonly player: HTMLElement | null
  readonly video: HTMLVideoElement | null
  readonly isPaid: boolean
}

export const toggleFullScreen = ({ player, video, isPaid }: FullScreenTarget) => {
  if (filledScreen() !== null) void document.exitFullscreen()
  else if (document.fullscreenEnabled) void player?.requestFullscreen()
  else if (!isPaid) (video as PhoneVideo | null)?.webkitEnterFullscreen?.()
}

/** What is looked at next has its own place again. */
export const leaveFullScreen = async (): Promise<void> => {
  if (filledScreen() === null) return
  // Also where it is being left already.
  await document.exitFullscreen().catch(() => {})
  // The page's scroll position comes back a frame later.
  await new Promise(requestAnimationFrame)
}

/** Time that is paid for has begun: a film that fills the screen alone gives it back. */
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

/** What fills the screen; null where nothing does. */
export const useFullScreen = (): Element | null =>
  useSyncExternalStore(subscribe, filledScreen, NONE)
