/**
 * The load on one relay: starts it, connects the browsers, then
 *
 *   a warm-up of the same number of events for all · events at a fixed rate, for latency · memory ·
 *   one event in flight for each visit, for throughput
 *
 * If the machine can pin processes, the relay has one core and the load another: figures are per core of the relay,
 * the log's thread included.
 */
import { fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { quantile } from "../../support/statistics.ts"
import type { Contender, Figures, Options } from "../harness/contest.ts"
import { DIALECTS } from "./dialects.ts"
import type { RelayMode, RelayRoomMode } from "./relay.ts"
import { Stage } from "./stage.ts"
import { ROOM_MESSAGES, UPSTREAM_FRAMES } from "./upstream-frames.ts"

const MEGABYTE = 1_048_576
/** Built by tools/pack-relays.ts from relay.ts. */
const PACKED_RELAY = fileURLToPath(new URL("../dist/relay.js", import.meta.url))

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0
export const pin = (pid: number | undefined, core: number) => {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)])
}

interface Told {
  readonly port?: number
  /** Microseconds over all threads, since the process started. */
  readonly cpuMicros: number
  /** The main thread's share of `cpuMicros`. */
  readonly mainMicros: number
  readonly residentBytes: number
  readonly keptBytes: number
}

export const startPathRelay = async (mode: RelayMode, upstreamPort: number, viewers: number) => {
  const child = fork(PACKED_RELAY, [mode, String(upstreamPort), String(viewers)], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning", ...profiling()],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the relay ended with ${String(code)}`)
  })
  // Only a relay that ends before it is stopped is a failure.
  ended.catch(() => undefined)
  const hear = async () => {
    const [told] = (await Promise.race([once(child, "message"), ended])) as [Told]
    return told
  }
  const told = await hear()
  pin(child.pid, 0)
  return {
    port: told.port ?? 0,
    ended,
    residentAtStart: told.residentBytes,
    usage: async (settled: boolean) => {
      child.send(settled ? "settled usage" : "usage")
      return hear()
    },
    stop: async () => {
      child.disconnect()
      await once(child, "exit")
    },
  }
}

/** `BENCH_PROFILE=DIRECTORY` writes the relay's CPU profiles there. */
const profiling = (): ReadonlyArray<string> => {
  const directory = process.env["BENCH_PROFILE"]
  return directory === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${directory}`]
}

/** One event in flight for each visit, until `enough` returns true. */
const closedLoop = async (
  stage: Stage,
  visits: number,
  enough: (events: number) => boolean,
): Promise<{ readonly events: number; readonly perSecond: number }> => {
  let events = 0
  let inFlight = visits
  const start = performance.now()
  let seconds = 0
  await new Promise<void>((resolve) => {
    stage.onArrival = (visit) => {
      events += 1
      if (!enough(events)) {
        stage.send(visit)
        return
      }
      if (seconds === 0) seconds = (performance.now() - start) / 1_000
      inFlight -= 1
      if (inFlight === 0) resolve()
    }
    for (let visit = 0; visit < visits; visit++) stage.send(visit)
  })
  return { events, perSecond: (events - visits + 1) / seconds }
}

/** Microseconds from sending to arrival, at a fixed rate spread over all visits. */
const latencies = async (
  stage: Stage,
  visits: number,
  perSecond: number,
  forMs: number,
): Promise<ReadonlyArray<number>> => {
  const underWay = Array.from({ length: visits }, (): Array<number> => [])
  const measured: Array<number> = []
  stage.onArrival = (visit) => {
    const sentAt = underWay[visit]?.shift()
    if (sentAt !== undefined) measured.push((performance.now() - sentAt) * 1_000)
  }
  const start = performance.now()
  const total = Math.floor((perSecond * forMs) / 1_000)
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, ((performance.now() - start) / 1_000) * perSecond)
    for (; sent < due; sent++) {
      underWay[sent % visits]?.push(performance.now())
      stage.send(sent % visits)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  while (measured.length < total) await wait(1)
  return measured
}

export const against = (mode: RelayMode | "direct"): Contender => ({
  run: async (options: Options): Promise<Figures> => {
    const visits = Number(options["visits"])
    const warmUpEvents = Number(options["warmUpEvents"])
    pin(process.pid, 1)
    const stage = await Stage.open(UPSTREAM_FRAMES)
    const relay = mode === "direct" ? null : await startPathRelay(mode, stage.port, 1)
    const connected = stage.connect(relay?.port ?? stage.port, visits, DIALECTS[mode])
    await (relay === null ? connected : Promise.race([connected, relay.ended]))

    await closedLoop(stage, visits, (events) => events >= warmUpEvents)
    const micros = await latencies(
      stage,
      visits,
      Number(options["perSecond"]),
      Number(options["latencyMs"]),
    )
    const before = await relay?.usage(true)

    const until = performance.now() + Number(options["throughputMs"])
    const { events, perSecond } = await closedLoop(stage, visits, () => performance.now() >= until)
    const after = await relay?.usage(false)
    await relay?.stop()
    const resident = before?.residentBytes ?? 0
    return {
      perSecond,
      cpuMicros: ((after?.cpuMicros ?? 0) - (before?.cpuMicros ?? 0)) / events,
      mainMicros: ((after?.mainMicros ?? 0) - (before?.mainMicros ?? 0)) / events,
      p50: quantile(micros, 0.5),
      p99: quantile(micros, 0.99),
      residentMB: resident / MEGABYTE,
      grownMB: (resident - (relay?.residentAtStart ?? 0)) / MEGABYTE,
    }
  },
})

/** A room's facts in flight at a time. */
const ROOM_IN_FLIGHT = 4

/** Sends facts to the whole room, the next when one has arrived everywhere, until `enough` returns true. */
const roomLoop = async (
  stage: Stage,
  visits: number,
  enough: (facts: number) => boolean,
): Promise<{ readonly deliveries: number; readonly seconds: number }> => {
  let arrived = 0
  let sent = 0
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const send = () => {
      sent += 1
      stage.send(0)
    }
    stage.onArrival = () => {
      arrived += 1
      if (arrived % visits !== 0) return
      if (!enough(arrived / visits)) send()
      else if (arrived === sent * visits) resolve()
    }
    for (let fact = 0; fact < ROOM_IN_FLIGHT; fact++) send()
  })
  return { deliveries: arrived, seconds: (performance.now() - start) / 1_000 }
}

/** A room of all browsers; events of the first one's upstream connection go to all of them. */
export const room = (mode: RelayRoomMode): Contender => ({
  run: async (options: Options): Promise<Figures> => {
    const visits = Number(options["visits"])
    pin(process.pid, 1)
    const stage = await Stage.open(ROOM_MESSAGES)
    const relay = await startPathRelay(mode, stage.port, visits)
    await Promise.race([stage.connect(relay.port, visits, DIALECTS[mode]), relay.ended])
    const warmUp = Number(options["warmUpFacts"])
    await roomLoop(stage, visits, (facts) => facts >= warmUp)
    const before = await relay.usage(true)
    const until = performance.now() + Number(options["throughputMs"])
    const { deliveries, seconds } = await roomLoop(stage, visits, () => performance.now() >= until)
    const after = await relay.usage(false)
    await relay.stop()
    return {
      perSecond: deliveries / seconds,
      perCpuSecond: (deliveries * 1_000_000) / (after.cpuMicros - before.cpuMicros),
      mainMicros: (after.mainMicros - before.mainMicros) / deliveries,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / deliveries,
      diskBytes: (after.keptBytes - before.keptBytes) / deliveries,
    }
  },
})
