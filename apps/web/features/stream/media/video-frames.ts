/**
 * Reports each frame that a video element draws, since only seen video is paid for. A browser without
 * `requestVideoFrameCallback` (docs/browsers.md) reports frames that its connection decodes: the element's own clock
 * goes on even when no frame comes.
 */
const POLL_MS = 250

/** Video frames decoded so far (W3C WebRTC statistics). */
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
  onFrame: () => void,
  stats: () => Promise<RTCStatsReport>,
): (() => void) => {
  let before = 0
  const look = async () => {
    const decoded = decodedFrames(await stats())
    const isNew = decoded > before
    before = decoded
    // A paused element decodes frames that nobody sees.
    if (isNew && !video.paused && video.readyState >= video.HAVE_CURRENT_DATA) onFrame()
  }
  const looking = setInterval(() => {
    // A closed connection has no statistics.
    look().catch(() => {})
  }, POLL_MS)
  return () => {
    clearInterval(looking)
  }
}

/** `stats`: of the connection that carries the video. Answers how to stop. */
export const watchFrames = (
  video: HTMLVideoElement,
  onFrame: () => void,
  stats: () => Promise<RTCStatsReport>,
): (() => void) => {
  if (typeof video.requestVideoFrameCallback !== "function") {
    return countFrames(video, onFrame, stats)
  }
  let next = 0
  const look = () => {
    onFrame()
    next = video.requestVideoFrameCallback(look)
  }
  next = video.requestVideoFrameCallback(look)
  return () => {
    video.cancelVideoFrameCallback(next)
  }
}
