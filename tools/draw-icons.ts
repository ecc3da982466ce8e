/** Draws the PNG icons of every brand from its mark, `apps/web/public/icons/BRAND.svg`: `npm run icons`. */
import { readFileSync, writeFileSync } from "node:fs"
import { drawIcon } from "../apps/backend/brands/draw-icon.ts"
import { DRAWN_ICONS, ICON_SETS, iconAddress, markAddress } from "../packages/rules/brand-icons.ts"

const PUBLIC = "apps/web/public"

for (const set of ICON_SETS) {
  const mark = readFileSync(PUBLIC + markAddress(set), "utf8")
  for (const icon of DRAWN_ICONS) {
    const path = PUBLIC + iconAddress(set, icon)
    writeFileSync(path, await drawIcon(mark, icon))
    console.log(`written: ${path}`)
  }
}
