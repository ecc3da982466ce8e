/**
 * Whether the picture of a paid room moves before its visitor, as their page says, handed on to the chat service: no
 * second is charged in which it does not.
 *
 * Invariant: who promised to say so is taken not to see until they do.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { KeptAlive } from "@foldcast/contracts/upstream/chat-socket"
import type { LiveVisit } from "../visits/registry.ts"
import type { PaidConnection } from "./paid-connections.ts"

export interface PictureVisibility {
  /** The connection of a paid session is there. */
  readonly opened: (
    visit: LiveVisit,
    line: Pick<PaidConnection, "emit">,
    session: {
      /** It ran already, over another connection: what was said of it still holds. */
      readonly isBack: boolean
      /** Whether its page says when it sees. */
      readonly isTold: boolean
    },
  ) => void
  /** Client facts of this visit that have become durable. */
  readonly clientFactsStored: (visit: LiveVisit, facts: ReadonlyArray<NumberedClientFact>) => void
}

export const makePictureVisibility = (
  lineOf: (visit: LiveVisit) => Pick<PaidConnection, "emit"> | undefined,
): PictureVisibility => {
  const seen = new WeakMap<LiveVisit, boolean>()
  const say = (visit: LiveVisit, line: Pick<PaidConnection, "emit"> | undefined) => {
    const sees = seen.get(visit)
    if (sees !== undefined) line?.emit("keep-alive", { sees } satisfies KeptAlive)
  }
  return {
    opened: (visit, line, { isBack, isTold }) => {
      if (!isBack && isTold) seen.set(visit, false)
      if (!isBack && !isTold) seen.delete(visit)
      say(visit, line)
    },
    clientFactsStored: (visit, facts) => {
      for (const { fact } of facts) {
        if (fact._tag !== "PictureSeen") continue
        seen.set(visit, fact.isSeen)
        say(visit, lineOf(visit))
      }
    },
  }
}
