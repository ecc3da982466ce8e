/** The state of a heart: the visitor's wish at once, the upstream's answer in the end. */
import { describe, expect, it } from "vitest"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  areFavouritesKnown,
  favouriteIds,
  favouriteRefusal,
  keptIds,
  lastFavouriteChange,
  recalledFavouriteIds,
  shownFavouriteIds,
} from "./favourites.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import { commandId, generatedLog, TestLog } from "./log.fixtures.ts"
import type { LogEntry } from "./log-entry.ts"
import { fold, foldAll } from "./site.ts"
import type { SiteState } from "./site-state.ts"

const isFavourite = (performerId: string) => (state: SiteState) => keptIds(state).has(performerId)

const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "FavouritesListed",
  performerIds,
})
const added = (performerId: string): Event => ({ _tag: "FavouriteAdded", performerId })
const removed = (performerId: string): Event => ({ _tag: "FavouriteRemoved", performerId })
const refused = (performerId: string, label = "notFound"): Event => ({
  _tag: "FavouriteRefused",
  performerId,
  label,
})
const sent = (name: string, command: "AddFavourite" | "RemoveFavourite", performerId: string) =>
  ({ _tag: "CommandSent", commandId: commandId(name), command, performerId }) as const

const member = () =>
  new TestLog().event({
    _tag: "LoggedIn",
    memberId: "m1" as MemberId,
    username: "robin",
    verified: true,
  })
const withList = () => member().event(listed("p2", "p1"))

describe("the list of favourites", () => {
  it("is unknown before it has come, and a single change does not make one", () => {
    const log = member()
    expect([favouriteIds(log.state), shownFavouriteIds(log.state)]).toEqual([null, null])
    expect(favouriteIds(log.event(added("p1")).state)).toBeNull()
    expect(favouriteIds(log.event(listed()).state)).toEqual([])
  })

  it("is as the facts say, newest first, and follows each change once [PROFILE-14]", () => {
    const log = withList()
    expect(favouriteIds(log.state)).toEqual(["p2", "p1"])
    expect(favouriteIds(log.event(added("p3")).state)).toEqual(["p3", "p2", "p1"])
    expect(favouriteIds(log.event(added("p1")).state)).toEqual(["p3", "p2", "p1"])
    expect(favouriteIds(log.event(removed("p2")).state)).toEqual(["p3", "p1"])
    expect(favouriteIds(log.event(removed("p2")).state)).toEqual(["p3", "p1"])
    expect(lastFavouriteChange(log.state)).toBeNull()
  })

  it("is replaced by a newer one, and is the same object where nothing differs", () => {
    const log = withList()
    const { favourites } = log.state
    const again = log.event(listed("p2", "p1")).state
    expect(again.favourites).toEqual(favourites)
    const before = foldAll(INITIAL_STATE, log.entries.slice(0, -1))
    expect(fold(before, log.entries.at(-1)!).favourites).toBe(before.favourites)
    expect(favouriteIds(log.event(listed("p1", "p2")).state)).toEqual(["p1", "p2"])
    expect(favouriteIds(log.event(listed("p1")).state)).toEqual(["p1"])
  })

  it("is recalled until it comes, for a member alone", () => {
    const recalled = { _tag: "FavouritesRecalled", performerIds: ["p9"] } as const
    expect(favouriteIds(new TestLog().fact(recalled).state)).toBeNull()
    const log = member().fact(recalled)
    // It is shown, but never counts as the list.
    expect([favouriteIds(log.state), areFavouritesKnown(log.state)]).toEqual([null, false])
    expect([shownFavouriteIds(log.state), isFavourite("p9")(log.state)]).toEqual([["p9"], true])
    log.event(added("p8")).fact(sent("a", "AddFavourite", "p7"))
    expect(shownFavouriteIds(log.state)).toEqual(["p7", "p8", "p9"])
    expect(shownFavouriteIds(log.event(removed("p9")).state)).toEqual(["p7", "p8"])
    expect(favouriteIds(log.state)).toBeNull()
    log.event(listed("p1")).fact(recalled)
    expect([favouriteIds(log.state), recalledFavouriteIds(log.state)]).toEqual([["p1"], null])
    expect(isFavourite("p8")(log.state)).toBe(false)
  })

  it("replaces the recalled one, also where it says the same", () => {
    const log = withList()
    const { favourites } = log.state
    const same = member().fact({ _tag: "FavouritesRecalled", performerIds: ["p2", "p1"] })
    expect(same.event(listed("p2", "p1")).state.favourites).toEqual(favourites)
    const none = member()
      .fact({ _tag: "FavouritesRecalled", performerIds: ["p1"] })
      .event(listed())
    expect([shownFavouriteIds(none.state), areFavouritesKnown(none.state)]).toEqual([[], true])
  })

  it("is dropped at log-out and when the stream is reset", () => {
    const log = withList().fact(sent("a", "AddFavourite", "p3"))
    const out = log.event({ _tag: "LoggedOut", reason: "requested" })
    expect(out.state.favourites).toEqual(INITIAL_STATE.favourites)
    const reset = withList().event({ _tag: "StreamReset", reason: "evicted" })
    expect(reset.state.favourites).toEqual(INITIAL_STATE.favourites)
  })
})

describe("a favourite that was just asked for", () => {
  it("shows at once, before any answer, first in the list", () => {
    const log = withList().fact(sent("a", "AddFavourite", "p3"))
    expect(isFavourite("p3")(log.state)).toBe(true)
    expect(shownFavouriteIds(log.state)).toEqual(["p3", "p2", "p1"])
    expect(favouriteIds(log.state)).toEqual(["p2", "p1"])
    log.fact(sent("b", "RemoveFavourite", "p2"))
    expect(isFavourite("p2")(log.state)).toBe(false)
    expect(shownFavouriteIds(log.state)).toEqual(["p3", "p1"])
  })

  it("is confirmed once its command's fact comes, and says when", () => {
    const log = withList()
      .fact(sent("a", "AddFavourite", "p3"))
      .event(added("p3"), commandId("a"))
    const { state } = log
    expect([favouriteIds(state), state.favourites.wishes]).toEqual([["p3", "p2", "p1"], []])
    const at = state.visit.at
    expect(lastFavouriteChange(state)).toEqual({ performerId: "p3", isFavourite: true, at })
    const gone = log
      .fact(sent("b", "RemoveFavourite", "p3"))
      .event(removed("p3"), commandId("b")).state
    expect(lastFavouriteChange(gone)).toMatchObject({ performerId: "p3", isFavourite: false })
  })

  it("is taken back where it was refused, with the reason, until another is asked for", () => {
    const log = withList()
      .fact(sent("a", "AddFavourite", "p3"))
      .event(refused("p3"), commandId("a"))
    expect(isFavourite("p3")(log.state)).toBe(false)
    expect(favouriteRefusal(log.state)).toMatchObject({ performerId: "p3", label: "notFound" })
    log.fact(sent("b", "RemoveFavourite", "p1"))
    expect(favouriteRefusal(log.state)).toBeNull()
    log.event(refused("p1"), commandId("b"))
    expect(isFavourite("p1")(log.state)).toBe(true)
    expect(shownFavouriteIds(log.state)).toEqual(["p2", "p1"])
    expect(lastFavouriteChange(log.state)).toBeNull()
  })

  it("is taken back where nobody answered, and returns if it was done after all", () => {
    const log = withList()
      .fact(sent("a", "AddFavourite", "p3"))
      .fact({ _tag: "CommandFailed", commandId: commandId("a"), label: NO_ANSWER })
    expect(isFavourite("p3")(log.state)).toBe(false)
    expect(favouriteRefusal(log.state)).toMatchObject({ performerId: "p3", label: NO_ANSWER })
    expect(isFavourite("p3")(log.event(added("p3")).state)).toBe(true)
  })

  it("is not taken back by another command's failure", () => {
    const log = withList()
      .fact(sent("a", "AddFavourite", "p3"))
      .fact({ _tag: "CommandFailed", commandId: commandId("b"), label: NO_ANSWER })
      .event(refused("p9"), commandId("c"))
    expect(isFavourite("p3")(log.state)).toBe(true)
  })

  it("ends with its command where no fact of it came", () => {
    const log = withList()
      .fact(sent("a", "AddFavourite", "p3"))
      .fact({ _tag: "CommandAdmitted", commandId: commandId("a"), seq: 3 })
    expect(isFavourite("p3")(log.state)).toBe(true)
    expect(isFavourite("p3")(log.event(removed("p1")).state)).toBe(false)
  })

  it("is decided by the last of two requests, whatever the first one's answer", () => {
    for (const answer of [added("p3"), refused("p3")]) {
      const log = withList()
        .fact(sent("a", "AddFavourite", "p3"))
        .fact(sent("b", "RemoveFavourite", "p3"))
        .event(answer, commandId("a"))
      expect(isFavourite("p3")(log.state)).toBe(false)
      expect(shownFavouriteIds(log.state)).toEqual(["p2", "p1"])
      expect(lastFavouriteChange(log.state)).toBeNull()
    }
  })

  it("is one of a limited number, and is made by no other command", () => {
    const flood = withList()
    for (let i = 0; i < 200; i += 1) flood.fact(sent(`c${i}`, "AddFavourite", `x${i}`))
    expect(flood.state.favourites.wishes).toHaveLength(50)
    expect(isFavourite("x199")(flood.state)).toBe(true)
    const other = withList().fact({ ...sent("a", "AddFavourite", "p3"), command: "LogOut" })
    expect(other.state.favourites.wishes).toEqual([])
  })
})

/** The list and the remembered list as simple sets: one event at a time, without the fold's code. */
const listOf = (entries: ReadonlyArray<LogEntry>) => {
  let list = null as ReadonlyArray<string> | null
  let recalled = null as ReadonlyArray<string> | null
  let isMember = false
  const added = (ids: ReadonlyArray<string> | null, id: string) =>
    ids?.includes(id) === false ? [id, ...ids] : ids
  const removed = (ids: ReadonlyArray<string> | null, id: string) =>
    ids?.filter((one) => one !== id) ?? null
  for (const entry of entries) {
    const told = entry.kind === "event" ? (entry.envelope.event as Event) : entry.fact.fact
    switch (told._tag) {
      case "LoggedIn":
        isMember = true
        break
      case "LoggedOut":
      case "StreamReset":
        isMember = false
        list = null
        recalled = null
        break
      case "FavouritesListed":
        list = told.performerIds
        recalled = null
        break
      case "FavouritesRecalled":
        if (isMember && list === null) recalled = told.performerIds
        break
      case "FavouriteAdded":
        list = added(list, told.performerId)
        recalled = added(recalled, told.performerId)
        break
      case "FavouriteRemoved":
        list = removed(list, told.performerId)
        recalled = removed(recalled, told.performerId)
        break
      default:
    }
  }
  return { list, recalled }
}

describe("generated logs of favourites", () => {
  const isAboutFavourites = (state: SiteState) => state.favourites.performerIds !== null

  it("fold to the list that a plain reading gives, live and at once alike", () => {
    let met = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      const log = generatedLog(seed, 300)
      let live = INITIAL_STATE
      for (const [index, entry] of log.entries()) {
        live = fold(live, entry)
        if (index % 50 !== 0) continue
        const part = log.slice(0, index + 1)
        expect({ list: favouriteIds(live), recalled: recalledFavouriteIds(live) }).toEqual(
          listOf(part),
        )
        expect(foldAll(INITIAL_STATE, part).favourites).toEqual(live.favourites)
        if (isAboutFavourites(live)) met += 1
      }
    }
    expect(met).toBeGreaterThan(20)
  })

  it("never show a performer twice, and show a change only while its command is pending", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { favourites, pending, ...rest } = foldAll(INITIAL_STATE, generatedLog(seed, 300))
      const shown = shownFavouriteIds({ favourites, pending, ...rest })
      expect(new Set(shown).size).toBe(shown?.length ?? 0)
      const ended = { ...rest, favourites, pending: INITIAL_STATE.pending }
      expect(shownFavouriteIds(ended)).toEqual(favourites.performerIds ?? favourites.recalledIds)
    }
  })
})

describe("the performers with a filled heart", () => {
  it("follow the recalled list, wishes made before the list has come, the list, and refusals", () => {
    const everybody = ["p1", "p2", "p3", "p4"]
    const together = (state: SiteState) => everybody.filter((id) => keptIds(state).has(id))
    const log = member()
    const seen = [log.state]
    const next = (state: SiteState) => seen.push(state)
    next(log.fact({ _tag: "FavouritesRecalled", performerIds: ["p4"] }).state)
    next(log.fact(sent("early", "AddFavourite", "p3")).state)
    next(log.event(listed("p2", "p1")).state)
    next(log.fact(sent("off", "RemoveFavourite", "p1")).state)
    next(log.event(refused("p1"), commandId("off")).state)
    next(log.fact({ _tag: "CommandFailed", commandId: commandId("early"), label: NO_ANSWER }).state)
    expect(seen.map(together)).toEqual([
      [],
      ["p4"],
      ["p3", "p4"],
      ["p1", "p2", "p3"],
      ["p2", "p3"],
      ["p1", "p2", "p3"],
      ["p1", "p2"],
    ])
  })
})
