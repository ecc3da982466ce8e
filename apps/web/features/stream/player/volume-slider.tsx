/** The stream's volume. A phone has keys for it, and no slider (player.css). */
import { m } from "@foldcast/messages/messages"

export interface VolumeSliderProps {
  /** 0 to 1. */
  readonly volume: number
  readonly onChange: (volume: number) => void
}

export function VolumeSlider({ volume, onChange }: VolumeSliderProps) {
  return (
    <input
      className="player__volume"
      type="range"
      min={0}
      max={100}
      step={5}
      aria-label={m.player_volume()}
      value={Math.round(volume * 100)}
      onChange={({ target }) => {
        onChange(Number(target.value) / 100)
      }}
    />
  )
}
