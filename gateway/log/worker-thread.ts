/**
 * A worker thread that holds SQLite files, seen from the gateway's own thread: opened, asked in groups,
 * closed. While one group is being made durable, further operations gather and go as the next: the more
 * there is to do, the fewer syncs each operation costs.
 *
 * Invariants: every operation is answered exactly once, in the order in which they were submitted; after the thread
 * failed, all are answered with the failure, those still to come included.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { errorSentence } from "../error-sentence.ts"

/** Operations of one group at most: bounds how long a single one waits for its neighbours. */
const MAX_GROUP = 1_000

export type ToThread<Operations> = { readonly operations: Operations } | "close"

export type FromThread<Opened, Answers> =
  | { readonly opened: Opened }
  | { readonly answers: Answers }
  /** Nothing of this group was carried out, and nothing after it will be. */
  | { readonly failed: string }
  | "closed"

/** How a group and its answers are written for the way between the threads. */
export interface Packing<Operation, Answer, Operations, Answers> {
  readonly packOperations: (operations: ReadonlyArray<Operation>) => Operations
  readonly unpackAnswers: (answers: Answers) => ReadonlyArray<Answer>
}

interface Waiting<Operation, Answer> {
  readonly operation: Operation
  readonly settle: (outcome: Answer | { readonly failed: string }) => void
}

export class WorkerThread<Operation, Answer, Operations, Answers> {
  readonly #worker: Worker
  readonly #packing: Packing<Operation, Answer, Operations, Answers>
  #gathering: Array<Waiting<Operation, Answer>> = []
  #inFlight: ReadonlyArray<Waiting<Operation, Answer>> = []
  #scheduled = false
  #failure: string | null = null
  #drained: (() => void) | null = null

  constructor(worker: Worker, packing: Packing<Operation, Answer, Operations, Answers>) {
    this.#worker = worker
    this.#packing = packing
    worker.on("message", (message: FromThread<unknown, Answers>) => this.#received(message))
    worker.on("error", (error) => this.#fail(String(error)))
    worker.on("exit", () => this.#fail("its thread has ended"))
  }

  /** `settle` is called in the order of the answers, before anything else of the gateway runs. */
  submit(operation: Operation, settle: Waiting<Operation, Answer>["settle"]): void {
    if (this.#failure !== null) {
      settle({ failed: this.#failure })
      return
    }
    this.#gathering.push({ operation, settle })
    this.#schedule()
  }

  /** What was submitted is answered first. */
  async close(): Promise<void> {
    await this.#everythingAnswered()
    if (this.#failure !== null) {
      await this.#worker.terminate()
      return
    }
    // A worker that fails while closing exits too.
    const ended = new Promise<void>((resolve) => {
      this.#worker.once("exit", () => resolve())
    })
    const close: ToThread<Operations> = "close"
    this.#worker.postMessage(close, [])
    await ended
  }

  #everythingAnswered(): Promise<void> {
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
    this.#inFlight = this.#gathering.slice(0, MAX_GROUP)
    this.#gathering = this.#gathering.slice(MAX_GROUP)
    const operations = this.#inFlight.map(({ operation }) => operation)
    const group: ToThread<Operations> = { operations: this.#packing.packOperations(operations) }
    this.#worker.postMessage(group, [])
  }

  #received(message: FromThread<unknown, Answers>): void {
    if (message === "closed" || "opened" in message) return
    if ("failed" in message) return this.#fail(message.failed)
    const settled = this.#inFlight
    this.#inFlight = []
    // The next group is on its way to the disk while this one is being delivered.
    this.#send()
    const answers = this.#packing.unpackAnswers(message.answers)
    for (const [index, waiting] of settled.entries()) {
      const answer = answers[index]
      if (answer !== undefined) this.#settle(waiting, answer)
    }
    this.#announceDrained()
  }

  #fail(reason: string): void {
    if (this.#failure !== null) return
    this.#failure = reason
    const waiting = [...this.#inFlight, ...this.#gathering]
    this.#inFlight = []
    this.#gathering = []
    for (const each of waiting) this.#settle(each, { failed: reason })
    this.#announceDrained()
  }

  /** A callback that throws does not stop the others; its error is rethrown as uncaught. */
  #settle(
    { settle }: Waiting<Operation, Answer>,
    outcome: Parameters<Waiting<Operation, Answer>["settle"]>[0],
  ): void {
    try {
      settle(outcome)
    } catch (defect) {
      queueMicrotask(() => {
        throw defect
      })
    }
  }

  #announceDrained(): void {
    if (this.#drained === null || this.#inFlight.length > 0 || this.#gathering.length > 0) return
    this.#drained()
    this.#drained = null
  }
}

/** Open until the scope ends. Fails with what the thread says of what it could not open. */
export const openThread = <
  Operation,
  Answer,
  Opened = unknown,
  Operations = ReadonlyArray<Operation>,
  Answers = ReadonlyArray<Answer>,
>(options: {
  readonly script: URL
  readonly name: string
  /** Handed to the thread as its `workerData`. */
  readonly settings: unknown
  readonly packing: Packing<Operation, Answer, Operations, Answers>
}) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const worker = new Worker(options.script, {
          workerData: options.settings,
          name: options.name,
        })
        const [message] = (await once(worker, "message")) as [FromThread<Opened, Answers>]
        if (message === "closed" || !("opened" in message))
          throw new Error(
            // Stryker disable next-line LogicalOperator: of neither anything is opened.
            message !== "closed" && "failed" in message ? message.failed : "no answer",
          )
        return { thread: new WorkerThread(worker, options.packing), opened: message.opened }
      },
      catch: errorSentence,
    }),
    ({ thread }) => Effect.promise(() => thread.close()),
  )
