/** Mutes and unmutes the stream. */
import { Volume2, VolumeX } from "lucide-react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useSound } from "./use-sound.ts"

export function SoundButton({ room }: { readonly room: Pick<RoomState, "isMuted"> }) {
  const { isSilent, toggle } = useSound(room)
  const Icon = isSilent ? VolumeX : Volume2
  return (
    <IconButton
      className="player__mute"
      label={isSilent ? m.stream_unmute() : m.stream_mute()}
      onPress={toggle}
    >
      <Icon size={22} aria-hidden="true" />
    </IconButton>
  )
}
