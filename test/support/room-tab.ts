/**
 * One tab of a browser that may be in a room: folds each event as it arrives, and answers the gateway's pings.
 * Invariant: `heard` holds every event once, in the order received.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import "@foldcast/folds/with-dial-in"
import "@foldcast/folds/with-room"
import type { TestTab } from "./test-tabs.ts"

export class RoomTab {
  readonly name: string
  readonly heard: Array<OpenEnvelope> = []
  state: SiteState = INITIAL_STATE
  #browserTab: TestTab

  constructor(name: string, browserTab: TestTab) {
    this.name = name
    this.#browserTab = browserTab
    this.#listen(browserTab)
  }

  get browserTab(): TestTab {
    return this.#browserTab
  }

  /** Continues on this tab's stream; the previous stream has ended. */
  move(browserTab: TestTab): void {
    this.#browserTab = browserTab
    this.#listen(browserTab)
  }

  get session() {
    const { room } = this.state
    return room?.presence._tag === "Inside" ? { room, ...room.presence } : null
  }

  #listen({ stream }: TestTab): void {
    let at = 0
    void stream.until(() => {
      for (; at < stream.frames.length; at += 1) {
        const frame = stream.frames[at]
        if (frame?.k === "ping") stream.send({ k: "pong", seq: frame.seq })
        if (frame?.k === "events") for (const envelope of frame.events) this.#take(envelope)
      }
      return false
    })
  }

  #take(envelope: OpenEnvelope): void {
    this.heard.push(envelope)
    this.state = fold(this.state, { kind: "event", envelope })
  }
}
