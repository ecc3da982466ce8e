/**
 * Why a visitor's player shows no picture where there is one. The same words stand in the command that reports it,
 * in `PlayerFailed` and, after `player `, in what the chat service is told.
 */
export const PLAYER_FAILURES = [
  /** Nothing came, however often it was tried. */
  "noConnection",
  /** It came, and does not come back. */
  "connectionLost",
  /** This browser cannot show what is sent. */
  "notPlayable",
] as const
export type PlayerFailureCode = (typeof PLAYER_FAILURES)[number]
