/**
 * A live stream in a video element, over its poster until the first frame. It reports each drawn frame, whether
 * playback is paused (by the browser's autoplay rule or by the visitor), and playback errors. Captions are shown
 * where the stream brings a track of them.
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
  /** Of the stream's connection; left out where frames are not reported. */
  readonly stats?: () => Promise<RTCStatsReport>
  readonly onFrame?: () => void
  readonly onHold?: (isHeld: boolean) => void
  readonly onBroken?: () => void
  readonly onCaptions?: (hasCaptions: boolean) => void
}

const isCaptions = ({ kind }: TextTrack) => kind === "captions" || kind === "subtitles"

/** Plays the stream in the element, and reports on it. */
const usePlayback = (
  video: RefObject<HTMLVideoElement | null>,
  { stream, stats, onFrame, onHold, onBroken }: LiveVideoProps,
) => {
  const drawn = useEffectEvent(() => onFrame?.())
  const held = useEffectEvent((isHeld: boolean) => onHold?.(isHeld))
  const broken = useEffectEvent(() => onBroken?.())
  useEffect(() => {
    const { current } = video
    if (current === null) return
    const onPause = () => {
      // Firefox also pauses a stream that has ended.
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
}

/** Shows the stream's captions, and reports whether there are any. */
const useCaptions = (
  video: RefObject<HTMLVideoElement | null>,
  { showsCaptions = false, onCaptions }: LiveVideoProps,
) => {
  const captioned = useEffectEvent((hasCaptions: boolean) => onCaptions?.(hasCaptions))
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
}

export function LiveVideo(props: LiveVideoProps) {
  const { isMuted, volume, isShown, label, ref } = props
  const own = useRef<HTMLVideoElement>(null)
  const video = ref ?? own
  // Before play(): browsers let only muted video start by itself.
  useLayoutEffect(() => {
    const { current } = video
    if (current === null) return
    current.muted = isMuted
    current.volume = volume
  }, [video, isMuted, volume])
  usePlayback(video, props)
  useCaptions(video, props)
  return (
    // Captions of a live stream come as a track of the stream.
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
