/** Whether the connection can carry a command now. Pure. */
import type { ConnectionStatus } from "@foldcast/client/connection-status"

/** False while no command could be answered. A first attempt counts as reachable. */
export const isReachable = (connection: ConnectionStatus): boolean => {
  switch (connection._tag) {
    case "Idle":
    case "Connecting":
    case "CatchingUp":
    case "Live":
    // Commands are still sent; their events arrive once the connection is live again.
    case "Yielded":
      return true
    case "Waiting":
    case "Offline":
    case "Stopped":
      return false
  }
}

/** Whether an established connection was lost, so that its return is worth a message. */
export const isLost = (connection: ConnectionStatus): boolean =>
  connection._tag === "Waiting" || connection._tag === "Offline"
