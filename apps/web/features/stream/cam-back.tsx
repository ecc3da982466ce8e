/** The visitor's own camera, as far as it goes without pictures: asked for, asked to end, ended (CHAT-27). */
import { Camera, CameraOff } from "lucide-react"
import type { RoomState } from "@foldcast/folds/room-state"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"

const isStartPending = isPending("StartCamBack")
const isStopPending = isPending("StopCamBack")

export interface CamBackProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
}

export function CamBack({ name, performerId, room: { camBack, camBackRefusal } }: CamBackProps) {
  const { send } = useRuntime()
  const isStarting = useSite(isStartPending)
  const isStopping = useSite(isStopPending)
  const isOn = camBack !== "off"
  return (
    <div className="offer">
      <Button
        isPending={isStarting || isStopping}
        onPress={() => {
          send({ _tag: isOn ? "StopCamBack" : "StartCamBack", performerId })
        }}
      >
        {isOn ? (
          <CameraOff size={20} aria-hidden="true" />
        ) : (
          <Camera size={20} aria-hidden="true" />
        )}
        {isOn ? m.camback_stop() : m.camback_start()}
      </Button>
      <p role="status">
        {camBack === "on" && m.camback_on({ name })}
        {camBack === "stopAsked" && m.camback_stop_asked({ name })}
        {camBack === "off" && camBackRefusal !== null && m.camback_refused()}
      </p>
    </div>
  )
}
