/** Why no picture is shown, in words (ERR-23). Pure. */
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import { m } from "@foldcast/messages/messages"

const TEXTS: Readonly<Record<PlayerFailureCode, () => string>> = {
  noConnection: m.picture_unreached,
  connectionLost: m.picture_broken,
  notPlayable: m.picture_unplayable,
}

export const failureText = (failure: PlayerFailureCode): string => TEXTS[failure]()

/** What the service calls nobody's picture. */
const ABSENT = "noSignal"

/**
 * What the service says of a picture, by the code that the log has; of its codes few are known. Null for what this
 * visitor's own player reported: the player itself says that, and no longer than it is so.
 */
export const serviceErrorText = (code: string | null): string | null => {
  if (code === null || Object.hasOwn(TEXTS, code)) return null
  return code === ABSENT ? m.picture_absent() : m.stream_player_error()
}
