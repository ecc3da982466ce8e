/**
 * The tests' time, from Vitest's JSON report: seconds per test and per behaviour, compared with the limit of
 * each kind of test (docs/testing.md). Pure.
 */
import { type ProjectName, projectOf } from "./test-projects.ts"

/** Seconds that one test may take, on a quiet machine. */
export const PRICES: Readonly<Record<ProjectName, number>> = {
  unit: 0.01,
  server: 0.5,
  screen: 1,
  contracts: 0.5,
  security: 5,
  e2e: 5,
}

/** The used part of Vitest's JSON report. Durations are milliseconds. */
export interface TestReport {
  readonly testResults: ReadonlyArray<{
    /** The file's absolute path. */
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly duration?: number | null
    }>
  }>
}

export interface TestCost {
  readonly path: string
  readonly name: string
  readonly kind: ProjectName
  readonly seconds: number
  readonly behaviours: ReadonlyArray<string>
}

const GROUP = /\[((?:[A-Z]+-\d{2,3}(?:[,\s]+)?)+)\]/gu

const behavioursOf = (name: string): ReadonlyArray<string> => [
  ...new Set([...name.matchAll(GROUP)].flatMap(([, group = ""]) => group.split(/[,\s]+/u))),
]

export const testCosts = (report: TestReport, root: string): ReadonlyArray<TestCost> =>
  report.testResults.flatMap(({ name: file, assertionResults }) => {
    const path = file.slice(root.length + 1)
    const kind = projectOf(path)
    if (kind === undefined) return []
    return assertionResults.map(({ fullName, duration }) => ({
      path,
      name: fullName,
      kind,
      seconds: (duration ?? 0) / 1_000,
      behaviours: behavioursOf(fullName),
    }))
  })

const sum = (costs: ReadonlyArray<TestCost>) =>
  costs.reduce((total, { seconds }) => total + seconds, 0)

export interface KindCost {
  readonly kind: ProjectName
  readonly tests: number
  readonly seconds: number
  /** How many exceed their kind's limit. */
  readonly tooDear: number
}

export const kindCosts = (costs: ReadonlyArray<TestCost>): ReadonlyArray<KindCost> =>
  (Object.keys(PRICES) as ReadonlyArray<ProjectName>).map((kind) => {
    const own = costs.filter((cost) => cost.kind === kind)
    const tooDear = own.filter(({ seconds }) => seconds > PRICES[kind]).length
    return { kind, tests: own.length, seconds: sum(own), tooDear }
  })

export interface BehaviourCost {
  readonly id: string
  readonly tests: number
  /** A test of several behaviours divides its time among them. */
  readonly seconds: number
}

/** Slowest first. */
export const behaviourCosts = (costs: ReadonlyArray<TestCost>): ReadonlyArray<BehaviourCost> => {
  const byId = new Map<string, BehaviourCost>()
  for (const { seconds, behaviours } of costs) {
    for (const id of behaviours) {
      const known = byId.get(id) ?? { id, tests: 0, seconds: 0 }
      const share = seconds / behaviours.length
      byId.set(id, { id, tests: known.tests + 1, seconds: known.seconds + share })
    }
  }
  return [...byId.values()].toSorted((a, b) => b.seconds - a.seconds)
}

/** Sorted by seconds, slowest first: tests over their kind's limit. */
export const tooDear = (costs: ReadonlyArray<TestCost>): ReadonlyArray<TestCost> =>
  costs
    .filter(({ kind, seconds }) => seconds > PRICES[kind])
    .toSorted((a, b) => b.seconds - a.seconds)
