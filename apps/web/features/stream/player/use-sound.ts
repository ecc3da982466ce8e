/** Whether the stream is heard, and the toggle for it: muted and volume 0 count as one. */
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import { audible } from "../room/player-preferences.ts"

export interface SoundControl {
  /** Muted, or at volume 0. */
  readonly isSilent: boolean
  readonly toggle: () => void
}

export const useSound = ({ isMuted }: Pick<RoomState, "isMuted">): SoundControl => {
  const { dispatch } = useRuntime()
  const { setPreferences } = useDocumentRoom()
  const { preferences } = useDocumentRoomView()
  const isSilent = isMuted || preferences.volume === 0
  return {
    isSilent,
    toggle: () => {
      if (isSilent && preferences.volume === 0) setPreferences(audible(preferences))
      if (isMuted || !isSilent) dispatch({ _tag: isSilent ? "Unmuted" : "Muted" })
    },
  }
}
