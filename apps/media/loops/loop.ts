/** A drawn loop as a player needs it: each of its pictures is a key frame, so that any can follow any. */
export interface LoopStep {
  /** Which picture. */
  readonly frame: number
  readonly ms: number
}

export interface Loop {
  /** What is played over and over; empty while it is not known yet. */
  readonly idle: ReadonlyArray<LoopStep>
  /** What a cue plays once, by the cue's name. */
  readonly reactions: ReadonlyMap<string, ReadonlyArray<LoopStep>>
  /** Pictures from which a reaction begins without a jump. */
  readonly rest: ReadonlySet<number>
  /** Pictures on which keys are heard. */
  readonly typing: ReadonlySet<number>
  /** A VP8 key frame; undefined while it is not drawn yet. */
  readonly frame: (index: number) => Uint8Array | undefined
}

/** What names a loop; undefined: there is none of that name. */
export interface LoopLibrary {
  readonly get: (name: string) => Loop | undefined
}
