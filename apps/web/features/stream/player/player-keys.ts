/** The player's keys, and when a key is theirs. Pure. */
import { m } from "@foldcast/messages/messages"

export type PlayerKey = "mute" | "captions" | "fullScreen" | "theatre" | "help"

export const PLAYER_KEYS: ReadonlyArray<{
  readonly does: PlayerKey
  readonly key: string
  readonly text: () => string
}> = [
  { does: "mute", key: "M", text: m.keys_mute },
  { does: "captions", key: "C", text: m.keys_captions },
  { does: "fullScreen", key: "F", text: m.keys_full_screen },
  { does: "theatre", key: "T", text: m.keys_theatre },
  { does: "help", key: "?", text: m.keys_help },
]

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  readonly defaultPrevented: boolean
}

export interface KeyContext {
  /** The focus is where one writes or chooses by letters. */
  readonly isWriting: boolean
  readonly isWindowOpen: boolean
}

/** Null where it is not the player's. */
export const playerKeyOf = (
  { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: PressedKey,
  { isWriting, isWindowOpen }: KeyContext,
): PlayerKey | null => {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return null
  if (isWriting || isWindowOpen) return null
  return PLAYER_KEYS.find((one) => one.key === key.toUpperCase())?.does ?? null
}
