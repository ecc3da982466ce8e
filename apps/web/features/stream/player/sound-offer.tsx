/** Over a picture that moves in silence: turns its sound on. It stays where the controls fade. */
import { VolumeX } from "lucide-react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSound } from "./use-sound.ts"

export function SoundOffer({ room }: { readonly room: RoomState }) {
  const { isSilent, toggle } = useSound(room)
  if (room.presence._tag !== "Inside" || !isSilent) return null
  return (
    <Button className="player__sound" onPress={toggle}>
      <VolumeX size={20} aria-hidden="true" />
      {m.picture_sound_on()}
    </Button>
  )
}
