/**
 * Whether the picture of a paid room moves before its visitor, as their page says, handed on to the chat service: no
 * second is charged in which it does not. State that emits.
 *
 * Invariant: whose page promised to say so is taken not to see until it does.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { KeptAlive } from "@foldcast/contracts/upstream/chat-socket"
import type { LiveVisit } from "../visits/registry.ts"
import type { PaidConnection } from "./paid-connections.ts"

type Emitter = Pick<PaidConnection, "emit">

export class PictureVisibility {
  readonly #isSeen = new WeakMap<LiveVisit, boolean>()
  readonly #connectionOf: (visit: LiveVisit) => Emitter | undefined

  constructor(connectionOf: (visit: LiveVisit) => Emitter | undefined) {
    this.#connectionOf = connectionOf
  }

  /** The connection of a paid session is there. */
  sessionOpened(
    visit: LiveVisit,
    connection: Emitter,
    session: {
      /** It ran already, over another connection: what was said of it still holds. */
      readonly isResumed: boolean
      /** Whether its page says when it sees. */
      readonly isReported: boolean
    },
  ): void {
    if (!session.isResumed) {
      if (session.isReported) this.#isSeen.set(visit, false)
      else this.#isSeen.delete(visit)
    }
    this.#emit(visit, connection)
  }

  /** Client facts of this visit that have become durable. */
  clientFactsStored(visit: LiveVisit, facts: ReadonlyArray<NumberedClientFact>): void {
    for (const { fact } of facts) {
      if (fact._tag !== "PictureSeen") continue
      this.#isSeen.set(visit, fact.isSeen)
      this.#emit(visit, this.#connectionOf(visit))
    }
  }

  #emit(visit: LiveVisit, connection: Emitter | undefined): void {
    const sees = this.#isSeen.get(visit)
    if (sees !== undefined) connection?.emit("keep-alive", { sees } satisfies KeptAlive)
  }
}
