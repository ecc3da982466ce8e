import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { RoomSession } from "../rooms/room-sessions.ts"
import { EngineSessions, type EngineSession, type OfferPlace } from "./engine-sessions.ts"

const CAPS = { perRoomSession: 4, perOwner: 100, perAddress: 100 }

/** Visits are compared by identity and not by value. */
const visitOf = (owner = "anna") => ({ owner }) as RoomSession["visit"]
const roomSessionOf = (visit = visitOf()) => ({ visit }) as RoomSession
const playing = (id: string, of: RoomSession): EngineSession => ({
  id,
  roomSession: of,
  session: new URL(`http://engine.test/live/a/whep/${id}`),
})
const idsOf = (some: ReadonlyArray<{ readonly id: string }>) => some.map(({ id }) => id)

/** An offer that the engine accepts at once; null where there is no place for it. */
const open = (sessions: EngineSessions, added: EngineSession, address = "a") => {
  const taken = sessions.take(added.roomSession.visit, address)
  if (taken === null) return null
  const surplus = taken.place.opened(added)
  taken.place.over()
  return surplus
}

describe("the gateway's sessions at the media engine", () => {
  it("are limited for each room session: the oldest is closed for another", () => {
    const sessions = new EngineSessions(CAPS)
    const [one, other] = [roomSessionOf(), roomSessionOf()]
    open(sessions, playing("other", other))
    for (let count = 0; count < CAPS.perRoomSession; count += 1) {
      expect(open(sessions, playing(`one-${count}`, one))).toEqual([])
    }
    expect(idsOf(open(sessions, playing("one-more", one)) ?? [])).toEqual(["one-0"])
    expect(sessions.get("one-0")).toBeUndefined()
    expect(sessions.get("other")?.roomSession).toBe(other)
    expect(sessions.size).toBe(CAPS.perRoomSession + 1)
  })

  it("are closed with their room session, and one by one", () => {
    const sessions = new EngineSessions(CAPS)
    const [one, other] = [roomSessionOf(), roomSessionOf()]
    const first = playing("first", one)
    for (const each of [first, playing("second", one), playing("third", other)]) {
      open(sessions, each)
    }
    sessions.forget(first)
    sessions.forget(first)
    expect(idsOf(sessions.forgetOf(one))).toEqual(["second"])
    expect(sessions.forgetOf(one)).toEqual([])
    expect(sessions.size).toBe(1)
    expect(idsOf(sessions.forgetOf(other))).toEqual(["third"])
  })

  it("are limited in all", () => {
    const sessions = new EngineSessions({ ...CAPS, all: 2 })
    const first = playing("first", roomSessionOf())
    open(sessions, first)
    open(sessions, playing("second", roomSessionOf()))
    expect(open(sessions, playing("third", roomSessionOf()))).toBeNull()
    sessions.forget(first)
    expect(open(sessions, playing("third", roomSessionOf()))).toEqual([])
  })

  it("are limited for each owner and each address, and those in flight count", () => {
    const sessions = new EngineSessions({ ...CAPS, perOwner: 2, perAddress: 3 })
    const [anna, bert] = ["anna", "bert"]
    expect(open(sessions, playing("first", roomSessionOf(visitOf(anna))), "a")).toEqual([])
    const underWay = sessions.take(visitOf(anna), "a")
    expect(sessions.take(visitOf(anna), "b")).toBeNull()
    expect(sessions.take(visitOf(bert), "a")).not.toBeNull()
    expect(sessions.take(visitOf(bert), "a")).toBeNull()
    expect(sessions.take(visitOf(bert), "b")).not.toBeNull()
    underWay?.place.over()
    expect(sessions.take(visitOf(anna), "a")).not.toBeNull()
  })

  it("are closed for the same visit's next one where none is free, and for nobody else's", () => {
    const sessions = new EngineSessions({ ...CAPS, perAddress: 2 })
    const visit = visitOf()
    open(sessions, playing("lost", roomSessionOf(visit)))
    open(sessions, playing("other", roomSessionOf(visitOf("bert"))))
    expect(sessions.take(visitOf("carl"), "a")).toBeNull()
    const taken = sessions.take(visit, "a")
    expect(taken?.displaced?.id).toBe("lost")
    // Its running offer holds the only place, which cannot be displaced.
    expect(sessions.take(visit, "a")).toBeNull()
    expect(sessions.get("other")).toBeDefined()
    taken?.place.over()
    expect(open(sessions, playing("next", roomSessionOf(visit)))).toEqual([])
  })
})

const OWNERS = ["anna", "bert", "carl"]
const ADDRESSES = ["a", "b"]
const BOUNDS = { perRoomSession: 2, perOwner: 3, perAddress: 5, all: 8 }

const action = fc.record({
  what: fc.constantFrom("offer", "offer", "opens", "opens", "fails", "ends", "leaves", "double"),
  which: fc.nat(),
  address: fc.constantFrom(...ADDRESSES),
})

it("places at the media engine are counted right: never above a limit, and free again however an offer or a session ends", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120, size: "max" }), (actions) => {
      const sessions = new EngineSessions(BOUNDS)
      const roomSessions = OWNERS.flatMap((owner) => [
        roomSessionOf(visitOf(owner)),
        roomSessionOf(visitOf(owner)),
      ])
      interface Mine {
        readonly roomSession: RoomSession
        readonly address: string
      }
      const underWay: Array<Mine & { readonly place: OfferPlace }> = []
      const opened: Array<Mine & { readonly session: EngineSession }> = []
      const all = (): ReadonlyArray<Mine> => [...underWay, ...opened]
      const of = (owner: string) =>
        all().filter(({ roomSession }) => roomSession.visit.owner === owner).length
      const from = (address: string) => all().filter((one) => one.address === address).length
      const drop = (gone: ReadonlyArray<EngineSession>) => {
        for (const { id } of gone) {
          opened.splice(
            opened.findIndex(({ session }) => session.id === id),
            1,
          )
        }
      }
      const pick = <A>(some: Array<A>, which: number) => some.splice(which % some.length, 1)[0]
      for (const [index, { what, which, address }] of actions.entries()) {
        const roomSession = roomSessions[which % roomSessions.length] as RoomSession
        if (what === "offer") {
          const { owner } = roomSession.visit
          const isFree =
            of(owner) < BOUNDS.perOwner &&
            from(address) < BOUNDS.perAddress &&
            all().length < BOUNDS.all
          const own = opened.find(
            (one) => one.roomSession === roomSession && one.address === address,
          )
          const taken = sessions.take(roomSession.visit, address)
          expect(taken === null).toBe(!isFree && own === undefined)
          expect(taken?.displaced?.id).toBe(isFree ? undefined : own?.session.id)
          if (taken === null) continue
          if (taken.displaced !== null) drop([taken.displaced])
          underWay.push({ roomSession, address, place: taken.place })
        } else if (what === "opens" || what === "fails") {
          const mine = pick(underWay, which)
          if (mine === undefined) continue
          if (what === "opens") {
            const session = playing(`${index}`, mine.roomSession)
            opened.push({ ...mine, session })
            drop(mine.place.opened(session))
          }
          mine.place.over()
          mine.place.over()
        } else if (what === "leaves") {
          drop(sessions.forgetOf(roomSession))
        } else {
          const mine = pick(opened, which)
          if (mine === undefined) continue
          sessions.forget(mine.session)
          if (what === "double") sessions.forget(mine.session)
        }
        expect(sessions.size).toBe(opened.length)
        for (const owner of OWNERS) expect(of(owner)).toBeLessThanOrEqual(BOUNDS.perOwner)
        for (const one of ADDRESSES) expect(from(one)).toBeLessThanOrEqual(BOUNDS.perAddress)
      }
      // Nothing leaks: once everything is over, an address has all its places again.
      for (const { place } of underWay) place.over()
      for (const roomSession of roomSessions) sessions.forgetOf(roomSession)
      for (const one of ADDRESSES) {
        const owners = Array.from({ length: BOUNDS.perAddress }, (_, n) => visitOf(`new-${n}`))
        const places = owners.map((visit) => sessions.take(visit, one)?.place)
        expect(places).not.toContain(undefined)
        for (const place of places) place?.over()
      }
    }),
    { numRuns: 300 },
  )
})
