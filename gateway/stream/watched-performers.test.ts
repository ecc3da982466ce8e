import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { beforeEach, describe, expect } from "vitest"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { type Statuses, WatchedPerformers } from "./watched-performers.ts"

const shown = (n: number, ...performerIds: ReadonlyArray<string>): NumberedClientFact => ({
  n,
  after: 1,
  at: 0,
  fact: { _tag: "PerformersShown", performerIds },
})

const MOST = 6
const HOME = "192.0.2.1"

/** A watcher is a name; sent statuses are kept in order. */
class Signals {
  readonly told: Array<readonly [string, Statuses]> = []
  readonly full = new Set<string>()
  readonly send = (watcher: string, changed: Statuses) => {
    if (this.full.has(watcher)) return false
    this.told.push([watcher, changed])
    return true
  }
}

describe("watched performers", () => {
  let watched: WatchedPerformers<string>
  let signals: Signals
  beforeEach(() => {
    watched = new WatchedPerformers(MOST)
    signals = new Signals()
  })

  /** One round: the performers have these statuses, all others are offline. */
  const round = (statuses: Statuses) => {
    const asked = watched.ask()
    watched.answered(asked, new Map(asked.map((id) => [id, statuses[id] ?? 0])), signals.send)
    return signals.told.splice(0)
  }

  it("are asked for once, however many show them, and sent to those alone", () => {
    watched.update("a", HOME, [shown(1, "p1", "p2", "p2")])
    watched.update("b", HOME, [shown(1, "p2", "p3")])
    expect(watched.ask()).toEqual(["p1", "p2", "p3"])
    expect(round({ p1: 1, p2: 3 })).toEqual([
      ["a", { p1: 1, p2: 3 }],
      ["b", { p2: 3, p3: 0 }],
    ])
    expect(round({ p1: 1, p2: 9 })).toEqual([
      ["a", { p2: 9 }],
      ["b", { p2: 9 }],
    ])
    expect(round({ p1: 1, p2: 9 })).toEqual([])
  })

  it("are those of the newest fact, in whatever order facts come", () => {
    watched.update("a", HOME, [shown(4, "p1"), shown(5, "p2")])
    watched.update("a", HOME, [shown(3, "p3")])
    watched.update("a", HOME, [{ n: 9, after: 1, at: 0, fact: { _tag: "WalletOpened" } }])
    expect(watched.ask()).toEqual(["p2"])
    watched.update("a", HOME, [shown(10)])
    watched.update("a", HOME, [shown(6, "p4")])
    expect(watched.ask()).toEqual([])
  })

  it("are sent once for a fact that is sent again", () => {
    watched.update("a", HOME, [shown(1, "p1")])
    round({ p1: 1 })
    watched.update("a", HOME, [shown(1, "p1")])
    expect(round({ p1: 1 })).toEqual([])
  })

  it("are all sent again to a document that reports again whom it shows", () => {
    watched.update("a", HOME, [shown(1, "p1", "p2")])
    round({ p1: 1 })
    watched.update("a", HOME, [shown(2, "p1", "p2")])
    expect(round({ p1: 1 })).toEqual([["a", { p1: 1, p2: 0 }]])
  })

  it("are not sent by a round that did not ask for all of them", () => {
    watched.update("a", HOME, [shown(1, "p1")])
    const asked = watched.ask()
    watched.update("b", HOME, [shown(1, "p1", "p2")])
    watched.answered(asked, new Map(asked.map((id) => [id, 1])), signals.send)
    expect(signals.told.splice(0)).toEqual([["a", { p1: 1 }]])
    expect(round({ p1: 1, p2: 5 })).toEqual([["b", { p1: 1, p2: 5 }]])
  })

  it("are sent with the next round where a signal was dropped, with what came meanwhile", () => {
    watched.update("a", HOME, [shown(1, "p1", "p2")])
    signals.full.add("a")
    expect(round({ p1: 1 })).toEqual([])
    signals.full.delete("a")
    expect(round({ p1: 3 })).toEqual([["a", { p1: 3, p2: 0 }]])
    signals.full.add("a")
    round({ p1: 3, p2: 1 })
    signals.full.delete("a")
    expect(round({ p1: 5, p2: 1 })).toEqual([["a", { p1: 5, p2: 1 }]])
  })

  it("lose nobody when a round is never answered", () => {
    watched.update("a", HOME, [shown(1, "p1")])
    watched.ask()
    watched.ask()
    expect(round({ p1: 1 })).toEqual([["a", { p1: 1 }]])
  })

  it("are dropped with the last document that shows them", () => {
    watched.update("a", HOME, [shown(1, "p1", "p2")])
    watched.update("b", HOME, [shown(1, "p2")])
    watched.keepOnly((watcher) => watcher === "b")
    expect([watched.ask(), watched.size]).toEqual([["p2"], 1])
    watched.forget("b")
    watched.forget("b")
    expect([watched.ask(), watched.size]).toEqual([[], 0])
  })

  it("of others are never displaced by an address that shows more than they do", () => {
    watched.update("anna", "203.0.113.1", [shown(1, "p1", "p2")])
    // However many connections one address opens with invented ids.
    for (let n = 0; n < 200; n += 1) {
      watched.update(`mallory ${n}`, HOME, [shown(1, `x${n}`, `y${n}`, `z${n}`)])
      expect(watched.ask()).toEqual(expect.arrayContaining(["p1", "p2"]))
      expect(watched.size).toBeLessThanOrEqual(MOST)
    }
    // A new watcher at the limit displaces no one either.
    watched.update("bo", "203.0.113.2", [shown(1, "p3", "p4")])
    expect(watched.ask()).toEqual(expect.arrayContaining(["p1", "p2", "p3", "p4"]))
  })

  it("count once for an address, however many of its documents show them", () => {
    for (let n = 0; n < 20; n += 1) watched.update(`office ${n}`, "203.0.113.1", [shown(1, "p1")])
    watched.update("mallory", HOME, [shown(1, "x1", "x2", "x3", "x4", "x5")])
    watched.update("mallory 2", HOME, [shown(1, "x6", "x7")])
    expect(watched.ask().toSorted()).toEqual(["p1", "x6", "x7"])
    expect(round({ p1: 1 }).filter(([who]) => who.startsWith("office"))).toHaveLength(20)
  })

  it("are not asked for any more once the service has not known them for three rounds", () => {
    const unknownRound = (named: Statuses) => {
      const asked = watched.ask()
      const known = new Map(Object.entries(named).filter(([id]) => asked.includes(id)))
      watched.answered(asked, known, signals.send)
      return { asked, told: signals.told.splice(0) }
    }
    watched.update("a", HOME, [shown(1, "p1", "x")])
    expect(unknownRound({ p1: 1 }).told).toEqual([["a", { p1: 1, x: 0 }]])
    // One answer may lack a performer by mistake.
    expect(unknownRound({ p1: 1, x: 3 }).told).toEqual([["a", { x: 3 }]])
    for (const [p1, told] of [
      [1, [["a", { x: 0 }]]],
      [1, []],
      [5, [["a", { p1: 5 }]]],
    ] as const) {
      expect(unknownRound({ p1 })).toEqual({ asked: ["p1", "x"], told })
    }
    expect([unknownRound({ p1: 3 }), watched.size]).toEqual([
      { asked: ["p1"], told: [["a", { p1: 3 }]] },
      1,
    ])
    // A new list receives all of its statuses again, and leaves nothing behind.
    watched.update("b", "203.0.113.1", [shown(1, "x")])
    expect(unknownRound({ p1: 3, x: 1 }).told).toEqual([["b", { x: 1 }]])
    watched.forget("a")
    expect(watched.ask()).toEqual(["x"])
    watched.forget("b")
    expect(watched.size).toBe(0)
  })

  it("are dropped in a round in which nothing changes, too", () => {
    watched.update("a", HOME, [shown(1, "x")])
    for (let times = 0; times < 3; times += 1)
      watched.answered(watched.ask(), new Map(), signals.send)
    expect(watched.ask()).toEqual([])
  })

  it("are sent as offline before they are dropped, also to a document that did not take it at first", () => {
    const namelessRound = () => {
      watched.answered(watched.ask(), new Map(), signals.send)
      return signals.told.splice(0)
    }
    watched.update("a", HOME, [shown(1, "x")])
    round({ x: 3 })
    signals.full.add("a")
    for (let times = 0; times < 4; times += 1) expect(namelessRound()).toEqual([])
    signals.full.delete("a")
    expect(namelessRound()).toEqual([["a", { x: 0 }]])
    expect(watched.size).toBe(0)
  })

  it("are displaced in their own address first where another one holds as many", () => {
    const OTHER = "203.0.113.1"
    watched.update("here 1", HOME, [shown(1, "p1")])
    watched.update("there", OTHER, [shown(1, "x1", "x2", "x3", "both")])
    watched.update("here 2", HOME, [shown(1, "p2", "p3", "both")])
    expect(watched.ask().toSorted()).toEqual(["both", "p2", "p3", "x1", "x2", "x3"])
  })

  it("are limited: of one address, the document that reported longest ago gives way", () => {
    watched.update("a", HOME, [shown(1, "p1", "p2", "p3")])
    watched.update("b", HOME, [shown(1, "p3", "p4")])
    watched.update("a", HOME, [shown(2, "p1", "p2", "p3")])
    watched.update("c", HOME, [shown(1, "p5", "p6", "p7")])
    expect(watched.ask().toSorted()).toEqual(["p1", "p2", "p3", "p5", "p6", "p7"])
    expect(watched.size).toBe(MOST)
  })

  it("are not asked for by an id that a list of ids cannot hold", () => {
    watched.update("a", HOME, [
      shown(1, "p,1", "", "p 2", "p&ids=3", "p\u0000", "é", "p.3", "p~4", "x".repeat(65), "p_4"),
    ])
    expect(watched.ask()).toEqual(["p_4"])
  })

  const WATCHERS = Schema.Literals(["a", "b", "c"])
  const IDS = Schema.Literals(["p1", "p2", "p3", "p4", "__proto__"])
  const Step = Schema.Union([
    Schema.Struct({ _tag: Schema.Literal("Shows"), who: WATCHERS, ids: Schema.Array(IDS) }),
    Schema.Struct({ _tag: Schema.Literal("Leaves"), who: WATCHERS }),
    Schema.Struct({ _tag: Schema.Literal("Changes"), id: IDS, status: Schema.Literals([0, 1, 3]) }),
    Schema.Struct({ _tag: Schema.Literal("Round"), full: Schema.Array(WATCHERS) }),
  ])

  it.effect.prop(
    "are in the end sent to every document as they are, and nothing else is, whatever happens",
    [Schema.Array(Step)],
    ([steps]) =>
      Effect.sync(() => {
        const own = new WatchedPerformers<string>(MOST)
        const world = new Map<string, number>()
        /** What each document shows, and what it has received since. */
        const documents = new Map<string, Map<string, number | null>>()
        let n = 0
        for (const step of [...steps, { _tag: "Round" as const, full: [] }]) {
          switch (step._tag) {
            case "Shows":
              n += 1
              own.update(step.who, step.who, [shown(n, ...step.ids)])
              documents.set(step.who, new Map(step.ids.map((id) => [id, null])))
              break
            case "Leaves":
              own.forget(step.who)
              documents.delete(step.who)
              break
            case "Changes":
              world.set(step.id, step.status)
              break
            case "Round": {
              const asked = own.ask()
              const visible = new Set([...documents.values()].flatMap((map) => [...map.keys()]))
              expect(asked.toSorted()).toEqual([...visible].toSorted())
              const answer = new Map(asked.map((id) => [id, world.get(id) ?? 0]))
              const taken = new Set<string>()
              own.answered(asked, answer, (who, changed) => {
                if (step.full.some((one) => one === who)) return false
                expect(taken.has(who)).toBe(false)
                taken.add(who)
                const document = documents.get(who)
                for (const [id, status] of Object.entries(changed)) {
                  expect(document?.has(id)).toBe(true)
                  document?.set(id, status)
                }
                return true
              })
              for (const [who, document] of documents) {
                if (step.full.some((one) => one === who)) continue
                for (const [id, status] of document) expect(status).toBe(world.get(id) ?? 0)
              }
            }
          }
        }
      }),
  )
})
