/** What is behind somebody, on a field of 400 by 300 and more at its sides: the wall, its light, and the room. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between } from "./colour.ts"
import type { Palette } from "./palette.ts"
import { ROOMS, type RoomName } from "./room-drawings.ts"
import { WARM } from "./room-objects.ts"
import { radial, svgPath } from "./shapes.ts"

/** Wide pictures show more of it than a card does. */
export const FIELD = "M-100,-120H500V420H-100Z"

const CARD = { width: 400, height: 300 }
/** As wide as the field is. */
const WIDEST = 600

export interface ShownField {
  readonly x: number
  readonly width: number
  readonly height: number
}

/**
 * What a picture of that shape shows, by its width over its height: a wide one what a card shows and more of the room
 * at both sides, so that nobody is cut by a stage; a tall one is cut from the card's middle.
 */
export const fieldFor = (ratio: number): ShownField => {
  const width = Math.min(WIDEST, Math.max(CARD.width, CARD.height * ratio))
  return { x: (CARD.width - width) / 2, width, height: CARD.height }
}

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
