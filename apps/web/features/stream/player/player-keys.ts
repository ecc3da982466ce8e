/** The player's keyboard shortcuts, and when they apply. Pure. */
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
  /** The focus is in a field, or in a list that is searched by letters. */
  readonly isWriting: boolean
  readonly isWindowOpen: boolean
}

/** Null for other keys. */
export const playerKeyOf = (
  { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: PressedKey,
  { isWriting, isWindowOpen }: KeyContext,
): PlayerKey | null => {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return null
  if (isWriting || isWindowOpen) return null
  return PLAYER_KEYS.find((one) => one.key === key.toUpperCase())?.does ?? null
}
