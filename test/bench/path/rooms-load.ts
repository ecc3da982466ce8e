/**
 * The load on one relay with many rooms. Messages are sent at a fixed rate, to each room in turn. For every viewer
 * the load records when each message arrived, whether it was the next one of that room, and, if events have
 * positions, the next one of that visit.
 *
 * The load sends, receives and parses every message in one process on its own core, and this is part of the
 * measurement: a message that waits for the load's process counts as late.
 */
import { setTimeout as wait } from "node:timers/promises"
import { quantile } from "../../support/statistics.ts"
import type { Contender, Figures, Options } from "../harness/contest.ts"
import { DIALECTS } from "./dialects.ts"
import { pin, startPathRelay } from "./load.ts"
import type { RelayRoomMode } from "./relay.ts"
import { Stage } from "./stage.ts"
import { ROOM_MESSAGES } from "./upstream-frames.ts"

/** How long after the last message missing ones are awaited. */
const LATE_MS = 5_000

const ID = /"msg_(\d{20})"/gu
const POSITION = /"seq":(\d+)/gu

interface Viewer {
  told: number
  seq: number
}

export const rooms = (mode: RelayRoomMode): Contender => ({
  run: async (options: Options): Promise<Figures> => {
    const count = Number(options["rooms"])
    const viewersEach = Number(options["viewers"])
    const perSecond = Number(options["perSecond"])
    const visits = count * viewersEach
    pin(process.pid, 1)
    const stage = await Stage.open(ROOM_MESSAGES)
    const relay = await startPathRelay(mode, stage.port, viewersEach)
    await Promise.race([stage.connect(relay.port, visits, DIALECTS[mode]), relay.ended])

    const viewers = Array.from({ length: visits }, (): Viewer => ({ told: 0, seq: 0 }))
    const sentAt: Array<number> = []
    const millis: Array<number> = []
    let measuredFrom = 0
    let arrived = 0
    let wrong = 0
    stage.onArrival = (visit, bytes, start, end) => {
      const viewer = viewers[visit]
      if (viewer === undefined) return
      const now = performance.now()
      const text = bytes.toString("latin1", start, end)
      for (const [, id] of text.matchAll(ID)) {
        const message = Math.floor(visit / viewersEach) + count * viewer.told
        viewer.told += 1
        arrived += 1
        if (Number(id) !== message % ROOM_MESSAGES.length) wrong += 1
        const sent = sentAt[message]
        if (sent === undefined) wrong += 1
        else if (message >= measuredFrom) millis.push(now - sent)
      }
      for (const [, seq] of text.matchAll(POSITION)) {
        if (viewer.seq !== 0 && Number(seq) !== viewer.seq + 1) wrong += 1
        viewer.seq = Number(seq)
      }
    }

    const sendFor = async (forMs: number) => {
      const [first, start] = [sentAt.length, performance.now()]
      const total = Math.floor((count * perSecond * forMs) / 1_000)
      while (sentAt.length - first < total) {
        const due = ((performance.now() - start) / 1_000) * count * perSecond
        while (sentAt.length - first < Math.min(due, total)) {
          const room = sentAt.length % count
          sentAt.push(performance.now())
          stage.send(room * viewersEach)
        }
        await wait(1)
      }
    }
    await sendFor(Number(options["warmUpMs"]))
    measuredFrom = sentAt.length
    const before = await relay.usage(false)
    await sendFor(Number(options["measuredMs"]))
    const lost = performance.now() + LATE_MS
    while (arrived < sentAt.length * viewersEach && performance.now() < lost) await wait(10)
    const after = await relay.usage(false)
    await relay.stop()
    const missing = sentAt.length * viewersEach - arrived
    return {
      p50: quantile(millis, 0.5),
      p99: quantile(millis, 0.99),
      most: quantile(millis, 1),
      deliveries: millis.length,
      wrong: wrong + Math.abs(missing),
      cpuMicros: (after.cpuMicros - before.cpuMicros) / millis.length,
    }
  },
})
