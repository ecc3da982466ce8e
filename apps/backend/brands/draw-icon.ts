/** A brand's mark as a PNG for a home screen. */
import type { DrawnIcon } from "@foldcast/rules/brand-icons"
import sharp from "sharp"

/** The mark's first element is its ground, a square with round corners. */
const ROUND_CORNERS = / rx="\d+"/u

/** `mark`: an SVG without a size of its own. @internal `npm run icons` calls it. */
export const drawIcon = (mark: string, { size, purpose }: DrawnIcon): Promise<Buffer> => {
  const shape = purpose === "any" ? mark : mark.replace(ROUND_CORNERS, "")
  const sized = shape.replace("<svg ", `<svg width="${size}" height="${size}" `)
  return sharp(Buffer.from(sized)).png({ compressionLevel: 9, palette: true }).toBuffer()
}
