/**
 * What a walk in pairs of language, theme, width and brand (test/visual/walk.ts) has met already is tested in one of
 * its variants, the first; the proof (PROOF=full) takes all.
 */
export const sampleOf = <Variant>(all: ReadonlyArray<Variant>, count = 1): ReadonlyArray<Variant> =>
  process.env["PROOF"] === "full" ? all : all.slice(0, count)

/**
 * Of many states, each in several variants: a run looks at each in one of them, the next one each time, so that it
 * meets all variants; the proof looks at all, and so does who makes the pictures anew.
 */
export const isInTurn = (state: number, variant: number, variants: number): boolean =>
  process.env["PROOF"] === "full" ||
  process.env["SNAPSHOTS"] === "write" ||
  state % variants === variant
