/**
 * Short notices that disappear by themselves. The library's toast is still unstable, so only this file uses it.
 * F6 reaches the region; hover and focus pause the timer. A message about money never appears only here.
 */
import { X } from "lucide-react"
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as AriaToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from "react-aria-components/Toast"
import { Button as AriaButton } from "react-aria-components/Button"
import "./button.css"
import "./toast.css"

/** Milliseconds that a notice stays, long enough for slow readers. */
const TOAST_MS = 8_000

export interface Toasts {
  readonly queue: AriaToastQueue<string>
  readonly show: (text: string) => void
}

/** @public until a room has short notices. */
export const makeToasts = (): Toasts => {
  const queue = new AriaToastQueue<string>({ maxVisibleToasts: 3 })
  return {
    queue,
    show: (text) => {
      queue.add(text, { timeout: TOAST_MS })
    },
  }
}

export interface ToastRegionProps {
  readonly toasts: Toasts
  readonly label: string
  readonly dismissLabel: string
}

/** @public until a room has short notices. */
export function ToastRegion({ toasts, label, dismissLabel }: ToastRegionProps) {
  return (
    <AriaToastRegion queue={toasts.queue} aria-label={label} className="ui-toasts">
      {({ toast }) => (
        <AriaToast toast={toast} className="ui-toast">
          <AriaToastContent className="ui-toast__content">
            <Text slot="title">{toast.content}</Text>
          </AriaToastContent>
          {/* The library's own: the toast closes by its context. */}
          <AriaButton
            slot="close"
            aria-label={dismissLabel}
            className="ui-button ui-button--quiet ui-button--icon"
          >
            <X size={18} aria-hidden="true" />
          </AriaButton>
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
