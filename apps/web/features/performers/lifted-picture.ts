/**
 * The picture of the card that becomes a stage: the stage shows it until its own has come, so that nothing is blank in
 * between. Null once the page has changed again.
 */
export const liftedPicture: { address: string | null } = { address: null }
