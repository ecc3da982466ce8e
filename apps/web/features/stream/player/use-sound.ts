/** Whether the stream is heard, and the press that changes it: no press leaves it silent that says otherwise. */
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import { hearable } from "../room/player-preferences.ts"

export interface Sound {
  /** Turned off, or at volume 0. */
  readonly isSilent: boolean
  readonly toggle: () => void
}

export const useSound = ({ isMuted }: Pick<RoomState, "isMuted">): Sound => {
  const { dispatch } = useRuntime()
  const { choose } = useDocumentRoom()
  const { choices } = useDocumentRoomView()
  const isSilent = isMuted || choices.volume === 0
  return {
    isSilent,
    toggle: () => {
      if (isSilent && choices.volume === 0) choose(hearable(choices))
      if (isMuted || !isSilent) dispatch({ _tag: isSilent ? "Unmuted" : "Muted" })
    },
  }
}
