/**
 * Where the visitor's own camera is turned on and off beside the other actions, and what became of it (CHAT-27): the
 * badge reads it out.
 */
import { Camera, CameraOff } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { type CamBackPhase, isShown, type OffWhy } from "./cam-back-state.ts"
import type { OwnCamBack } from "./use-cam-back.ts"

const NEWS: Readonly<Record<OffWhy, (inputs: { readonly name: string }) => string>> = {
  pressed: () => m.camback_off(),
  refused: () => m.camback_refused(),
  lost: () => m.camback_lost(),
  gone: () => m.camback_gone(),
  ended: m.camback_ended,
  room: () => m.camback_off(),
}

/** Empty where there is nothing to say. */
export const offText = (phase: CamBackPhase, name: string): string =>
  phase._tag === "Off" && phase.why !== null ? NEWS[phase.why]({ name }) : ""

export function CamBack({ name, own }: { readonly name: string; readonly own: OwnCamBack }) {
  const { phase, keeper } = own
  const isOn = isShown(phase)
  return (
    <div className="offer">
      <Button
        onPress={() => {
          // The browser asks for the camera inside this very press.
          if (isOn) keeper.stop()
          else keeper.open()
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
        <TextRun>{offText(phase, name)}</TextRun>
      </p>
    </div>
  )
}
