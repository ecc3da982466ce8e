/**
 * One process of the site. It counts as ready when it prints the ready line (`{"ready":true,"url":…}`) on
 * standard output. It is restarted with a growing back-off after a crash, and ended first by SIGTERM, then by
 * SIGKILL. Its output goes to its log file; the last lines are kept for the sentence about a failed start.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { Failure } from "../failure.ts"
import { ProcessLog } from "./process-log.ts"
import { crashesInARow, restartDelay } from "./restart-delay.ts"

export interface ProcessPlan {
  readonly name: string
  /** Arguments of Node.js: options, then the file. */
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  readonly logFile: string
  /** Whether a crash after it was ready restarts it. */
  readonly restart: boolean
}

export interface ProcessEvents {
  readonly crashed: (name: string, how: string, againInMs: number | null) => void
  readonly restarted: (name: string) => void
  /** Every line of either output, at once. */
  readonly line: (name: string, line: string) => void
}

const READY_TIMEOUT_MS = 60_000
const POLITE_MS = 8_000
const KEPT_LINES = 20

interface ReadyLine {
  readonly ready: true
  readonly url: string
}

const readyLine = (line: string): ReadyLine | undefined => {
  if (!line.startsWith('{"ready":')) return undefined
  try {
    const parsed = JSON.parse(line) as Partial<ReadyLine>
    return parsed.ready === true && typeof parsed.url === "string"
      ? { ready: true, url: parsed.url }
      : undefined
  } catch {
    return undefined
  }
}

const howItEnded = (code: number | null, signal: NodeJS.Signals | null) =>
  signal === null ? `with exit code ${code ?? "unknown"}` : `by ${signal}`

export class SupervisedProcess {
  readonly #plan: ProcessPlan
  readonly #events: ProcessEvents
  readonly #log: ProcessLog
  readonly #lastLines: Array<string> = []
  #child: ChildProcess | undefined
  #startedAt = 0
  #crashes = 0
  #url = ""
  #ended = false
  #restartTimer: NodeJS.Timeout | undefined
  #endedOnPurpose: ChildProcess | undefined

  constructor(plan: ProcessPlan, events: ProcessEvents) {
    this.#plan = plan
    this.#events = events
    this.#log = new ProcessLog(plan.logFile)
  }

  get name(): string {
    return this.#plan.name
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null
      ? this.#child.pid
      : undefined
  }

  /** Its address; empty before it is ready. */
  get url(): string {
    return this.#url
  }

  /** Starts it and waits until it is ready. Throws `Failure` when it never is. */
  async start(): Promise<string> {
    const child = this.#spawn()
    const ready = this.#readiness(child)
    child.once("exit", (code, signal) => this.#onExit(child, howItEnded(code, signal)))
    this.#url = await ready
    return this.#url
  }

  /** Sends a signal, as a fault test does. Resolves when the process has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || this.pid === undefined) return
    const exited = once(child, "exit")
    child.kill(signal)
    await exited
  }

  /** Ends it by SIGTERM, then by SIGKILL, and cancels a pending restart. */
  async stop(): Promise<void> {
    clearTimeout(this.#restartTimer)
    this.#ended = true
    const child = this.#child
    if (child === undefined || this.pid === undefined) return
    this.#endedOnPurpose = child
    const exited = once(child, "exit")
    child.kill("SIGTERM")
    const force = setTimeout(() => child.kill("SIGKILL"), POLITE_MS)
    await exited
    clearTimeout(force)
  }

  async restart(): Promise<string> {
    await this.stop()
    this.#ended = false
    return this.start()
  }

  #spawn(): ChildProcess {
    const { args, environment, cwd } = this.#plan
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: environment,
      // The launcher handles the terminal's Ctrl-C, in its own order.
      detached: true,
      // The fourth is an IPC channel that closes when this process ends (end-with-parent.js).
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    // Ignores signals that fail and a channel that closes after the start: the exit event handles it.
    child.on("error", () => undefined)
    this.#child = child
    this.#startedAt = performance.now()
    this.#lastLines.length = 0
    return child
  }

  #readiness(child: ChildProcess): Promise<string> {
    const { name, logFile } = this.#plan
    return new Promise((resolve, reject) => {
      const failed = (how: string) => {
        this.#endedOnPurpose = child
        child.kill("SIGKILL")
        const told = this.#lastLines.length === 0 ? "" : `\n${this.#lastLines.join("\n")}`
        reject(new Failure(`${name}: ${how}. Its log is ${logFile}.${told}`, 1))
      }
      const timer = setTimeout(
        () => failed(`not ready within ${READY_TIMEOUT_MS / 1_000} seconds`),
        READY_TIMEOUT_MS,
      )
      child.once("error", (error) => failed(`cannot be started: ${error.message}`))
      const endedEarly = (code: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(timer)
        failed(`ended before it was ready, ${howItEnded(code, signal)}`)
      }
      child.once("exit", endedEarly)
      const onLine = (line: string) => {
        const ready = readyLine(line)
        if (ready !== undefined) {
          clearTimeout(timer)
          child.off("exit", endedEarly)
          resolve(ready.url)
        }
        this.#keep(line)
      }
      for (const output of [child.stdout, child.stderr]) {
        if (output !== null) createInterface({ input: output }).on("line", onLine)
      }
    })
  }

  #keep(line: string): void {
    this.#lastLines.push(line)
    if (this.#lastLines.length > KEPT_LINES) this.#lastLines.shift()
    this.#log.write(line)
    this.#events.line(this.name, line)
  }

  #onExit(child: ChildProcess, how: string): void {
    if (this.#ended || this.#endedOnPurpose === child) return
    this.#crashes = crashesInARow(this.#crashes, performance.now() - this.#startedAt)
    const delay = this.#plan.restart ? restartDelay(this.#crashes) : null
    this.#events.crashed(this.name, how, delay)
    if (delay !== null) this.#startAgainIn(delay)
  }

  #startAgainIn(delay: number): void {
    this.#restartTimer = setTimeout(() => void this.#startAgain(), delay)
  }

  async #startAgain(): Promise<void> {
    try {
      await this.start()
      this.#events.restarted(this.name)
    } catch {
      // The log has the reason; here only the next attempt matters.
      if (this.#ended) return
      this.#crashes += 1
      const delay = restartDelay(this.#crashes)
      this.#events.crashed(this.name, "before it was ready", delay)
      this.#startAgainIn(delay)
    }
  }
}
