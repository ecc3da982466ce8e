/**
 * The sign that the visitor's own camera is on: above everything, windows and full screen too, with their picture and
 * one button that ends it (CHAT-27). Caller: the stream box.
 */
import { CameraOff } from "lucide-react"
import { useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { SelfView } from "./self-view.tsx"
import type { OwnCamBack } from "./use-cam-back.ts"

const saying = ({ phase, sound }: Pick<OwnCamBack, "phase" | "sound">, name: string): string => {
  switch (phase._tag) {
    case "Sending":
      return sound === "on" ? m.camback_heard({ name }) : m.camback_seen({ name })
    case "Waiting":
      return m.camback_retrying()
    case "Connecting":
      return phase.tries > 0 ? m.camback_retrying() : m.camback_connecting()
    default:
      return m.camback_connecting()
  }
}

/** What comes later is above what was there: a picture that fills the screen would be above it. */
const useTopmost = () => {
  const badge = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = badge
    if (current === null) return
    let next = 0
    const raise = () => {
      cancelAnimationFrame(next)
      current.hidePopover()
      // A browser takes it off its place with the next frame, and puts it back to where it was until then.
      next = requestAnimationFrame(() => {
        current.showPopover()
      })
    }
    current.showPopover()
    document.addEventListener("fullscreenchange", raise)
    return () => {
      cancelAnimationFrame(next)
      document.removeEventListener("fullscreenchange", raise)
    }
  }, [])
  return badge
}

export function CamBackBadge({ name, own }: { readonly name: string; readonly own: OwnCamBack }) {
  const { camera, keeper } = own
  const badge = useTopmost()
  return (
    // By the attribute a window leaves it within reach (react-aria).
    <aside
      ref={badge}
      popover="manual"
      data-react-aria-top-layer="true"
      className="cam-back-badge"
      aria-label={m.camback_badge()}
    >
      {camera !== null && <SelfView stream={camera.stream} label={m.camback_preview()} />}
      <p>
        <strong>{m.camback_badge()}</strong>
        <span role="status">{saying(own, name)}</span>
      </p>
      <Button onPress={keeper.stop}>
        <CameraOff size={20} aria-hidden="true" />
        {m.camback_stop_now()}
      </Button>
    </aside>
  )
}
