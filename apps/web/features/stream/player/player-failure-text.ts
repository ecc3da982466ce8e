/** Why no video is shown (ERR-23). Pure. */
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import { m } from "@foldcast/messages/messages"

const TEXTS: Readonly<Record<PlayerFailureCode, () => string>> = {
  noConnection: m.picture_unreached,
  connectionLost: m.picture_broken,
  notPlayable: m.picture_unplayable,
}

export const playerFailureText = (failure: PlayerFailureCode): string => TEXTS[failure]()

/** The service's code where nobody publishes. */
const ABSENT = "noSignal"

/**
 * The text for the service's error code, of which few are known. Null for a code that this visitor's player reported:
 * the player shows its own failure, for as long as it lasts.
 */
export const serviceErrorText = (code: string | null): string | null => {
  if (code === null || Object.hasOwn(TEXTS, code)) return null
  return code === ABSENT ? m.picture_absent() : m.stream_player_error()
}
