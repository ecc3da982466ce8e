/**
 * The sessions that are open, by id and by resource, and the traffic of all that ever were. Pure but for its own
 * memory.
 */
import type { EngineCounts } from "./media-engine.ts"
import { mayBeReplaced } from "./silence.ts"
import type { WeriftSession } from "./session.ts"

type Traffic = Pick<EngineCounts, "bytesReceived" | "bytesSent" | "droppedDatagrams">

const trafficOf = ({ pc, received }: WeriftSession): Traffic => {
  let bytesReceived = 0
  let bytesSent = 0
  for (const transport of pc.dtlsTransports) {
    bytesReceived += transport.bytesReceived
    bytesSent += transport.bytesSent
  }
  return { bytesReceived, bytesSent, droppedDatagrams: received.dropped }
}

const sum = (one: Traffic, other: Traffic): Traffic => ({
  bytesReceived: one.bytesReceived + other.bytesReceived,
  bytesSent: one.bytesSent + other.bytesSent,
  droppedDatagrams: one.droppedDatagrams + other.droppedDatagrams,
})

export class SessionTable {
  readonly #byId = new Map<string, WeriftSession>()
  readonly #idsByResource = new Map<string, string>()
  #endedTraffic: Traffic = { bytesReceived: 0, bytesSent: 0, droppedDatagrams: 0 }

  /** The oldest first. */
  get all(): ReadonlyArray<WeriftSession> {
    return [...this.#byId.values()]
  }

  get(id: string): WeriftSession | undefined {
    return this.#byId.get(id)
  }

  byResource(resource: string): WeriftSession | undefined {
    return this.#byId.get(this.#idsByResource.get(resource) ?? "")
  }

  add(session: WeriftSession): void {
    this.#byId.set(session.id, session)
    this.#idsByResource.set(session.resource, session.id)
  }

  remove(session: WeriftSession): void {
    this.#byId.delete(session.id)
    this.#idsByResource.delete(session.resource)
    this.#endedTraffic = sum(this.#endedTraffic, trafficOf(session))
  }

  count(side: WeriftSession["side"]): number {
    let count = 0
    for (const session of this.#byId.values()) if (session.side === side) count += 1
    return count
  }

  /** The oldest of a side that gives its place to a new one: it has not connected for long. */
  replaceable(side: WeriftSession["side"], atMs: number): WeriftSession | undefined {
    return this.all.find(({ side: own, openedAtMs, pc }) => {
      const isConnected = pc.connectionState === "connected"
      return own === side && mayBeReplaced({ openedAtMs, isConnected }, atMs)
    })
  }

  /** Of open sessions and of those that ended. */
  traffic(): Traffic {
    return this.all.map(trafficOf).reduce(sum, this.#endedTraffic)
  }
}
