/**
 * `npm run bench`: the product's speed, as ratios measured side by side in one run, each beside its target.
 * Absolute figures are valid for this machine and this run; only ratios can be compared.
 *
 *   npm run bench -- [--quick] [--json] [NAME …]
 *
 * A missed target is reported but is no failure; only a bench that cannot run fails.
 */
import { availableParallelism, cpus, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { append } from "./append.ts"
import { browse } from "./browse.ts"
import { chat } from "./chat.ts"
import { decode } from "./decode.ts"
import { foldBench } from "./fold.ts"
import type { Bench, Row } from "./harness/bench.ts"
import { home } from "./home.ts"
import { ledger } from "./ledger.ts"
import { media } from "./media.ts"
import { path } from "./path.ts"
import { people } from "./people.ts"
import { performersBench } from "./performers.ts"
import { pictureBench } from "./picture.ts"
import { replayBench } from "./replay.ts"
import { roomBench } from "./room.ts"
import { roomsBench } from "./rooms.ts"
import { tableOf, verdict } from "./harness/table.ts"

const BENCHES: ReadonlyArray<Bench> = [
  decode,
  foldBench,
  append,
  path,
  roomBench,
  roomsBench,
  ledger,
  performersBench,
  replayBench,
  home,
  people,
  browse,
  chat,
  media,
  pictureBench,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
})

const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `there is no bench ${unknown.join(", ")}; there are ${BENCHES.map(({ name }) => name).join(", ")}\n`,
  )
  process.exit(2)
}

const say = (text: string) => {
  if (!values.json) process.stdout.write(`${text}\n`)
}

const machine = {
  node: process.version,
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? "unknown",
  /**
   * Runnable processes, averaged over a minute before the start: near the number of cores, the figures are noise.
   */
  load: loadavg()[0] ?? 0,
}
say(
  `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.load.toFixed(1)} at the start` +
    `${values.quick ? "; quick: one short round, take no figure at its word" : ""}\n`,
)

const started = performance.now()
const chosen = BENCHES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const reports: Array<{
  readonly name: string
  readonly title: string
  readonly seconds: number
  readonly rows: ReadonlyArray<Row>
}> = []
const crashed: Array<{ readonly name: string; readonly error: string }> = []

for (const { name, title, run } of chosen) {
  const began = performance.now()
  try {
    const rows = await run({ quick: values.quick })
    reports.push({ name, title, seconds: (performance.now() - began) / 1_000, rows })
    say(`${tableOf(title, rows)}\n`)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    crashed.push({ name, error: sentence })
    say(`${title}\n  could not be measured: ${sentence}\n`)
  }
}

const verdicts = reports.flatMap(({ rows }) => rows.map(verdict))
const count = (wanted: string) => verdicts.filter((each) => each === wanted).length
const seconds = (performance.now() - started) / 1_000

if (values.json) {
  const benches = reports.map((report) => ({
    ...report,
    rows: report.rows.map((row) => ({ ...row, verdict: verdict(row) || null })),
  }))
  process.stdout.write(
    `${JSON.stringify({ machine, quick: values.quick, seconds, benches, crashed }, null, 2)}\n`,
  )
}
say(`${count("met")} targets met, ${count("missed")} missed, in ${seconds.toFixed(0)} s`)
process.exit(crashed.length === 0 ? 0 : 1)
