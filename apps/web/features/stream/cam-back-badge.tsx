/**
 * The sign that the visitor's own camera is on: above everything, windows and full screen too, with their picture and
 * one button that ends it (CHAT-27). Caller: the stream box.
 */
import { CameraOff } from "lucide-react"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
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
    case "Starting":
    // Not shown, so without a sign.
    case "Off":
    case "Asking":
    case "Blocked":
    case "Preview":
      return m.camback_connecting()
  }
}

/** Windows are not above it. */
const useTopmost = () => {
  const badge = useRef<HTMLElement>(null)
  useEffect(() => {
    badge.current?.showPopover()
  }, [])
  return badge
}

function Sign({ name, own }: CamBackBadgeProps) {
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

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed)
  return () => {
    document.removeEventListener("fullscreenchange", changed)
  }
}
const fullScreen = () => document.fullscreenElement
const NONE = () => null

export interface CamBackBadgeProps {
  readonly name: string
  readonly own: OwnCamBack
}

export function CamBackBadge(props: CamBackBadgeProps) {
  // Of what is outside of a full screen nothing can be pressed.
  const place = useSyncExternalStore(subscribe, fullScreen, NONE)
  return place === null ? <Sign {...props} /> : createPortal(<Sign {...props} />, place)
}
