/**
 * Tells of the frames that a film draws. A browser that does not tell of each (docs/browsers.md) counts those that
 * it decodes: the film's own clock goes on where none comes any more, and what is not seen is not paid for.
 */
const LOOK_MS = 250

/** Of the picture, by what a browser counts of its connection (W3C WebRTC statistics). */
const decodedFrames = (report: RTCStatsReport): number => {
  let decoded = 0
  report.forEach(({ type, kind, framesDecoded }: Readonly<Record<string, unknown>>) => {
    if (type === "inbound-rtp" && kind === "video" && typeof framesDecoded === "number") {
      decoded = framesDecoded
    }
  })
  return decoded
}

const countFrames = (
  video: HTMLVideoElement,
  drawn: () => void,
  stats: () => Promise<RTCStatsReport>,
): (() => void) => {
  let before = 0
  const look = async () => {
    const decoded = decodedFrames(await stats())
    const isNew = decoded > before
    before = decoded
    // Paused, or before it has one to show, it decodes for nobody.
    if (isNew && !video.paused && video.readyState >= video.HAVE_CURRENT_DATA) drawn()
  }
  const looking = setInterval(() => {
    // A connection that is closed counts nothing.
    look().catch(() => {})
  }, LOOK_MS)
  return () => {
    clearInterval(looking)
  }
}

/** `stats`: of the connection that the film comes over. Answers how to end it. */
export const watchFrames = (
  video: HTMLVideoElement,
  drawn: () => void,
  stats: () => Promise<RTCStatsReport>,
): (() => void) => {
  if (typeof video.requestVideoFrameCallback !== "function") {
    return countFrames(video, drawn, stats)
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
