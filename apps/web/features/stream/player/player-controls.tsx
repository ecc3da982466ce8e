/** Over the lower edge of the picture: sound, ways to show it, and the keyboard shortcuts. */
import { Captions, Keyboard, Maximize, RectangleHorizontal } from "lucide-react"
import { type RefObject, useEffect, useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { BREAKPOINTS } from "@foldcast/ui/theme/breakpoints"
import { mayGoFullScreen, stageOf, toggleFullScreen } from "../room/full-screen.ts"
import { TooltipButton } from "./tooltip-button.tsx"
import { KeysWindow } from "./keys-window.tsx"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import { LessDataButton, PictureInPictureButton, SoundControls } from "./player-buttons.tsx"
import type { PlayerKey } from "./player-keys.ts"
import { usePlayerKeys } from "./use-player-keys.ts"
import { useSound } from "./use-sound.ts"

/** Theatre mode hides all but the video and the conversation (stream.css). */
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

export interface PlayerControlsProps {
  readonly room: RoomState
  readonly player: RefObject<HTMLElement | null>
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isMoving: boolean
  /** Whether sound can be turned on. */
  readonly isHeard: boolean
  readonly hasCaptions: boolean
}

export function PlayerControls(props: PlayerControlsProps) {
  const { room, player, video, isMoving, isHeard, hasCaptions } = props
  const { presence } = room
  const isPaid = room.paid !== null
  const isFree = presence._tag === "Inside" && presence.mode === "free"
  const { setPreferences } = useDocumentRoom()
  const { preferences } = useDocumentRoomView()
  const sound = useSound(room)
  const [isTheatre, setTheatre] = useTheatre()
  const [listsKeys, setListsKeys] = useState(false)
  const showFull = () => {
    toggleFullScreen({ stage: stageOf(player.current), video: video.current, isPaid })
  }
  const DO: Readonly<Record<PlayerKey, () => void>> = {
    mute: () => {
      if (isHeard) sound.toggle()
    },
    captions: () => {
      if (hasCaptions) setPreferences({ ...preferences, showsCaptions: !preferences.showsCaptions })
    },
    fullScreen: showFull,
    theatre: () => {
      if (isWide()) setTheatre(!isTheatre)
    },
    help: () => {
      setListsKeys(true)
    },
  }
  usePlayerKeys(preferences.usesKeys, (key) => {
    DO[key]()
  })
  return (
    <div className="player__controls" role="group" aria-label={m.stream_controls()}>
      <div className="player__buttons">
        {/* What comes and goes stands first: it moves none of the others. */}
        {hasCaptions && (
          <TooltipButton
            label={m.player_captions()}
            aria-pressed={preferences.showsCaptions}
            onPress={DO.captions}
          >
            <Captions size={22} aria-hidden="true" />
          </TooltipButton>
        )}
        {isMoving && document.pictureInPictureEnabled && <PictureInPictureButton video={video} />}
        {/* Paid video has no stills. */}
        {isFree && room.player.video !== "unknown" && <LessDataButton />}
        {isHeard && <SoundControls room={room} />}
        <TooltipButton className="player__keys" label={m.keys_title()} onPress={DO.help}>
          <Keyboard size={22} aria-hidden="true" />
        </TooltipButton>
        <TooltipButton
          className="player__theatre"
          label={m.player_theatre()}
          aria-pressed={isTheatre}
          onPress={DO.theatre}
        >
          <RectangleHorizontal size={22} aria-hidden="true" />
        </TooltipButton>
        {mayGoFullScreen(isPaid) && (
          <TooltipButton label={m.stream_full_screen()} onPress={showFull}>
            <Maximize size={22} aria-hidden="true" />
          </TooltipButton>
        )}
      </div>
      {listsKeys && (
        <KeysWindow
          usesKeys={preferences.usesKeys}
          hasCaptions={hasCaptions}
          onUse={(usesKeys) => {
            setPreferences({ ...preferences, usesKeys })
          }}
          onClose={() => {
            setListsKeys(false)
          }}
        />
      )}
    </div>
  )
}
