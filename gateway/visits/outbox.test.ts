import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { beforeEach, describe, expect } from "vitest"
import type { VisitId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { Outbox } from "./outbox.ts"
import type { Wire } from "./wire.ts"

const LIMITS = { maxQueuedBytes: 1_000, heartbeatMs: 25_000, pongWithinMs: 8_000 }
const VISIT = "visit-0001" as VisitId

class RecordingWire implements Wire {
  transport: Wire["transport"] = "websocket"
  queued = 0
  ended: number | null = null
  readonly frames: Array<Record<string, unknown>> = []
  readonly ids: Array<string | null> = []
  isOpen = () => this.ended === null
  send = (json: string, id: string | null) => {
    this.frames.push(JSON.parse(json) as Record<string, unknown>)
    this.ids.push(id)
  }
  queuedBytes = () => this.queued
  drained = () => Promise.resolve()
  end = (code: number) => {
    this.ended = code
  }
  get positions(): ReadonlyArray<number> {
    return this.frames.flatMap(({ events }) =>
      ((events ?? []) as ReadonlyArray<{ readonly seq: number }>).map(({ seq }) => seq),
    )
  }
}

const wires = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => JSON.stringify({ seq: from + index }))

describe("a connection's outbox", () => {
  let wire: RecordingWire
  const outboxAt = (position: number, now = 0, random = 0.999_999) =>
    new Outbox({
      wire,
      visit: VISIT,
      address: "192.0.2.1",
      key: null,
      epoch: "e1",
      position,
      now,
      random,
      limits: LIMITS,
    })
  beforeEach(() => {
    wire = new RecordingWire()
  })

  it("leaves events to the log during backfill and sends each exactly once", () => {
    const outbox = outboxAt(0)
    outbox.backfill(1, wires(1, 2), 0)
    outbox.deliver(3, wires(3, 3), 0)
    outbox.backfill(3, wires(3, 3), 0)
    outbox.replayed(0)
    outbox.goLive(outbox.position)
    outbox.deliver(4, wires(4, 5), 0)
    expect(wire.positions).toEqual([1, 2, 3, 4, 5])
    expect(wire.frames.map(({ k }) => k)).toEqual(["events", "events", "replayed", "events"])
    expect(wire.ids).toEqual(["visit-0001:e1:2", "visit-0001:e1:3", null, "visit-0001:e1:5"])
  })

  it("goes live only at the visit's newest position", () => {
    const outbox = outboxAt(0)
    expect(outbox.goLive(2)).toBe(false)
    outbox.deliver(1, wires(1, 2), 0)
    outbox.backfill(1, wires(1, 2), 0)
    expect(outbox.goLive(2)).toBe(true)
    outbox.deliver(3, wires(3, 3), 0)
    expect(wire.positions).toEqual([1, 2, 3])
  })

  it.effect.prop(
    "never sends a gap or a repetition, whatever is delivered",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })))],
    ([froms]) =>
      Effect.sync(() => {
        const own = new RecordingWire()
        wire = own
        const outbox = outboxAt(0)
        outbox.goLive(outbox.position)
        for (const from of froms) outbox.deliver(from, wires(from, from), 0)
        expect(own.positions).toEqual(own.positions.map((_, index) => index + 1))
        const first = froms.findIndex((from, index) => from !== index + 1)
        expect(own.ended).toBe(first === -1 ? null : 4010)
      }),
  )

  it("closes a connection that reads too slowly with 4008 and sends it nothing more", () => {
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    wire.queued = LIMITS.maxQueuedBytes
    outbox.deliver(1, wires(1, 1), 0)
    expect(wire.ended).toBe(null)
    wire.queued = LIMITS.maxQueuedBytes + 1
    outbox.deliver(2, wires(2, 2), 0)
    outbox.deliver(3, wires(3, 3), 0)
    expect(wire.ended).toBe(4008)
    expect(wire.positions).toEqual([1, 2])
    expect(wire.frames.at(-1)).toEqual({ k: "bye", code: 4008, reason: "too slow" })
  })

  it("pings at each heartbeat, and closes a connection whose pong is overdue", () => {
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    outbox.deliver(1, wires(1, 1), 20_000)
    outbox.beat(24_999, 0)
    expect(wire.frames.some(({ k }) => k === "ping")).toBe(false)
    outbox.beat(45_000, 3)
    expect(wire.frames.at(-1)).toEqual({ k: "ping", seq: 1, n: 3 })
    outbox.pong(1)
    outbox.beat(70_000, 3)
    outbox.beat(78_000, 3)
    expect(wire.ended).toBe(null)
    outbox.beat(78_001, 3)
    expect(wire.ended).toBe(4008)
  })

  it.each([
    ["over SSE", "sse", true],
    ["while it catches up", "websocket", false],
  ] as const)("pings only where nothing was sent for a heartbeat %s", (_, transport, isLive) => {
    wire.transport = transport
    const outbox = outboxAt(0)
    outbox.backfill(1, wires(1, 1), 20_000)
    if (isLive) outbox.goLive(outbox.position)
    outbox.beat(44_999, 0)
    expect(wire.frames.map(({ k }) => k)).toEqual(["events"])
    outbox.beat(45_000, 0)
    expect(wire.frames.map(({ k }) => k)).toEqual(["events", "ping"])
  })

  it("finishes after the last event that is still to be sent", () => {
    const outbox = outboxAt(0)
    outbox.finish(CLOSE.sessionEnded, "session ended")
    outbox.backfill(1, wires(1, 1), 0)
    expect([wire.positions, wire.ended]).toEqual([[1], null])
    expect(outbox.goLive(1)).toBe(true)
    expect(wire.ended).toBe(CLOSE.sessionEnded)
  })

  it("finishes at once where it is live, and has nothing left to send", () => {
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    outbox.finish(CLOSE.sessionEnded, "session ended")
    expect(wire.ended).toBe(CLOSE.sessionEnded)
    expect(outbox.goLive(5)).toBe(true)
  })

  it.each([
    ["that the stream has not reached", 9],
    ["behind a ping", 0],
  ])("closes with 4010 on a position %s", (_, seq) => {
    const outbox = outboxAt(1)
    outbox.goLive(outbox.position)
    outbox.beat(LIMITS.heartbeatMs, 0)
    outbox.pong(seq)
    expect(wire.ended).toBe(4010)
  })

  it("sends signals beside the log, once it is live, and keeps none for later", () => {
    const outbox = outboxAt(3)
    const signal = () => outbox.signal("performer-statuses", { at: 1, statuses: { p1: 5 } })
    expect(signal()).toBe(false)
    outbox.goLive(outbox.position)
    wire.queued = LIMITS.maxQueuedBytes / 2 + 1
    expect(signal()).toBe(false)
    wire.queued = LIMITS.maxQueuedBytes / 2
    expect(signal()).toBe(true)
    expect(wire.frames).toEqual([
      { k: "signal", topic: "performer-statuses", data: { at: 1, statuses: { p1: 5 } } },
    ])
    expect([wire.ids, outbox.position]).toEqual([[null], 3])
    outbox.abandon()
    expect(signal()).toBe(false)
  })

  it("pings also where it sends signals, which nobody answers", () => {
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    outbox.signal("performer-statuses", { at: 1, statuses: {} })
    outbox.beat(LIMITS.heartbeatMs, 0)
    expect(wire.frames.at(-1)).toMatchObject({ k: "ping" })
  })

  it("pings a stream that never pauses, and closes it without a pong", () => {
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    for (let now = 1_000; wire.ended === null && now < 120_000; now += 1_000) {
      outbox.deliver(now / 1_000, wires(now / 1_000, now / 1_000), now)
      outbox.beat(now, 0)
    }
    expect(wire.frames.filter(({ k }) => k === "ping")).toHaveLength(1)
    expect(wire.ended).toBe(4008)
  })

  it.each([
    [0, 5],
    [0.5, 7.5],
    [0.999_999, 10],
  ])(
    "closes a stream over SSE (%d) after %d heartbeats, to be resumed at once",
    (random, beats) => {
      wire.transport = "sse"
      const outbox = outboxAt(0, 0, random)
      outbox.goLive(outbox.position)
      outbox.beat(beats * LIMITS.heartbeatMs - 1, 0)
      expect(wire.ended).toBe(null)
      outbox.beat(beats * LIMITS.heartbeatMs, 0)
      expect(wire.ended).toBe(1012)
      expect(wire.frames.at(-1)).toMatchObject({ k: "bye", retryAfterMs: 0 })
    },
  )

  it("expects no pong over SSE", () => {
    wire.transport = "sse"
    const outbox = outboxAt(0)
    outbox.goLive(outbox.position)
    for (let now = 25_000; now < 200_000; now += 25_000) outbox.beat(now, 0)
    expect(wire.ended).toBe(null)
  })

  describe("that is to find out whether its browser is there", () => {
    const live = (position = 3) => {
      const outbox = outboxAt(position)
      outbox.goLive(position)
      return outbox
    }

    it("asks at once, and knows it from the answer, once", () => {
      const outbox = live()
      let answers = 0
      outbox.ask(10, 7, () => (answers += 1))
      expect(wire.frames).toEqual([{ k: "ping", seq: 3, n: 7 }])
      expect(answers).toBe(0)
      outbox.pong(3)
      outbox.pong(3)
      expect(answers).toBe(1)
    })

    it("keeps a connection whose answers come later than the next question", () => {
      const outbox = live()
      const answers: Array<string> = []
      for (const [index, name] of ["first", "second", "third"].entries()) {
        outbox.ask(10 + index, 0, () => answers.push(name))
        if (index > 0) outbox.pong(2 + index)
        outbox.deliver(4 + index, ["{}"], 10 + index)
      }
      outbox.pong(6)
      expect([wire.ended, answers]).toEqual([null, ["first", "second", "third"]])
    })

    it("does not take an answer to an earlier ping for one to its question", () => {
      const outbox = live()
      let answers = 0
      outbox.beat(LIMITS.heartbeatMs, 0)
      outbox.ask(LIMITS.heartbeatMs + 1, 0, () => (answers += 1))
      outbox.pong(3)
      expect(answers).toBe(0)
      outbox.pong(3)
      expect(answers).toBe(1)
    })

    it("does not accept an answer with a wrong position", () => {
      const outbox = live()
      let answers = 0
      outbox.ask(10, 0, () => (answers += 1))
      outbox.pong(4)
      expect([answers, wire.ended]).toEqual([0, CLOSE.positionMismatch])
    })

    it("asks no connection that is still catching up, or closed", () => {
      let answers = 0
      const ask = (outbox: Outbox) => outbox.ask(10, 0, () => (answers += 1))
      ask(outboxAt(0))
      const gone = live()
      gone.abandon()
      ask(gone)
      expect([answers, wire.frames]).toEqual([0, []])
    })

    it("closes a connection that does not answer in time, as with any ping", () => {
      const outbox = live()
      outbox.ask(0, 0, () => undefined)
      outbox.beat(LIMITS.pongWithinMs + 1, 0)
      expect(wire.ended).toBe(CLOSE.tooSlow)
    })

    it("knows it over SSE from the next post, once, and not from one that was only accepted", () => {
      wire.transport = "sse"
      const outbox = live()
      let answers = 0
      outbox.ask(10, 7, () => (answers += 1))
      expect([answers, wire.frames]).toEqual([0, [{ k: "ping", seq: 3, n: 7 }]])
      outbox.posted()
      outbox.posted()
      expect(answers).toBe(1)
      outbox.beat(10 + LIMITS.pongWithinMs + 1, 0)
      expect(wire.ended).toBe(null)
    })
  })
})
