/**
 * The picture of the card that a visitor pressed: a stage shows it until its own has come, so that a card becomes the
 * stage without a blank. Of the last press only.
 */
interface LiftedPicture {
  /** The path of the profile. */
  path: string
  /** Of the picture as the card showed it; null: none. */
  address: string | null
}

export const liftedPicture: LiftedPicture = { path: "", address: null }
