/**
 * The log's own thread: receives batches of requests, carries each out in one transaction, answers when
 * it is durable. After a failure it answers nothing but failures: what a failed sync left behind is not
 * known, so it is never tried again.
 */
import { parentPort, workerData } from "node:worker_threads"
import { errorSentence } from "../../error-sentence.ts"
import { type FromLog, packAnswers, type ToLog, unpackRequests } from "./request-packing.ts"
import type { SqliteSettings } from "./thread-protocol.ts"
import { SqliteStore } from "./sqlite-store.ts"

const port = parentPort
if (port === null) throw new Error("sqlite-worker.ts runs as a worker thread only")

const answer = (message: FromLog) => port.postMessage(message)
let failure: string | null = null

const serve = (store: SqliteStore) => (message: ToLog) => {
  if (message === "close") {
    // Stryker disable next-line EqualityOperator: a thread that ends closes its files too.
    if (failure === null) store.close()
    answer("closed")
    port.close()
    return
  }
  if (failure === null) {
    try {
      answer({ answers: packAnswers(store.run(unpackRequests(message.operations))) })
      return
    } catch (error) {
      failure = errorSentence(error)
    }
  }
  answer({ failed: failure })
}

try {
  const store = new SqliteStore(workerData as SqliteSettings)
  port.on("message", serve(store))
  answer({ opened: store.epoch })
} catch (error) {
  answer({ failed: errorSentence(error) })
  port.close()
}
