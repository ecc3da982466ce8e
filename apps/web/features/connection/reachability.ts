/** What the connection means for somebody who wants to do something now. Pure. */
import type { ConnectionStatus } from "@foldcast/client/connection-status"

/** False while nothing that is sent could be answered. A first attempt counts as reachable. */
export const isReachable = (connection: ConnectionStatus): boolean => {
  switch (connection._tag) {
    case "Idle":
    case "Connecting":
    case "CatchingUp":
    case "Live":
    // Its commands go, and it hears of them when it is live again.
    case "Yielded":
      return true
    case "Waiting":
    case "Offline":
    case "Stopped":
      return false
  }
}

/** Whether the connection was had and lost, so that coming back is worth a word. */
export const isLost = (connection: ConnectionStatus): boolean =>
  connection._tag === "Waiting" || connection._tag === "Offline"
