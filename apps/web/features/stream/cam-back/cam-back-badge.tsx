/**
 * The sign that the visitor's own camera is on: at the top of the page, above windows and full screen too, with the
 * picture and one button that ends it (CHAT-27). The page makes room for it. The end is told in the same place, for
 * some seconds or until it is closed.
 */
import { CameraOff, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { type CamBackPhase, isCamBackOn } from "./cam-back-state.ts"
import { camBackOffText } from "./cam-back.tsx"
import { useFullScreen } from "../room/full-screen.ts"
import { SelfView } from "./self-view.tsx"
import type { OwnCamBack } from "./use-cam-back.ts"

const TOLD_MS = 8_000

const saying = ({ phase, sound }: Pick<OwnCamBack, "phase" | "sound">, name: string): string => {
  switch (phase._tag) {
    case "Sending":
      return sound === "on" ? m.camback_heard({ name }) : m.camback_seen({ name })
    case "Waiting":
      return m.camback_retrying()
    case "Connecting":
      return phase.tries > 0 ? m.camback_retrying() : m.camback_connecting()
    case "Off":
      return camBackOffText(phase, name) ?? ""
    case "Starting":
    // The badge does not stand in these phases.
    case "Asking":
    case "Blocked":
    case "Preview":
      return m.camback_connecting()
  }
}

/** A browser without popovers has it on top by its z-index (cam-back.css). */
const asPopover = (element: HTMLElement | null): Partial<Pick<HTMLElement, "showPopover">> | null =>
  element

/** A popover is above windows. In full screen the badge is rendered inside the full-screen element instead. */
const useTopmost = (isPopover: boolean) => {
  const badge = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isPopover) asPopover(badge.current)?.showPopover?.()
  }, [isPopover])
  return badge
}

interface SignProps extends CamBackBadgeProps {
  readonly isPopover: boolean
  readonly onRead: () => void
}

function Sign({ name, own, isPopover, onRead }: SignProps) {
  const { camera, session, phase } = own
  const badge = useTopmost(isPopover)
  const isOn = isCamBackOn(phase)
  return (
    // The attribute keeps it reachable while a modal window is open (react-aria).
    <aside
      ref={badge}
      {...(isPopover && { popover: "manual" })}
      data-react-aria-top-layer="true"
      className="cam-back-badge"
      aria-label={isOn ? m.camback_badge() : m.camback_off()}
    >
      {camera !== null && <SelfView stream={camera.stream} label={m.camback_preview()} />}
      <p>
        {isOn && <strong>{m.camback_badge()}</strong>}
        <span role="status">
          <TextRun>{saying(own, name)}</TextRun>
        </span>
      </p>
      {/* One button for both, so that it keeps the focus when pressed. */}
      <Button onPress={isOn ? session.stop : onRead}>
        {isOn ? <CameraOff size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
        {isOn ? m.camback_stop_now() : m.mini_close()}
      </Button>
    </aside>
  )
}

/** Whether the end is still shown. A badge that has the focus stays until it is closed. */
const useUnread = (phase: CamBackPhase) => {
  const [read, setRead] = useState<CamBackPhase | null>(null)
  const isOver = phase._tag === "Off" && phase.why !== null
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => {
      const hasFocus = document.querySelector(".cam-back-badge:focus-within") !== null
      if (!hasFocus) setRead(phase)
    }, TOLD_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isOver, phase])
  const onRead = () => {
    setRead(phase)
  }
  return { isUnread: isOver && read !== phase, onRead }
}

export interface CamBackBadgeProps {
  readonly name: string
  readonly own: OwnCamBack
}

export function CamBackBadge(props: CamBackBadgeProps) {
  const { phase } = props.own
  const { isUnread, onRead } = useUnread(phase)
  // Outside the full-screen element nothing can be pressed.
  const place = useFullScreen()
  if (!isCamBackOn(phase) && !isUnread) return null
  const sign = <Sign {...props} isPopover={place === null} onRead={onRead} />
  return place === null ? sign : createPortal(sign, place)
}
