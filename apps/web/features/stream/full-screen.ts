/** The player over the whole screen, and back. Callers: the player's controls and keys. */

/** Phones that let films alone fill the screen have this instead. */
interface PhoneVideo {
  readonly webkitEnterFullscreen?: () => void
}

export const toggleFullScreen = (player: HTMLElement | null, video: HTMLVideoElement | null) => {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
  else if (document.fullscreenEnabled) void player?.requestFullscreen()
  else (video as PhoneVideo | null)?.webkitEnterFullscreen?.()
}
