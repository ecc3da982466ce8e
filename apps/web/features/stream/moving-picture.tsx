/**
 * A stream as it comes, over the still that is its poster until the first frame. It says of each frame that it was
 * drawn, and whether the picture stands still because the browser does not let it begin or somebody paused it.
 * Callers: the player, and the mini player, which shows the same stream without its sound.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react"

const isRefusal = (cause: unknown) =>
  cause instanceof DOMException && cause.name === "NotAllowedError"

export interface MovingPictureProps {
  readonly stream: MediaStream
  readonly isMuted: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly isShown: boolean
  readonly label: string
  readonly ref?: RefObject<HTMLVideoElement | null>
  readonly onFrame?: () => void
  readonly onHold?: (isHeld: boolean) => void
}

export function MovingPicture({
  stream,
  isMuted,
  volume,
  isShown,
  label,
  ref,
  onFrame,
  onHold,
}: MovingPictureProps) {
  const own = useRef<HTMLVideoElement>(null)
  const video = ref ?? own
  const drawn = useEffectEvent(() => onFrame?.())
  const held = useEffectEvent((isHeld: boolean) => onHold?.(isHeld))
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
      held(true)
    }
    const onPlaying = () => {
      held(false)
    }
    current.srcObject = stream
    current.addEventListener("pause", onPause)
    current.addEventListener("playing", onPlaying)
    current.play().catch((cause: unknown) => {
      if (isRefusal(cause)) held(true)
    })
    let next = 0
    const look = () => {
      drawn()
      next = current.requestVideoFrameCallback(look)
    }
    next = current.requestVideoFrameCallback(look)
    return () => {
      current.cancelVideoFrameCallback(next)
      current.removeEventListener("pause", onPause)
      current.removeEventListener("playing", onPlaying)
      current.srcObject = null
    }
  }, [video, stream])
  return (
    // Said live and nowhere written down: there are no captions to give.
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
