/**
 * What a walk in pairs of language, theme, width and brand (test/visual/walk.ts) has met already is tested in one of
 * its variants, the first; the proof (PROOF=full) takes all.
 */
export const sampleOf = <Variant>(all: ReadonlyArray<Variant>, count = 1): ReadonlyArray<Variant> =>
  process.env["PROOF"] === "full" ? all : all.slice(0, count)
