/**
 * Commands that the chat service has accepted, or may have, and whose event has not come yet: the event ends
 * them, and tells their author's visit by which command it came. Pure but for what it remembers.
 *
 * Invariant: one event answers one command.
 */
import type { CommandId } from "@foldcast/contracts/ids"
import type { ChatCall, DecodedChatFrame } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession } from "./room-sessions.ts"

export interface PendingAction {
  readonly visit: LiveVisit
  /** The service's name of what it was asked for, too. */
  readonly commandId: CommandId
  readonly call: ChatCall
  /** Called once its fact is durable. */
  readonly onStored: () => void
}

export class PendingActions {
  readonly #byCommand = new Map<string, PendingAction>()

  add(expected: PendingAction): void {
    this.#byCommand.set(expected.commandId, expected)
  }

  /** Nobody waits for it any more. */
  remove({ commandId }: Pick<PendingAction, "commandId">): void {
    this.#byCommand.delete(commandId)
  }

  /** The command that this event answers, of one of those who hear it. `seatOf` tells of them alone. */
  match(
    frame: DecodedChatFrame,
    seatOf: (visit: LiveVisit) => RoomSession | undefined,
  ): PendingAction | undefined {
    const found = this.#find(frame, seatOf)
    if (found !== undefined) this.remove(found)
    return found
  }

  #find(
    frame: DecodedChatFrame,
    seatOf: (visit: LiveVisit) => RoomSession | undefined,
  ): PendingAction | undefined {
    switch (frame.call) {
      case "message":
      case "tip":
      case "ft-tip": {
        const expected = this.#byCommand.get(frame.payload.id)
        return expected?.call === frame.call && seatOf(expected.visit) !== undefined
          ? expected
          : undefined
      }
      // It names no command, but who was called so: nobody else in the room was.
      case "nickname-changed":
        return this.#first(
          ({ call, visit }) =>
            call === frame.call && seatOf(visit)?.nickname === frame.payload.from,
        )
      // Of one session alone.
      case "request-vip":
      case "stop-vip":
      case "camback-stopped":
        return this.#first(({ call, visit }) => call === frame.call && seatOf(visit) !== undefined)
      default:
        return undefined
    }
  }

  #first(fits: (expected: PendingAction) => boolean): PendingAction | undefined {
    for (const expected of this.#byCommand.values()) if (fits(expected)) return expected
    return undefined
  }
}
