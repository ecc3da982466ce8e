/** The button that turns the visitor's own camera on and off, with why it ended (CHAT-27). */
import { Camera, CameraOff } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { type CamBackPhase, isCamBackOn, type CamBackOffReason } from "./cam-back-state.ts"
import type { OwnCamBack } from "./use-cam-back.ts"

const NEWS: Readonly<Record<CamBackOffReason, (inputs: { readonly name: string }) => string>> = {
  pressed: () => m.camback_off(),
  refused: () => m.camback_refused(),
  lost: () => m.camback_lost(),
  gone: () => m.camback_gone(),
  ended: m.camback_ended,
  room: () => m.camback_off(),
}

export const camBackOffText = (phase: CamBackPhase, name: string): string | null =>
  phase._tag === "Off" && phase.why !== null ? NEWS[phase.why]({ name }) : null

export function CamBackButton({ name, own }: { readonly name: string; readonly own: OwnCamBack }) {
  const { phase, session } = own
  const isOn = isCamBackOn(phase)
  return (
    <div className="offer">
      <Button
        onPress={() => {
          // The browser asks for the camera inside this very press.
          if (isOn) session.stop()
          else session.open()
        }}
      >
        {isOn ? (
          <CameraOff size={20} aria-hidden="true" />
        ) : (
          <Camera size={20} aria-hidden="true" />
        )}
        {isOn ? m.camback_stop() : m.camback_start()}
      </Button>
      <p>
        <TextRun>{camBackOffText(phase, name)}</TextRun>
      </p>
    </div>
  )
}
