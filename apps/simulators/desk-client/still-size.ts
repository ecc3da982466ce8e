/** How large a still is drawn. Pure. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the longer side. */
const LONGER_SIDE = 320

/** The same shape. */
export const stillSize = ({ width, height }: Size): Size => {
  const scale = LONGER_SIDE / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
