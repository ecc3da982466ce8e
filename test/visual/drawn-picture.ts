/**
 * The scripted performers' pictures as the demo draws its own: the same path always shows the same person, a woman as
 * their profiles say, and Mila with her brown hair. Pure.
 */
import { looksOf } from "@foldcast/backend/media/looks"
import { dimensionsOf, portrait } from "@foldcast/backend/media/portrait"

/** `/media/mila/768x432/snapshots/0-nonude.jpg`, and `/media/snapshots/snapshot-3.jpg` in lists. */
const PATH =
  /^\/media\/(?:(?<owner>[a-z]+)\/)?(?:(?<width>\d+)x(?<height>\d+)\/)?snapshots\/(?<name>[\w-]+)\.jpg$/u

const isLike = (owner: string, id: string): boolean => {
  const { gender, hairColour } = looksOf(id)
  return gender === "female" && (owner !== "mila" || hairColour === "brown")
}

/** The first id of theirs whose drawing is like them. */
const idOf = (owner: string): string => {
  for (let number = 1; ; number += 1) {
    const id = `${owner}-${number}`
    if (isLike(owner, id)) return id
  }
}

/** Undefined for what is no picture of a performer. */
export const drawnPicture = (path: string): string | undefined => {
  const { owner, width, height, name } = PATH.exec(path)?.groups ?? {}
  if (name === undefined) return undefined
  const isPlain = name.includes("nonude")
  const bare = name.replace(/-?nonude-?|snapshot-/u, "")
  const picture = {
    owner: idOf(owner ?? `listed-${bare}`),
    name: owner === undefined ? "0" : bare,
    plain: isPlain,
  }
  const own = dimensionsOf(picture)
  return portrait(picture, {
    width: width === undefined ? own.width : Number(width),
    height: height === undefined ? own.height : Number(height),
  })
}
