/**
 * The gateway's side of the log's thread. While one batch is being made durable, further operations
 * gather and go as the next: the more there is to do, the fewer syncs each operation costs.
 *
 * Every operation is answered exactly once. After the thread failed, all of them are answered with the
 * failure, those still to come included.
 */
import type { Worker } from "node:worker_threads"
import type { Answer, FromLog, Operation, ToLog } from "./sqlite-protocol.ts"

/** Operations of one transaction at most: bounds how long a single one waits for its neighbours. */
const MAX_BATCH = 1_000

export type Outcome = Answer | { readonly failed: string }

interface Waiting {
  readonly operation: Operation
  readonly settle: (outcome: Outcome) => void
}

export class GroupCommit {
  readonly #worker: Worker
  #gathering: Array<Waiting> = []
  #inFlight: ReadonlyArray<Waiting> = []
  #scheduled = false
  #failure: string | null = null
  #drained: (() => void) | null = null

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on("message", (message: FromLog) => this.#received(message))
    worker.on("error", (error) => this.#fail(String(error)))
    worker.on("exit", () => this.#fail("the log's thread has ended"))
  }

  get failed(): boolean {
    return this.#failure !== null
  }

  submit(operation: Operation, settle: (outcome: Outcome) => void): void {
    if (this.#failure !== null) {
      settle({ failed: this.#failure })
      return
    }
    this.#gathering.push({ operation, settle })
    this.#schedule()
  }

  /** Resolves when everything submitted so far is answered. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve
      this.#announceDrained()
    })
  }

  /** At the end of the turn, so that what arrives together is committed together. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight.length > 0 || this.#gathering.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    if (this.#gathering.length === 0 || this.#failure !== null) return
    this.#inFlight = this.#gathering.slice(0, MAX_BATCH)
    this.#gathering = this.#gathering.slice(MAX_BATCH)
    const batch: ToLog = { operations: this.#inFlight.map(({ operation }) => operation) }
    this.#worker.postMessage(batch, [])
  }

  #received(message: FromLog): void {
    if (message === "closed" || "opened" in message) return
    if ("failed" in message) return this.#fail(message.failed)
    const settled = this.#inFlight
    this.#inFlight = []
    // The next batch is on its way to the disk while this one is being delivered.
    this.#send()
    for (const [index, waiting] of settled.entries()) {
      const answer = message.answers[index]
      if (answer !== undefined) waiting.settle(answer)
    }
    this.#announceDrained()
  }

  #fail(reason: string): void {
    if (this.#failure !== null) return
    this.#failure = reason
    const waiting = [...this.#inFlight, ...this.#gathering]
    this.#inFlight = []
    this.#gathering = []
    for (const { settle } of waiting) settle({ failed: reason })
    this.#announceDrained()
  }

  #announceDrained(): void {
    if (this.#drained === null || this.#inFlight.length > 0 || this.#gathering.length > 0) return
    this.#drained()
    this.#drained = null
  }
}
