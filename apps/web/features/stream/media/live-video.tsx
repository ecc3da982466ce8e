/**
 * A stream as it comes, over its poster until the first frame. It says of each frame that it was drawn, whether the
 * picture stands still because the browser does not let it begin or somebody paused it, and whether the browser gave
 * it up. Captions show where the element has a track of them: nothing here makes one.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react"
import { watchFrames } from "./video-frames.ts"

const isRefusal = (cause: unknown) =>
  cause instanceof DOMException && cause.name === "NotAllowedError"

export interface LiveVideoProps {
  readonly stream: MediaStream
  readonly isMuted: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly isShown: boolean
  readonly label: string
  readonly ref?: RefObject<HTMLVideoElement | null>
  readonly showsCaptions?: boolean
  /** What the browser counts of the connection that it comes over; left out where nobody asks for frames. */
  readonly stats?: () => Promise<RTCStatsReport>
  readonly onFrame?: () => void
  readonly onHold?: (isHeld: boolean) => void
  readonly onBroken?: () => void
  /** Whether there are captions to show. */
  readonly onCaptions?: (hasCaptions: boolean) => void
}

const isCaptions = ({ kind }: TextTrack) => kind === "captions" || kind === "subtitles"

export function LiveVideo({
  stream,
  isMuted,
  volume,
  isShown,
  label,
  ref,
  showsCaptions = false,
  stats,
  onFrame,
  onHold,
  onBroken,
  onCaptions,
}: LiveVideoProps) {
  const own = useRef<HTMLVideoElement>(null)
  const video = ref ?? own
  const drawn = useEffectEvent(() => onFrame?.())
  const held = useEffectEvent((isHeld: boolean) => onHold?.(isHeld))
  const broken = useEffectEvent(() => onBroken?.())
  const captioned = useEffectEvent((hasCaptions: boolean) => onCaptions?.(hasCaptions))
  // Before it is let play: without sound it may begin by itself.
  useLayoutEffect(() => {
    const { current } = video
    if (current === null) return
    current.muted = isMuted
    current.volume = volume
  }, [video, isMuted, volume])
  useEffect(() => {
    const { current } = video
    if (current === null) return
    const onPause = () => {
      // Firefox pauses what has ended, which is nobody's wish.
      if (!current.ended) held(true)
    }
    const onPlaying = () => {
      held(false)
    }
    const onError = () => {
      broken()
    }
    current.srcObject = stream
    current.addEventListener("error", onError)
    current.addEventListener("pause", onPause)
    current.addEventListener("playing", onPlaying)
    current.play().catch((cause: unknown) => {
      if (isRefusal(cause)) held(true)
    })
    const endWatch = stats === undefined ? undefined : watchFrames(current, () => drawn(), stats)
    return () => {
      endWatch?.()
      current.removeEventListener("error", onError)
      current.removeEventListener("pause", onPause)
      current.removeEventListener("playing", onPlaying)
      current.srcObject = null
    }
  }, [video, stream, stats])
  useEffect(() => {
    const { current } = video
    if (current === null) return
    const { textTracks } = current
    const look = () => {
      const captions = [...textTracks].filter(isCaptions)
      for (const track of captions) track.mode = showsCaptions ? "showing" : "disabled"
      captioned(captions.length > 0)
    }
    look()
    textTracks.addEventListener("addtrack", look)
    textTracks.addEventListener("removetrack", look)
    return () => {
      textTracks.removeEventListener("addtrack", look)
      textTracks.removeEventListener("removetrack", look)
    }
  }, [video, showsCaptions])
  return (
    // Said live: captions are a track that comes with the stream, not one that stands here.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      className="moving-picture"
      data-shown={isShown}
      aria-label={label}
      playsInline
      autoPlay
      muted={isMuted}
    />
  )
}
