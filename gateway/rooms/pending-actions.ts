/**
 * Commands that the chat service has accepted, or may have, and whose event has not come yet: the event ends
 * them, and tells their author's visit by which command it came. State without effects.
 *
 * Invariant: one event answers one command.
 */
import type { CommandId } from "@foldcast/contracts/ids"
import type { ChatCall, DecodedChatFrame } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession } from "./room-sessions.ts"

export interface PendingAction {
  readonly visit: LiveVisit
  /** Also the id under which the service carries it out. */
  readonly commandId: CommandId
  /** The event that answers it. */
  readonly call: ChatCall
  /** Called once its fact is durable. */
  readonly onStored: () => void
}

/** The session of a visit that is told the event; undefined for every other visit. */
type SessionOf = (visit: LiveVisit) => RoomSession | undefined

export class PendingActions {
  readonly #byCommand = new Map<string, PendingAction>()

  add(action: PendingAction): void {
    this.#byCommand.set(action.commandId, action)
  }

  /** Nobody waits for it any more. */
  remove({ commandId }: Pick<PendingAction, "commandId">): void {
    this.#byCommand.delete(commandId)
  }

  /** Removes and answers the command that this event answers, of one of those who are told it. */
  match(frame: DecodedChatFrame, sessionOf: SessionOf): PendingAction | undefined {
    const found = this.#find(frame, sessionOf)
    if (found !== undefined) this.remove(found)
    return found
  }

  #find(frame: DecodedChatFrame, sessionOf: SessionOf): PendingAction | undefined {
    switch (frame.call) {
      case "message":
      case "tip":
      case "ft-tip": {
        const action = this.#byCommand.get(frame.payload.id)
        return action?.call === frame.call && sessionOf(action.visit) !== undefined
          ? action
          : undefined
      }
      // It names no command, but the old nickname, which nobody else in the room has.
      case "nickname-changed":
        return this.#first(
          ({ call, visit }) =>
            call === frame.call && sessionOf(visit)?.nickname === frame.payload.from,
        )
      // Of one session alone.
      case "request-vip":
      case "stop-vip":
      case "camback-stopped":
        return this.#first(
          ({ call, visit }) => call === frame.call && sessionOf(visit) !== undefined,
        )
      default:
        return undefined
    }
  }

  #first(fits: (action: PendingAction) => boolean): PendingAction | undefined {
    for (const action of this.#byCommand.values()) if (fits(action)) return action
    return undefined
  }
}
