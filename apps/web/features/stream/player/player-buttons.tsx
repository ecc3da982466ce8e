/** The player's buttons that hold their own state: sound, picture in picture and less data. */
import { Image, PictureInPicture2 } from "lucide-react"
import type { RefObject } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { useRuntime } from "../../../runtime/react.tsx"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import { SoundButton } from "./sound-button.tsx"
import { TooltipButton } from "./tooltip-button.tsx"
import { VolumeSlider } from "./volume-slider.tsx"

export function SoundControls({ room }: { readonly room: RoomState }) {
  const { dispatch } = useRuntime()
  const { setPreferences } = useDocumentRoom()
  const { preferences } = useDocumentRoomView()
  const { isMuted } = room
  return (
    <>
      <SoundButton room={room} />
      <VolumeSlider
        volume={isMuted ? 0 : preferences.volume}
        onChange={(volume) => {
          setPreferences({ ...preferences, volume })
          if (isMuted && volume > 0) dispatch({ _tag: "Unmuted" })
        }}
      />
    </>
  )
}

const toggleInPicture = (video: HTMLVideoElement | null) => {
  if (document.pictureInPictureElement !== null) void document.exitPictureInPicture()
  // It rejects before the first frame.
  else video?.requestPictureInPicture().catch(() => {})
}

export function PictureInPictureButton({
  video,
}: {
  readonly video: RefObject<HTMLVideoElement | null>
}) {
  return (
    <TooltipButton
      label={m.player_in_picture()}
      onPress={() => {
        toggleInPicture(video.current)
      }}
    >
      <PictureInPicture2 size={22} aria-hidden="true" />
    </TooltipButton>
  )
}

export function LessDataButton() {
  const { setLessData } = useDocumentRoom()
  const { isLessData } = useDocumentRoomView()
  return (
    <TooltipButton
      label={m.player_less_data()}
      aria-pressed={isLessData}
      onPress={() => {
        setLessData(!isLessData)
      }}
    >
      <Image size={22} aria-hidden="true" />
    </TooltipButton>
  )
}
