/** Below the picture: who watches, sound, how it is shown, and the keys for it. Caller: the player. */
import { Image, Keyboard, Maximize, PictureInPicture2, RectangleHorizontal } from "lucide-react"
import { type RefObject, useEffect, useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { BREAKPOINTS } from "@foldcast/ui/theme/breakpoints"
import { useRuntime } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { FreeTime } from "./free-time.tsx"
import { toggleFullScreen } from "./full-screen.ts"
import { KeysWindow } from "./keys-window.tsx"
import type { PlayerChoices } from "./player-choices.ts"
import type { PlayerKey } from "./player-keys.ts"
import { SoundButton } from "./sound-button.tsx"
import { usePlayerKeys } from "./use-player-keys.ts"
import { VolumeSlider } from "./volume-slider.tsx"

/** Wide: everything but the picture and the conversation makes room (stream.css). */
const useTheatre = () => {
  const [isTheatre, setTheatre] = useState(false)
  useEffect(() => {
    if (!isTheatre) return
    const { dataset } = document.documentElement
    dataset["theatre"] = "on"
    return () => {
      delete dataset["theatre"]
    }
  }, [isTheatre])
  return [isTheatre, setTheatre] as const
}

const isWide = () => matchMedia(`(width >= ${BREAKPOINTS.wideDesktop}px)`).matches

const toggleInPicture = (video: HTMLVideoElement | null) => {
  if (document.pictureInPictureElement !== null) void document.exitPictureInPicture()
  // Refused before the first frame: then there is nothing to show there.
  else video?.requestPictureInPicture().catch(() => {})
}

export interface PlayerControlsProps {
  readonly room: RoomState
  readonly player: RefObject<HTMLElement | null>
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isMoving: boolean
  readonly isLessData: boolean
  readonly onLessData: (isLess: boolean) => void
  readonly choices: PlayerChoices
  readonly onChoose: (choices: PlayerChoices) => void
}

export function PlayerControls(props: PlayerControlsProps) {
  const { room, player, video, isMoving, choices, onChoose, isLessData, onLessData } = props
  const { members, isMuted } = room
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const [isTheatre, setTheatre] = useTheatre()
  const [listsKeys, setListsKeys] = useState(false)
  const showFull = () => {
    toggleFullScreen(player.current, video.current)
  }
  const listKeys = () => {
    // A window is no part of what fills the screen.
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    setListsKeys(true)
  }
  const DO: Readonly<Record<PlayerKey, () => void>> = {
    mute: () => {
      dispatch({ _tag: isMuted ? "Unmuted" : "Muted" })
    },
    fullScreen: showFull,
    theatre: () => {
      if (isWide()) setTheatre(!isTheatre)
    },
    help: listKeys,
  }
  usePlayerKeys(choices.usesKeys, (key) => {
    DO[key]()
  })
  return (
    <div className="player__controls" role="group" aria-label={m.stream_controls()}>
      <span className="player__count tabular">
        {m.stream_members({
          count: members.count,
          formatted: formatCount(members.count, locale),
        })}
      </span>
      <FreeTime room={room} />
      <SoundButton isMuted={isMuted} />
      {isMoving && (
        <VolumeSlider
          volume={isMuted ? 0 : choices.volume}
          onChange={(volume) => {
            onChoose({ ...choices, volume })
            if (isMuted) dispatch({ _tag: "Unmuted" })
          }}
        />
      )}
      {isMoving && document.pictureInPictureEnabled && (
        <IconButton
          label={m.player_in_picture()}
          onPress={() => {
            toggleInPicture(video.current)
          }}
        >
          <PictureInPicture2 size={22} aria-hidden="true" />
        </IconButton>
      )}
      {room.player.video !== "unknown" && (
        <IconButton
          label={m.player_less_data()}
          aria-pressed={isLessData}
          onPress={() => {
            onLessData(!isLessData)
          }}
        >
          <Image size={22} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton className="player__keys" label={m.keys_title()} onPress={listKeys}>
        <Keyboard size={22} aria-hidden="true" />
      </IconButton>
      <IconButton
        className="player__theatre"
        label={m.player_theatre()}
        aria-pressed={isTheatre}
        onPress={DO.theatre}
      >
        <RectangleHorizontal size={22} aria-hidden="true" />
      </IconButton>
      <IconButton label={m.stream_full_screen()} onPress={showFull}>
        <Maximize size={22} aria-hidden="true" />
      </IconButton>
      {listsKeys && (
        <KeysWindow
          usesKeys={choices.usesKeys}
          onUse={(usesKeys) => {
            onChoose({ ...choices, usesKeys })
          }}
          onClose={() => {
            setListsKeys(false)
          }}
        />
      )}
    </div>
  )
}
