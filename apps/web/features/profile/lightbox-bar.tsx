/** The bar above the picture: title, counter, zoom and close button. */
import { X, ZoomIn, ZoomOut } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { LightboxAction } from "./lightbox-action.tsx"
import type { ZoomControls } from "./use-zoom.ts"
import { isWhole, MAX_SCALE, type Zoom } from "./zoom.ts"

export interface LightboxBarProps {
  readonly title: string
  /** Null while there is no picture. */
  readonly counter: string | null
  readonly zoom: Zoom
  readonly controls: ZoomControls
  readonly onClose: () => void
}

export function LightboxBar({ title, counter, zoom, controls, onClose }: LightboxBarProps) {
  return (
    <header className="lightbox__bar">
      <p className="lightbox__title">
        <TextRun>{title}</TextRun>
      </p>
      <p className="lightbox__counter tabular" role="status">
        <TextRun>{counter}</TextRun>
      </p>
      <LightboxAction
        label={m.gallery_farther()}
        isAtEnd={isWhole(zoom)}
        onPress={controls.farther}
      >
        <ZoomOut size={22} aria-hidden="true" />
      </LightboxAction>
      <LightboxAction
        label={m.gallery_closer()}
        isAtEnd={zoom.scale === MAX_SCALE}
        onPress={controls.closer}
      >
        <ZoomIn size={22} aria-hidden="true" />
      </LightboxAction>
      <LightboxAction label={m.gallery_close()} onPress={onClose}>
        <X size={22} aria-hidden="true" />
      </LightboxAction>
    </header>
  )
}
