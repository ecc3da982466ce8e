/** How many pop-ups a window has room for (MSG-44 to MSG-47). Pure. */
import { MAX_POP_UPS } from "@foldcast/contracts/client-facts/limits"
import type { PopUp } from "@foldcast/folds/site-state"
import { isMobileWidth } from "../../runtime/device.ts"

/** Pixels of a rem in this site's type. */
const REM = 16
/** Source: MSG-47. */
const WIDTH = 21 * REM
const MARGIN = 5 * REM
const GAP = 12
/** `width`: the window's, in pixels. */
export const popUpsThatFit = (width: number): number => {
  // Source: MSG-45.
  if (isMobileWidth(width)) return 1
  const fitting = Math.floor((width - MARGIN + GAP) / (WIDTH + GAP))
  return Math.min(MAX_POP_UPS, Math.max(1, fitting))
}

/** The oldest ones, which have to go. */
export const popUpsTooMany = (popUps: ReadonlyArray<PopUp>, width: number): ReadonlyArray<PopUp> =>
  popUps.slice(0, Math.max(0, popUps.length - popUpsThatFit(width)))
