/** What is behind somebody, on a field of 400 by 300: the wall, its light, and the room. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between } from "./colour.ts"
import type { Palette } from "./palette.ts"
import { ROOMS, type RoomName } from "./room-drawings.ts"
import { WARM } from "./room-objects.ts"
import { radial, svgPath } from "./shapes.ts"

/** Pictures of other shapes are cut from the middle of the field, so rooms reach beyond its edges. */
export const FIELD = "M-100,-120H500V420H-100Z"

/** Light falls on the wall beside the head: it sets off hair of any colour. */
export const backdrop = (random: SeededRandom, palette: Palette, room: RoomName) => {
  const { top, bottom } = palette
  const light = between({ ...top, l: top.l + 0.05 }, WARM, 0.14)
  const ground = radial(
    "ground",
    [random.between(0.42, 0.58), random.between(0.34, 0.44), 0.62],
    [
      { offset: 0, colour: light },
      { offset: 0.4, colour: top },
      { offset: 1, colour: bottom },
    ],
  )
  const lamplight = radial(
    "lamp",
    [0.5, 0.5, 0.5],
    [
      { offset: 0, colour: WARM, opacity: 0.6 },
      { offset: 1, colour: WARM, opacity: 0 },
    ],
  )
  return {
    defs: ground + lamplight,
    content: svgPath(FIELD, "url(#ground)") + ROOMS[room](random, palette),
  }
}
