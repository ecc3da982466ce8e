/**
 * The durable store's own thread: carries out groups of requests in their order and answers when they are
 * durable. A group that fails changes nothing and is told so; the next one is tried, for a disk that was
 * full may have room by then.
 */
import { parentPort, workerData } from "node:worker_threads"
import { errorSentence } from "../error-sentence.ts"
import type { TableOutcome, TableRequest } from "./database.ts"
import { OpenTables, type StoreSettings } from "./tables.ts"
import type { FromThread, ToThread } from "../log/worker-thread.ts"

const port = parentPort
if (port === null) throw new Error("worker.ts runs as a worker thread only")

const answer = (message: FromThread<true, ReadonlyArray<TableOutcome>>) => port.postMessage(message)

try {
  const tables = new OpenTables(workerData as StoreSettings)
  port.on("message", (message: ToThread<ReadonlyArray<TableRequest>>) => {
    if (message !== "close") return answer({ answers: tables.run(message.operations) })
    tables.close()
    answer("closed")
    port.close()
  })
  answer({ opened: true })
} catch (error) {
  answer({ failed: errorSentence(error) })
  port.close()
}
