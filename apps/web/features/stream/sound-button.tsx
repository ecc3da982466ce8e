/** The stream's sound, off and on. Callers: the player, the mini player. */
import { Volume2, VolumeX } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime } from "../../runtime/react.tsx"

export function SoundButton({ isMuted }: { readonly isMuted: boolean }) {
  const { dispatch } = useRuntime()
  const Icon = isMuted ? VolumeX : Volume2
  return (
    <IconButton
      label={isMuted ? m.stream_unmute() : m.stream_mute()}
      onPress={() => {
        dispatch({ _tag: isMuted ? "Unmuted" : "Muted" })
      }}
    >
      <Icon size={22} aria-hidden="true" />
    </IconButton>
  )
}
