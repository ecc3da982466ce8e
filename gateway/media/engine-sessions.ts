/**
 * What the media engine has for whom, by names that cannot be guessed: bounded for each visit, each owner, each
 * address and in all. An offer has its place from before the engine hears of it, and what it opened keeps that
 * place. Pure but for what it remembers. Called by offered-sessions.ts.
 *
 * Invariants: offers under way and open sessions together are never more than the bounds; whoever took a place
 * says `over` in the end, and it is free again then or once its session is forgotten, whichever comes later.
 */
import { type PlaceCaps, Places } from "../http/places.ts"
import type { RoomSession } from "../rooms/room-sessions.ts"

const MAX_SESSIONS = 100_000

export interface EngineSession {
  readonly id: string
  readonly roomSession: RoomSession
  /** Where at the engine it ends. */
  readonly session: URL
}

/** Of one offer. */
export interface OfferPlace {
  /** Its session keeps the place. Answers the room session's oldest ones that have no more room, which are forgotten. */
  readonly opened: (session: EngineSession) => ReadonlyArray<EngineSession>
  /** The offer is answered, whatever with, or given up. */
  readonly over: () => void
}

export interface Taken {
  readonly place: OfferPlace
  /** The visit's own oldest, whose place it was: forgotten, and to be ended. Null where there was room. */
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
   * A place for an offer; null where its owner or its address has no more. What the visit has already gives way: a
   * page offers again when its picture is lost, and what it could not end is in nobody else's way, nor in its own.
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

  /** All of a room session that ended. */
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
