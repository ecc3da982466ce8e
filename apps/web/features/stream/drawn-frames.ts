/**
 * Tells of the frames that a film draws. A browser that does not tell of each (docs/browsers.md) tells a few times a
 * second that the film goes on. Caller: the moving picture.
 */
export const watchFrames = (video: HTMLVideoElement, drawn: () => void): (() => void) => {
  if (typeof video.requestVideoFrameCallback !== "function") {
    video.addEventListener("timeupdate", drawn)
    return () => {
      video.removeEventListener("timeupdate", drawn)
    }
  }
  let next = 0
  const look = () => {
    drawn()
    next = video.requestVideoFrameCallback(look)
  }
  next = video.requestVideoFrameCallback(look)
  return () => {
    video.cancelVideoFrameCallback(next)
  }
}
