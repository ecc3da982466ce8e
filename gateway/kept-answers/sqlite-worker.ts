/**
 * The kept answers' own thread. What fails changes nothing and is said; the next question is tried again,
 * for a disk that was full may have room by then.
 */
import { parentPort, workerData } from "node:worker_threads"
import { errorSentence } from "../error-sentence.ts"
import type { Answers, FromKept, Kind, Question, ToKept } from "./sqlite-protocol.ts"
import { KeptAnswersStore, type StoreSettings } from "./sqlite-store.ts"

const port = parentPort
if (port === null) throw new Error("sqlite-worker.ts runs as a worker thread only")

const answer = (message: FromKept) => port.postMessage(message)
const carryOut = (store: KeptAnswersStore, question: Question): Answers[Kind] => {
  switch (question.kind) {
    case "cite":
      return store.cite(question.citations, question.at)
    case "read":
      return store.read(question.hash)
    case "forgetBefore":
      return store.forgetBefore(question.before)
  }
}

const serve = (store: KeptAnswersStore) => (message: ToKept) => {
  if (message === "close") {
    store.close()
    answer("closed")
    port.close()
    return
  }
  try {
    answer({ done: carryOut(store, message), bytes: store.bytes })
  } catch (error) {
    answer({ failed: errorSentence(error) })
  }
}

try {
  const store = new KeptAnswersStore(workerData as StoreSettings)
  port.on("message", serve(store))
  answer({ opened: true, bytes: store.bytes })
} catch (error) {
  answer({ failed: errorSentence(error) })
  port.close()
}
