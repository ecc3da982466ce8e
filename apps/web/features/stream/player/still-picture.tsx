/** Stills of the free video over the poster, which stays while none has come. */
import { useEffect, useEffectEvent, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { useSite } from "../../../runtime/react.tsx"
import { showStills } from "../../performers/live-still.ts"
import { isNoNude } from "../../performers/performer-picture.tsx"

export interface StillPictureProps {
  readonly performerId: string
  readonly name: string
  readonly isShown: boolean
  readonly onShown: (isShown: boolean) => void
}

export function StillPicture({ performerId, name, isShown, onShown }: StillPictureProps) {
  const noNude = useSite(isNoNude)
  const place = useRef<HTMLCanvasElement>(null)
  const told = useEffectEvent(onShown)
  useEffect(() => {
    const { current: canvas } = place
    if (canvas === null) return
    return showStills({
      performerId,
      noNude,
      canvas,
      onShown: (isShownNow) => {
        told(isShownNow)
      },
    })
  }, [performerId, noNude])
  return (
    <canvas
      ref={place}
      className="live-still live-still--whole"
      {...(isShown
        ? { role: "img", "aria-label": m.still_label({ name }) }
        : { "aria-hidden": true })}
    />
  )
}
