/** A photograph of a scene, the same each time: no caret, nothing that moves. */
import type { Scene } from "./scene.ts"

export const photograph = ({ page, isWhole }: Scene): Promise<Buffer> =>
  page.screenshot({ animations: "disabled", caret: "hide", scale: "css", fullPage: isWhole })
