/**
 * Kept answers in a SQLite file of their own, opened by one thread of its own: neither the gateway's
 * thread nor the log's waits for it. A file that cannot be opened keeps nothing, and the gateway runs.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { Effect, Layer, Option } from "effect"
import { errorSentence } from "../error-sentence.ts"
import { KeptAnswers, type KeptAnswersShape, KeptAnswersUnavailable } from "./kept-answers.ts"
import type { Answers, FromKept, Kind, Question, Questions, ToKept } from "./sqlite-protocol.ts"
import type { StoreSettings } from "./sqlite-store.ts"

type Outcome = { readonly done: Answers[Kind] } | { readonly failed: string }

/** Questions are answered in their order, each once; after the thread has ended, with that. */
class KeptThread {
  readonly #worker: Worker
  readonly #waiting: Array<(outcome: Outcome) => void> = []
  /** Why it answers no more. */
  #ended: string | null = null
  bytes: number

  constructor(worker: Worker, bytes: number) {
    this.#worker = worker
    this.bytes = bytes
    worker.on("message", (message: FromKept) => this.#received(message))
    worker.on("error", (error) => this.#end(`its thread failed: ${errorSentence(error)}`))
    worker.on("exit", () => this.#end("its thread has ended"))
  }

  ask(question: Question, settle: (outcome: Outcome) => void): void {
    if (this.#ended !== null) return settle({ failed: this.#ended })
    this.#waiting.push(settle)
    this.#worker.postMessage(question, [])
  }

  async close(): Promise<void> {
    if (this.#ended !== null) return
    // Also one that fails on its way out ends.
    const ended = new Promise<void>((resolve) => {
      this.#worker.once("exit", () => resolve())
    })
    const farewell: ToKept = "close"
    this.#worker.postMessage(farewell, [])
    await ended
  }

  #received(message: FromKept): void {
    if (message === "closed" || "opened" in message) return
    const settle = this.#waiting.shift()
    if ("failed" in message) return settle?.(message)
    this.bytes = message.bytes
    settle?.({ done: message.done })
  }

  #end(why: string): void {
    this.#ended ??= why
    for (const settle of this.#waiting.splice(0)) settle({ failed: this.#ended })
  }
}

const open = (settings: StoreSettings) =>
  Effect.tryPromise({
    try: async () => {
      const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), {
        workerData: settings,
        name: "kept-answers",
      })
      const [message] = (await once(worker, "message")) as [FromKept]
      if (message === "closed" || !("opened" in message))
        throw new Error(message !== "closed" && "failed" in message ? message.failed : "no answer")
      return new KeptThread(worker, message.bytes)
    },
    catch: (error) =>
      new KeptAnswersUnavailable({
        operation: `opening ${settings.file}`,
        detail: errorSentence(error),
      }),
  })

const answersOf = (thread: KeptThread): KeptAnswersShape => {
  const ask = <K extends Kind>(kind: K, question: Questions[K]) =>
    Effect.callback<Answers[K], KeptAnswersUnavailable>((resume) => {
      thread.ask({ kind, ...question } as Question, (outcome) =>
        resume(
          "done" in outcome
            ? Effect.succeed(outcome.done as Answers[K])
            : Effect.fail(new KeptAnswersUnavailable({ operation: kind, detail: outcome.failed })),
        ),
      )
    })

  return {
    cite: (citations, at) => ask("cite", { citations, at }),
    read: (hash) => Effect.map(ask("read", { hash }), Option.fromNullOr),
    forgetBefore: Effect.fnUntraced(function* (before) {
      let total = 0
      while (true) {
        const { count, isDone } = yield* ask("forgetBefore", { before })
        total += count
        if (isDone) return total
      }
    }),
    bytes: () => thread.bytes,
  }
}

const closedFor = (reason: KeptAnswersUnavailable): KeptAnswersShape => ({
  cite: () => Effect.fail(reason),
  read: () => Effect.fail(reason),
  forgetBefore: () => Effect.fail(reason),
  bytes: () => 0,
})

export const SqliteKeptAnswers = {
  /** `file` is created where it is missing; its directory must exist. */
  layer: (settings: StoreSettings) =>
    Layer.effect(
      KeptAnswers,
      Effect.acquireRelease(open(settings), (thread) => Effect.promise(() => thread.close())).pipe(
        Effect.map(answersOf),
        Effect.catch((reason) => Effect.as(Effect.logError(reason.message), closedFor(reason))),
      ),
    ),
}
