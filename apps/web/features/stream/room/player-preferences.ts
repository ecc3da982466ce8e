/** Volume, captions and keyboard shortcuts of the player, as the visitor chose them; kept in this tab. */
import type { Drafts } from "../../../runtime/drafts.ts"

const FORM = "player"

export interface PlayerPreferences {
  /** 0 to 1. */
  readonly volume: number
  /** Single-letter shortcuts can be turned off, since speech input types letters too (WCAG 2.1.4). */
  readonly usesKeys: boolean
  /** Where the stream has any. */
  readonly showsCaptions: boolean
}

const volumeOf = (kept: string | undefined): number => {
  const volume = Number(kept)
  return kept !== undefined && volume >= 0 && volume <= 1 ? volume : 1
}

export const playerPreferences = ({ read }: Pick<Drafts, "read">): PlayerPreferences => {
  const kept = read(FORM)
  return {
    volume: volumeOf(kept?.["volume"]),
    usesKeys: kept?.["keys"] !== "off",
    showsCaptions: kept?.["captions"] === "on",
  }
}

const HEARABLE = 0.5

/** With a volume that is heard, also where it had been turned down to 0. */
export const audible = (preferences: PlayerPreferences): PlayerPreferences => ({
  ...preferences,
  volume: preferences.volume > 0 ? preferences.volume : HEARABLE,
})

export const keepPlayerPreferences = (
  { keep }: Pick<Drafts, "keep">,
  { volume, usesKeys, showsCaptions }: PlayerPreferences,
): void =>
  keep(FORM, {
    volume: String(volume),
    keys: usesKeys ? "on" : "off",
    captions: showsCaptions ? "on" : "off",
  })
