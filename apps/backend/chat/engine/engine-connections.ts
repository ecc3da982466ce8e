/**
 * The media engine's connections and published paths, as this service knows them. Pure state, without time or network;
 * broadcasts.ts tells it what the engine says and carries out what is to be cut.
 *
 * Invariants: a connection is known from its authorisation until the engine reports its end or it is cut, in whatever
 * order authorisation and end arrive; several holders may share one connection, and the first that ends takes it along.
 */

/** Who was authorised to open a connection. When the holder ends, its connections are cut. */
export type ConnectionHolder =
  /** A viewer's session, which watches. */
  | { readonly _tag: "Session"; readonly session: string }
  /** A viewer's own camera: its publisher, and whoever watches it. */
  | { readonly _tag: "CamBack"; readonly session: string }
  /** The desk that acts for a performer: it publishes, and sees what viewers see. */
  | { readonly _tag: "Desk"; readonly hold: string }
  /** A program that publishes with the performer's stream key. */
  | { readonly _tag: "StreamKey"; readonly performerId: string }

export interface EngineAuthorisation {
  readonly by: ReadonlyArray<ConnectionHolder>
  /** The path that the connection may publish; null: it watches. */
  readonly publishes: string | null
}

interface OpenConnection extends Pick<EngineAuthorisation, "publishes"> {
  readonly holders: ReadonlySet<string>
  /** When it was authorised, in monotonic milliseconds. */
  readonly since: number
}

/** A performer's video, or a viewer's own camera, by the engine's name. */
export type EnginePath = `live/${string}` | `camback/${string}`

export const livePath = (performerId: string): EnginePath => `live/${performerId}`
export const camBackPath = (session: string): EnginePath => `camback/${session}`

const LIVE = /^live\/(.+)$/u
const CAM_BACK = /^camback\/(.+)$/u

/** Whose path it is; null for a path of another service on the same engine. */
export const ownerOfPath = (
  path: string,
):
  | { readonly _tag: "Performer"; readonly performerId: string }
  | { readonly _tag: "CamBack"; readonly session: string }
  | null => {
  const [, performerId] = LIVE.exec(path) ?? []
  if (performerId !== undefined) return { _tag: "Performer", performerId }
  const [, session] = CAM_BACK.exec(path) ?? []
  return session === undefined ? null : { _tag: "CamBack", session }
}

const holderKey = (holder: ConnectionHolder): string => {
  switch (holder._tag) {
    case "Session":
      return `session ${holder.session}`
    case "CamBack":
      return `cam-back ${holder.session}`
    case "Desk":
      return `desk ${holder.hold}`
    case "StreamKey":
      return `key ${holder.performerId}`
  }
}

/** Connections whose end was reported before their authorisation; the oldest is forgotten for another. */
const MAX_CLOSED_EARLY = 1_000

export class EngineConnections {
  readonly #published = new Set<string>()
  readonly #open = new Map<string, OpenConnection>()
  readonly #closedEarly = new Set<string>()

  isPublished(path: string): boolean {
    return this.#published.has(path)
  }

  publish(path: string): void {
    this.#published.add(path)
  }

  /** Answers whether the path was published. */
  unpublish(path: string): boolean {
    return this.#published.delete(path)
  }

  /** Answers the paths that were published. */
  unpublishAll(): ReadonlyArray<string> {
    const paths = [...this.#published]
    this.#published.clear()
    return paths
  }

  isOpen(connection: string): boolean {
    return this.#open.has(connection)
  }

  authorise(connection: string, { by, publishes }: EngineAuthorisation, now: number): void {
    // The engine gave up waiting for this answer, and reported the connection's end first.
    if (this.#closedEarly.delete(connection)) return
    this.#open.set(connection, { holders: new Set(by.map(holderKey)), publishes, since: now })
  }

  /** Nothing came of the authorisation. */
  revoke(connection: string): void {
    this.#open.delete(connection)
  }

  /** The engine reports the connection's end. Answers the path that it could publish. */
  closed(connection: string): string | null {
    const { publishes = null } = this.#open.get(connection) ?? {}
    if (!this.#open.delete(connection)) this.#closedEarly.add(connection)
    const [oldest] = this.#closedEarly
    if (this.#closedEarly.size > MAX_CLOSED_EARLY && oldest !== undefined) {
      this.#closedEarly.delete(oldest)
    }
    return publishes
  }

  /** Takes out all connections of this holder, for the engine to cut. */
  take(
    holder: ConnectionHolder,
  ): ReadonlyArray<{ readonly connection: string; readonly since: number }> {
    const key = holderKey(holder)
    const taken = [...this.#open].filter(([, { holders }]) => holders.has(key))
    for (const [connection] of taken) this.#open.delete(connection)
    return taken.map(([connection, { since }]) => ({ connection, since }))
  }

  /** Whether the performer's path is published by a program with the stream key. */
  isByStreamKey(performerId: string): boolean {
    const path = livePath(performerId)
    // The publisher that was authorised last has taken over from those before.
    const publisher = [...this.#open.values()].findLast(({ publishes }) => publishes === path)
    const isByKey = publisher?.holders.has(holderKey({ _tag: "StreamKey", performerId }))
    return isByKey === true && this.#published.has(path)
  }
}
