/**
 * The log's file in the hands of its own thread (sqlite-worker.ts): `run` carries out a batch of operations in one
 * transaction. An operation that its visit refuses is answered so, while the rest of the batch goes on.
 *
 * What throws out of `run` means that the batch is not durable and the log is not to be used any more: a failed sync
 * is never tried again. A disk without room does not throw: SQLite takes the batch back, and its operations are
 * answered so.
 */
import { errorSentence } from "../../error-sentence.ts"
import { isDiskFull, LogFile } from "./log-file.ts"
import { SqliteOperations } from "./sqlite-operations.ts"
import type { LogAnswer, LogRequest, SqliteSettings } from "./thread-protocol.ts"
import {
  isVisitRefusal,
  type OperationKind,
  VISIT_INDEX_OPERATIONS,
  VISIT_LOG_OPERATIONS,
} from "../visit-operations.ts"

const KINDS: Readonly<Record<LogRequest["operation"], OperationKind>> = {
  ...VISIT_LOG_OPERATIONS,
  ...VISIT_INDEX_OPERATIONS,
}

export class SqliteStore {
  readonly #file: LogFile
  readonly #operations: SqliteOperations

  constructor(settings: SqliteSettings) {
    this.#file = new LogFile(settings)
    this.#operations = new SqliteOperations(this.#file, settings.placing)
  }

  get epoch(): string {
    return this.#file.epoch
  }

  run(requests: ReadonlyArray<LogRequest>): ReadonlyArray<LogAnswer> {
    this.#operations.boundMemory()
    if (requests.every(({ operation }) => KINDS[operation] === "read"))
      return requests.map(this.#carryOut)
    let answers: ReadonlyArray<LogAnswer>
    try {
      answers = this.#file.commit(() => {
        const carriedOut = requests.map(this.#carryOut)
        this.#operations.flush()
        return carriedOut
      })
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#operations.rollBack()
      return requests.map(() => ({ full: errorSentence(error) }))
    }
    if (requests.some(({ operation }) => KINDS[operation] === "forget")) this.#file.truncateWal()
    return answers
  }

  close(): void {
    this.#file.close()
  }

  readonly #carryOut = ({ operation, asked }: LogRequest): LogAnswer => {
    const carryOut = this.#operations[operation] as (...asked: ReadonlyArray<unknown>) => unknown
    const answer = Reflect.apply(carryOut, this.#operations, asked)
    return isVisitRefusal(answer) ? answer : { done: answer }
  }
}
