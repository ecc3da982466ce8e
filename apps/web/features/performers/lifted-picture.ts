/**
 * The picture of the card that becomes a stage: the stage shows it until its own has come, so that nothing is blank in
 * between.
 */
export interface LiftedPicture {
  /** Null once the page has changed again. */
  address: string | null
  /** Until it resolves, the browser moves the stage's picture, which stays the same element; null: nothing moves. */
  landing: Promise<void> | null
}

export const liftedPicture: LiftedPicture = { address: null, landing: null }
