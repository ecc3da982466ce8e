/** How loud it is and whether keys work: the visitor's own choices, kept in this tab. */
import type { Drafts } from "../../runtime/drafts.ts"

const FORM = "player"

export interface PlayerChoices {
  /** 0 to 1. */
  readonly volume: number
  /** Letters alone are also what speech and other aids type: they can be turned off (WCAG 2.1.4). */
  readonly usesKeys: boolean
}

const volumeOf = (kept: string | undefined): number => {
  const volume = Number(kept)
  return kept !== undefined && volume >= 0 && volume <= 1 ? volume : 1
}

export const playerChoices = ({ read }: Pick<Drafts, "read">): PlayerChoices => {
  const kept = read(FORM)
  return { volume: volumeOf(kept?.["volume"]), usesKeys: kept?.["keys"] !== "off" }
}

export const keepPlayerChoices = (
  { keep }: Pick<Drafts, "keep">,
  { volume, usesKeys }: PlayerChoices,
): void => keep(FORM, { volume: String(volume), keys: usesKeys ? "on" : "off" })
