/** Why no picture is shown, in words (ERR-23). Pure. Callers: the players. */
import type { PlayerFailure } from "@foldcast/contracts/player-failure"
import { m } from "@foldcast/messages/messages"

const TEXTS: Readonly<Record<PlayerFailure, () => string>> = {
  noConnection: m.picture_unreached,
  connectionLost: m.picture_broken,
  notPlayable: m.picture_unplayable,
}

export const failureText = (failure: PlayerFailure): string => TEXTS[failure]()

/** What the service calls nobody's picture. */
const ABSENT = "noSignal"

/** `code` as the log has it: the visitor's own player's, or the service's, of which few are known. */
export const playerErrorText = (code: string): string => {
  if (Object.hasOwn(TEXTS, code)) return failureText(code as PlayerFailure)
  return code === ABSENT ? m.picture_absent() : m.stream_player_error()
}
