/**
 * Random numbers that repeat: the same text gives the same numbers on every machine. For the demo world and its
 * pictures, never for secrets or ids. Pure but for the position in the sequence.
 */

/** FNV-1a with a final mix: 32 bits of a text. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export interface SeededRandom {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** At least `from`, less than `to`. */
  readonly between: (from: number, to: number) => number
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(choices: readonly [A, ...ReadonlyArray<A>]) => A
  /** So many different items, in their original order. */
  readonly some: <A>(choices: ReadonlyArray<A>, count: number) => ReadonlyArray<A>
}

/** Mulberry32, from the text's hash. */
export const seededRandom = (seed: string): SeededRandom => {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1))
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    some: (choices, count) => {
      let wanted = count
      return choices.filter((_, index) => {
        const taken = next() * (choices.length - index) < wanted
        if (taken) wanted -= 1
        return taken
      })
    },
  }
}
