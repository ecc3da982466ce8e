/**
 * Effect on the agenda: its clock, scheduler and random numbers are the simulated world's. A fibre's next turn is
 * an entry like any other, so the seed decides which fibre runs.
 */
import { Clock, Duration, Effect, Layer, Logger, Random, References, Scheduler } from "effect"
import type { Agenda, Process } from "./agenda.ts"

/** Log lines that report a broken invariant. Other errors may come from a race between two people. */
const DEFECTS = /defect|broke/u

const NANOS_PER_MILLI = 1_000_000n

class AgendaScheduler extends Scheduler.MixedScheduler {
  readonly #schedule: (task: () => void) => void

  constructor(schedule: (task: () => void) => void) {
    super("async")
    this.#schedule = schedule
  }

  override makeDispatcher(): ReturnType<Scheduler.MixedScheduler["makeDispatcher"]> {
    return {
      scheduleTask: (task: () => void) => this.#schedule(task),
      flush: () => undefined,
    } as unknown as ReturnType<Scheduler.MixedScheduler["makeDispatcher"]>
  }
}

const clockOf = (agenda: Agenda, process: Process): Clock.Clock => {
  const started = agenda.now
  const wall = () => BigInt(agenda.now) * NANOS_PER_MILLI
  const monotonic = () => BigInt(agenda.now - started) * NANOS_PER_MILLI
  return {
    currentTimeMillisUnsafe: () => agenda.now,
    currentTimeMillis: Effect.sync(() => agenda.now),
    currentTimeNanosUnsafe: wall,
    currentTimeNanos: Effect.sync(wall),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const afterMs = Duration.toMillis(duration)
        if (!Number.isFinite(afterMs)) return
        const cancel = agenda.add({ label: "timer", afterMs, process }, () => resume(Effect.void))
        return Effect.sync(cancel)
      }),
  }
}

/** The runtime for the fibres of one process. `failed` receives failures outside a request. */
export const simulatedRuntime = (
  agenda: Agenda,
  process: Process,
  failed: (what: string) => void,
) => {
  const scheduler = new AgendaScheduler((task) => {
    agenda.add({ label: "fibre", afterMs: 0, process }, task)
  })
  const { random } = agenda
  return Layer.mergeAll(
    Layer.succeed(Scheduler.Scheduler, scheduler),
    // Fibres yield far more often than in production: every yield lets other fibres run.
    Layer.succeed(References.MaxOpsBeforeYield, random.whole(20, 400)),
    Layer.succeed(Clock.Clock, clockOf(agenda, process)),
    Layer.succeed(Random.Random, {
      nextIntUnsafe: () => random.whole(0, 2 ** 31 - 1),
      nextDoubleUnsafe: random.next,
    }),
    Logger.layer([
      Logger.make<unknown, void>(({ logLevel, message }) => {
        const text = JSON.stringify(message)
        if (logLevel === "Error" && DEFECTS.test(text)) failed(text)
      }),
    ]),
  )
}
