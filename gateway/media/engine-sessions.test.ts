import { describe, expect, it } from "vitest"
import type { Seat } from "../rooms/seats.ts"
import { EngineSessions } from "./engine-sessions.ts"

const MOST_PER_SEAT = 4

/** They are told apart by what they are, not by what they say. */
const seat = () => ({}) as Seat
const playing = (id: string, of: Seat) => ({
  id,
  seat: of,
  session: new URL(`http://engine.test/live/a/whep/${id}`),
})
const idsOf = (some: ReadonlyArray<{ readonly id: string }>) => some.map(({ id }) => id)

describe("what the engine has", () => {
  it("is bounded for each seat: the oldest goes for another", () => {
    const sessions = new EngineSessions({ perSeat: MOST_PER_SEAT })
    const [one, other] = [seat(), seat()]
    sessions.add(playing("other", other))
    for (let count = 0; count < MOST_PER_SEAT; count += 1) {
      expect(sessions.add(playing(`one-${count}`, one))).toEqual([])
    }
    expect(idsOf(sessions.add(playing("one-more", one)))).toEqual(["one-0"])
    expect(sessions.get("one-0")).toBeUndefined()
    expect(sessions.get("other")?.seat).toBe(other)
    expect(sessions.size).toBe(MOST_PER_SEAT + 1)
  })

  it("is forgotten with its seat, and one by one", () => {
    const sessions = new EngineSessions({ perSeat: MOST_PER_SEAT })
    const [one, other] = [seat(), seat()]
    const first = playing("first", one)
    for (const each of [first, playing("second", one), playing("third", other)]) sessions.add(each)
    sessions.forget(first)
    sessions.forget(first)
    expect(idsOf(sessions.forgetOf(one))).toEqual(["second"])
    expect(sessions.forgetOf(one)).toEqual([])
    expect(sessions.size).toBe(1)
    expect(idsOf(sessions.forgetOf(other))).toEqual(["third"])
  })

  it("is bounded in all", () => {
    const sessions = new EngineSessions({ perSeat: MOST_PER_SEAT, most: 2 })
    const first = playing("first", seat())
    sessions.add(first)
    expect(sessions.isFull).toBe(false)
    sessions.add(playing("second", seat()))
    expect(sessions.isFull).toBe(true)
    sessions.forget(first)
    expect(sessions.isFull).toBe(false)
  })
})
