/** How loud it is, whether captions show and whether keys work: the visitor's own choices, kept in this tab. */
import type { Drafts } from "../../../runtime/drafts.ts"

const FORM = "player"

export interface PlayerPreferences {
  /** 0 to 1. */
  readonly volume: number
  /** Letters alone are also what speech and other aids type: they can be turned off (WCAG 2.1.4). */
  readonly usesKeys: boolean
  /** Where there are any. */
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

/** Sound that is turned on is heard, also where it had been turned down to nothing. */
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
