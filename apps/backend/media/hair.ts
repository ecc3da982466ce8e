/** Hair: which cut somebody has, and how it lies around the head. Pure. */
import { seededRandom, type SeededRandom } from "../seeded-random.ts"
import { shaded, type FaceParts } from "./face.ts"
import { bob, braids, curls, lob, pixie, straight, waves } from "./hair-loose.ts"
import { bun, lowBun, ponytail, tiedBack } from "./hair-put-up.ts"
import { fills, type HairCut, type HairLayers, type HairParts } from "./hair-shapes.ts"
import { buzz, crop, quiff, shortCurls, sidePart } from "./hair-short.ts"
import type { HairStyle } from "./looks.ts"

const CUTS: Readonly<Record<HairStyle, HairCut>> = {
  straight,
  waves,
  bob,
  lob,
  bun,
  lowBun,
  ponytail,
  braids,
  curls,
  pixie,
  crop,
  quiff,
  sidePart,
  shortCurls,
  buzz,
  tiedBack,
}

const fringeOf = (random: SeededRandom): HairParts["fringe"] =>
  random.pick(["curtains", "curtains", "swept", "swept", "straight"])

/** `owner` fixes what the looks leave open. */
export const hairLayers = ({ looks, pose }: FaceParts, owner: string): HairLayers => {
  const random = seededRandom(`cut ${owner}`)
  const fringe = fringeOf(random)
  const side = random.pick([-1, 1])
  return CUTS[looks.hairStyle]({
    pose,
    hair: looks.hair,
    fringe,
    part: fringe === "swept" ? side * random.between(12, 20) : side * random.between(0, 6),
    volume: random.between(0, 5),
    random,
  })
}

/** Hair on the head, and the shadow that it casts on the brow. */
export const frontHair = ({ front, over }: HairLayers, { looks }: FaceParts): string =>
  fills(front, looks.hair) + over

export const browShadow = ({ front }: HairLayers, { looks, light }: FaceParts): string =>
  `<g clip-path="url(#face)" opacity="0.75"><g transform="translate(${-light * 1.5} 5)">${fills(front, shaded(looks.skin, 0.11))}</g></g>`
