/** What a visitor's moving picture can be in, as its client fact tells it. No schemas. */
import { PLAYER_FAILURES } from "../player-failure.ts"

export const PICTURE_STATES = [
  "playing",
  /** Frames stay away. */
  "stalled",
  /** It is tried again by itself. */
  "retrying",
  /** There is nothing to see, says the gateway. */
  "absent",
  ...PLAYER_FAILURES,
] as const
export type PictureState = (typeof PICTURE_STATES)[number]
