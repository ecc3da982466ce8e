/**
 * The open sessions at the media engine, by ids that cannot be guessed: bounded per visit, owner, address and
 * overall. An offer takes its place before it is posted, and its session keeps that place. Stateful, without I/O.
 *
 * Invariants: running offers and open sessions together never exceed the bounds; each taken place gets one call of
 * `over`, and is free after that or after its session is forgotten, whichever is later.
 */
import { type PlaceCaps, Places } from "../http/places.ts"
import type { RoomSession } from "../rooms/room-sessions.ts"

const MAX_SESSIONS = 100_000

export interface EngineSession {
  readonly id: string
  readonly roomSession: RoomSession
  /** The session's address at the engine, for DELETE. */
  readonly session: URL
}

export interface OfferPlace {
  /**
   * The session keeps the place. Returns the room session's oldest sessions beyond its limit, which are forgotten.
   */
  readonly opened: (session: EngineSession) => ReadonlyArray<EngineSession>
  /** The offer is finished, successful or not. */
  readonly over: () => void
}

export interface Taken {
  readonly place: OfferPlace
  /**
   * The visit's own oldest session, which gave up its place: it is forgotten, and the caller must end it. Null
   * where a place was free.
   */
  readonly displaced: EngineSession | null
}

interface Held extends EngineSession {
  readonly address: string
  readonly leave: () => void
}

type Visit = RoomSession["visit"]

export class EngineSessions {
  readonly #byId = new Map<string, Held>()
  readonly #byVisit = new Map<Visit, ReadonlyArray<Held>>()
  readonly #places: Places
  readonly #perRoomSession: number

  constructor({
    perRoomSession,
    all = MAX_SESSIONS,
    ...caps
  }: Omit<PlaceCaps, "all"> & { readonly perRoomSession: number; readonly all?: number }) {
    this.#perRoomSession = perRoomSession
    this.#places = new Places({ all, ...caps })
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): EngineSession | undefined {
    return this.#byId.get(id)
  }

  /**
   * Takes a place for an offer; null where its owner or its address is at the limit. At the limit the visit's own
   * oldest session gives way: a page that lost its picture offers again, and a session that it could not end must
   * not block anyone, itself included.
   */
  take(visit: Visit, address: string): Taken | null {
    const leave = this.#places.enter(visit.owner, address)
    if (leave !== null) return { place: this.#place(address, leave), displaced: null }
    const displaced = this.#byVisit.get(visit)?.find((held) => held.address === address)
    if (displaced === undefined) return null
    this.forget(displaced)
    const left = this.#places.enter(visit.owner, address)
    return left === null ? null : { place: this.#place(address, left), displaced }
  }

  forget({ id }: EngineSession): void {
    const held = this.#byId.get(id)
    if (held === undefined) return
    this.#byId.delete(id)
    const { visit } = held.roomSession
    const left = (this.#byVisit.get(visit) ?? []).filter((one) => one !== held)
    if (left.length === 0) this.#byVisit.delete(visit)
    else this.#byVisit.set(visit, left)
    held.leave()
  }

  /** Forgets and returns all sessions of a room session that ended. */
  forgetOf(roomSession: RoomSession): ReadonlyArray<EngineSession> {
    const of = (this.#byVisit.get(roomSession.visit) ?? []).filter(
      (held) => held.roomSession === roomSession,
    )
    for (const one of of) this.forget(one)
    return of
  }

  #place(address: string, leave: () => void): OfferPlace {
    let isKept = false
    return {
      opened: (session) => {
        isKept = true
        return this.#add({ ...session, address, leave })
      },
      over: () => {
        if (!isKept) leave()
      },
    }
  }

  #add(added: Held): ReadonlyArray<EngineSession> {
    const { visit } = added.roomSession
    const of = [...(this.#byVisit.get(visit) ?? []), added]
    this.#byVisit.set(visit, of)
    this.#byId.set(added.id, added)
    const surplus = of.slice(0, Math.max(0, of.length - this.#perRoomSession))
    for (const one of surplus) this.forget(one)
    return surplus
  }
}
