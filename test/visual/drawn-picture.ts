/** The scripted performers' pictures as the demo draws those of its own, by owner and name. Pure. */
import { readPicturePath } from "@foldcast/backend/media/picture-name"
import { dimensionsOf, portrait } from "@foldcast/backend/media/portrait"

/** Undefined for what is no picture of a performer. */
export const drawnPicture = (path: string): string | undefined => {
  const read = readPicturePath(path.replace(/^\/media\//u, ""))
  if (read === undefined) return undefined
  const [width, height] = read.size?.split("x").map(Number) ?? []
  const own = dimensionsOf(read.picture)
  return portrait(read.picture, { width: width ?? own.width, height: height ?? own.height })
}
