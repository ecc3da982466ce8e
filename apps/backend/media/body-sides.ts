/** Left and right of somebody, as the picture shows them. Pure. */
export type BodySide = -1 | 1

export const SIDES: ReadonlyArray<BodySide> = [-1, 1]

/** What each side has, the left one first. */
export const both = (draw: (side: BodySide) => string): string => draw(-1) + draw(1)
