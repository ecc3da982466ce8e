/**
 * States that a pairwise walk over language, theme, width and brand (test/visual/walk.ts) already covers are tested
 * in one variant only, the first; the proof (PROOF=full) tests all.
 */
export const sampleOf = <Variant>(all: ReadonlyArray<Variant>, count = 1): ReadonlyArray<Variant> =>
  process.env["PROOF"] === "full" ? all : all.slice(0, count)

/**
 * Picks one variant for each of many states. Consecutive states take consecutive variants, so that a run covers all
 * variants. The proof and a run that writes snapshots take every state in every variant.
 */
export const isInTurn = (state: number, variant: number, variants: number): boolean =>
  process.env["PROOF"] === "full" ||
  process.env["SNAPSHOTS"] === "write" ||
  state % variants === variant
