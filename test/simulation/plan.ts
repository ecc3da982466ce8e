/**
 * What people, networks, disks and machines do in one run, drawn from a seed, and how a failing plan is shortened.
 * Pure: run.ts executes it.
 */
import type { SeededRandom } from "@foldcast/backend/seeded-random"
import type { NetworkWay } from "./network.ts"

/** `tab`, `browser` and `member` are taken modulo the number of existing ones. */
export type SimulationStep =
  | { readonly do: "open"; readonly browser: number }
  | { readonly do: "leave"; readonly tab: number }
  | { readonly do: "fact"; readonly tab: number }
  | { readonly do: "logIn"; readonly tab: number; readonly member: number }
  | { readonly do: "logOut"; readonly tab: number }
  | { readonly do: "favourite"; readonly tab: number }
  | { readonly do: "checkout"; readonly tab: number }
  /** Copies a guest's cookie and opens the site with it. */
  | { readonly do: "steal"; readonly browser: number }
  | { readonly do: "earn"; readonly member: number; readonly times: number }
  | { readonly do: "flap"; readonly member: number }
  | { readonly do: "cut"; readonly tab: number }
  | { readonly do: "silence"; readonly tab: number; readonly way: NetworkWay }
  | { readonly do: "stall"; readonly tab: number }
  | { readonly do: "lose"; readonly tab: number }
  | { readonly do: "crash"; readonly downMs: number }
  | { readonly do: "slowDisk"; readonly ms: number }
  | { readonly do: "lossy"; readonly share: number }

export interface PlannedStep {
  /** Milliseconds from the start. */
  readonly at: number
  readonly step: SimulationStep
}

export type Plan = ReadonlyArray<PlannedStep>

/** Length of a plan; its last step is earlier. */
const PLAN_MS = 20_000
const MAX_STEPS = 36

const drawStep = (random: SeededRandom): SimulationStep => {
  const tab = random.whole(0, 5)
  const browser = random.whole(0, 1)
  const member = random.whole(0, 1)
  const draws: readonly [() => SimulationStep, ...ReadonlyArray<() => SimulationStep>] = [
    () => ({ do: "open", browser }),
    () => ({ do: "leave", tab }),
    () => ({ do: "fact", tab }),
    () => ({ do: "fact", tab }),
    () => ({ do: "logIn", tab, member }),
    () => ({ do: "logIn", tab, member }),
    () => ({ do: "logOut", tab }),
    () => ({ do: "favourite", tab }),
    () => ({ do: "checkout", tab }),
    () => ({ do: "steal", browser }),
    () => ({ do: "earn", member, times: random.whole(1, 3) }),
    () => ({ do: "earn", member, times: random.whole(2, 60) }),
    () => ({ do: "earn", member: 0, times: random.whole(2, 60) }),
    () => ({ do: "flap", member }),
    () => ({ do: "cut", tab }),
    () => ({ do: "cut", tab }),
    () => ({ do: "silence", tab, way: random.pick(["up", "down"]) }),
    () => ({ do: "stall", tab }),
    () => ({ do: "stall", tab }),
    () => ({ do: "lose", tab }),
    () => ({ do: "crash", downMs: random.whole(0, 3_000) }),
    () => ({ do: "slowDisk", ms: random.whole(1, 400) }),
    () => ({ do: "lossy", share: random.pick([0, 0.1, 0.4]) }),
  ]
  return random.pick(draws)()
}

/** A browser opens and mostly logs in; the following steps are close together in time, to provoke interleavings. */
export const drawPlan = (random: SeededRandom): Plan => {
  const steps: Array<PlannedStep> = [
    { at: 0, step: { do: "open", browser: 0 } },
    { at: random.whole(0, 300), step: { do: "open", browser: random.whole(0, 1) } },
  ]
  if (random.chance(0.3)) steps.push({ at: 350, step: { do: "steal", browser: 0 } })
  if (random.chance(0.8)) steps.push({ at: 400, step: { do: "logIn", tab: 0, member: 0 } })
  let at = random.whole(400, 1_000)
  const count = random.whole(8, MAX_STEPS)
  while (steps.length < count) {
    steps.push({ at, step: drawStep(random) })
    at += random.chance(0.6) ? random.whole(0, 60) : random.whole(0, 1_200)
  }
  return steps.filter((planned) => planned.at < PLAN_MS)
}

/** The same failure with fewer steps, found by leaving some out. At most `budget` runs. */
export const shortest = async (
  plan: Plan,
  fails: (shorter: Plan) => Promise<boolean>,
  budget = 120,
): Promise<Plan> => {
  let best = plan
  let left = budget
  for (let size = Math.ceil(plan.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.length && left > 0;) {
      const shorter = [...best.slice(0, from), ...best.slice(from + size)]
      left -= 1
      if (await fails(shorter)) best = shorter
      else from += size
    }
  }
  return best
}
