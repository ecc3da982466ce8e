/** What a fact costs a page of a thousand cards: one call of each selector, and a word to whom it concerns. */
import { BehaviorSubject } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { type Keyed, keyedSelectionOf } from "./keyed-selection.ts"
import { selectionOf } from "./selection.ts"

const newSource = () => {
  const state$ = new BehaviorSubject(INITIAL_STATE)
  return { state$, getState: () => state$.value, getFirstState: () => INITIAL_STATE }
}
type Source = ReturnType<typeof newSource>

const kept = ({ favourites }: SiteState) => favourites.performerIds ?? []
const keep = ({ state$ }: Source, ...performerIds: ReadonlyArray<string>) => {
  const { favourites } = state$.value
  state$.next({ ...state$.value, favourites: { ...favourites, performerIds } })
}
/** A fact that concerns nobody here. */
const somethingElse = ({ state$ }: Source) => state$.next({ ...state$.value })

describe("a selection", () => {
  it("is shared by all who select with the same function, and is computed once a state however many listen", () => {
    const source = newSource()
    const select = vi.fn(({ favourites }: SiteState) => favourites.performerIds)
    const listeners = Array.from({ length: 1_000 }, () => vi.fn())
    for (const listener of listeners) selectionOf(source, select).subscribe(listener)
    const before = select.mock.calls.length
    somethingElse(source)
    for (const _ of listeners) selectionOf(source, select).now()
    expect(select.mock.calls.length - before).toBe(1)
    expect(listeners.some((listener) => listener.mock.calls.length > 0)).toBe(false)
    keep(source, "p1")
    expect(listeners.every((listener) => listener.mock.calls.length === 1)).toBe(true)
  })

  it("is another for another document", () => {
    const [one, other] = [newSource(), newSource()]
    keep(one, "p1")
    expect([selectionOf(one, kept).now(), selectionOf(other, kept).now()]).toEqual([["p1"], []])
    expect(selectionOf(one, kept).first()).toEqual([])
  })

  it("notifies whoever still listens, and works again after nobody did", () => {
    const source = newSource()
    const { subscribe, now } = selectionOf(source, kept)
    const [one, other] = [vi.fn(), vi.fn()]
    const stopOne = subscribe(one)
    const stopOther = subscribe(other)
    stopOne()
    keep(source, "p1")
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([0, 1])
    stopOther()
    expect(source.state$.observed).toBe(false)
    keep(source, "p2")
    const stop = subscribe(one)
    expect([now(), one.mock.calls.length]).toEqual([["p2"], 0])
    keep(source, "p3")
    expect(one).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe("a selection by key", () => {
  const keyed: Keyed<ReadonlyArray<string>> = {
    select: kept,
    changed: (before, now) =>
      now.length === 0 && before.length > 0
        ? null
        : [
            ...now.filter((id) => !before.includes(id)),
            ...before.filter((id) => !now.includes(id)),
          ],
  }
  const newCards = (source: Source) => {
    const told: Array<string> = []
    const stops = ["p1", "p2", "p3"].map((id) =>
      keyedSelectionOf(source, keyed).subscribe(id, () => told.push(id)),
    )
    return { takeTold: () => told.splice(0), stops }
  }

  it("notifies only the listeners whose own value changed", () => {
    const source = newSource()
    const { takeTold } = newCards(source)
    somethingElse(source)
    expect(takeTold()).toEqual([])
    keep(source, "p2", "elsewhere")
    expect(takeTold()).toEqual(["p2"])
    keep(source, "p3", "elsewhere")
    expect(takeTold()).toEqual(["p3", "p2"])
    keep(source)
    expect(takeTold()).toEqual(["p1", "p2", "p3"])
  })

  it("notifies nobody who stopped, and listens to nothing when all have", () => {
    const source = newSource()
    const { takeTold, stops } = newCards(source)
    stops[1]?.()
    keep(source, "p1", "p2")
    expect(takeTold()).toEqual(["p1"])
    for (const stop of stops) stop()
    expect(source.state$.observed).toBe(false)
    const again = newCards(source)
    keep(source, "p2")
    expect(again.takeTold()).toEqual(["p1"])
  })
})
