/**
 * Runs contenders against each other: each in a process of its own, in turn, several rounds, every other round in
 * the opposite order. A contender is a module with `run`; contender.ts is its process.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { median, medianRatio } from "../../support/statistics.ts"
import type { ContenderName } from "./contenders.ts"

export type Figures = Readonly<Record<string, number>>
export type Options = Readonly<Record<string, number | string>>

export interface Contender {
  readonly run: (options: Options) => Promise<Figures> | Figures
}

/** Milliseconds after which a contender counts as stuck. */
const GIVE_UP_AFTER_MS = 120_000

const entry = fileURLToPath(new URL("./contender.ts", import.meta.url))

/** One contender's figures: the last line its process prints. */
export const runContender = async (name: ContenderName, options: Options): Promise<Figures> => {
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--disable-warning=ExperimentalWarning", entry, name, JSON.stringify(options)],
    { stdio: ["ignore", "pipe", "pipe"], timeout: GIVE_UP_AFTER_MS, killSignal: "SIGKILL" },
  )
  let output = ""
  let complaint = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")))
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString("utf8")))
  const [code] = (await once(child, "close")) as [number | null]
  if (code !== 0) throw new Error(`${name} ended with ${code}\n${complaint}`)
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Figures
}

/** The figures of all rounds of one contest. */
export class Results<Name extends string> {
  readonly #rounds: ReadonlyArray<Readonly<Record<Name, Figures>>>

  constructor(rounds: ReadonlyArray<Readonly<Record<Name, Figures>>>) {
    this.#rounds = rounds
  }

  #all(name: Name, figure: string): ReadonlyArray<number> {
    return this.#rounds.map((round) => {
      const value = round[name][figure]
      if (value === undefined) throw new Error(`${name} measured no ${figure}`)
      return value
    })
  }

  median(name: Name, figure: string): number {
    return median(this.#all(name, figure))
  }

  ratio(of: Name, against: Name, figure: string, figureAgainst = figure): number {
    return medianRatio(this.#all(of, figure), this.#all(against, figureAgainst))
  }
}

export const contest = async <const Name extends ContenderName>(
  names: ReadonlyArray<Name>,
  rounds: number,
  options: Options,
  measure: (name: ContenderName, options: Options) => Promise<Figures> = runContender,
): Promise<Results<Name>> => {
  const results: Array<Readonly<Record<Name, Figures>>> = []
  for (let round = 0; round < rounds; round++) {
    const measured: Array<readonly [Name, Figures]> = []
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured.push([name, await measure(name, options)])
    }
    results.push(Object.fromEntries(measured) as Record<Name, Figures>)
  }
  return new Results(results)
}
