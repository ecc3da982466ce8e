/** A photograph of a scene, the same each time: no caret, nothing that moves, no clock that runs. */
import type { Scene } from "./scene.ts"

/** A stream's viewers and a guest's time are another each time. */
const STEADY = ".player__controls { visibility: hidden }"

export const photograph = ({ page, isWhole }: Scene): Promise<Buffer> =>
  page.screenshot({
    animations: "disabled",
    caret: "hide",
    scale: "css",
    fullPage: isWhole,
    style: STEADY,
  })
