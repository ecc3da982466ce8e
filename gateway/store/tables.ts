/**
 * What lies in the durable store, and the requests it understands: one protocol, made of the tables
 * themselves. Sessions, receipts and account deletions share a file that is synced at every commit; kept answers
 * lie in one of their own, which may fail and be lost while nothing else suffers.
 *
 * Effects and time stay on the other side: no table reads a clock, draws a random value or opens a seal.
 */
import { join } from "node:path"
import { errorSentence } from "../error-sentence.ts"
import { makeOwnerOnlyFolder } from "../log/owner-only.ts"
import { answersTable, openAnswersFile } from "./answers-table.ts"
import {
  TableFile,
  openFile,
  type TableOutcome,
  type Table,
  type TableRequest,
} from "./database.ts"
import { accountDeletionsTable } from "./account-deletions-table.ts"
import { prepareStoreFile } from "./store-file.ts"
import { receiptsTable } from "./receipts-table.ts"
import { sessionsTable } from "./sessions-table.ts"

export interface Tables {
  readonly sessions: ReturnType<typeof sessionsTable>
  readonly receipts: ReturnType<typeof receiptsTable>
  readonly accountDeletions: ReturnType<typeof accountDeletionsTable>
  readonly answers: ReturnType<typeof answersTable>
}

export type TableName = keyof Tables
export type TableOperations<T extends TableName> = Tables[T]["reads"] & Tables[T]["writes"]
export type TableQuestion<
  T extends TableName,
  O extends keyof TableOperations<T>,
> = TableOperations<T>[O] extends (question: infer Q) => unknown ? Q : never
export type TableAnswer<
  T extends TableName,
  O extends keyof TableOperations<T>,
> = TableOperations<T>[O] extends (question: never) => infer A ? A : never

export interface StoreSettings {
  /** Created where it is missing; null holds everything in memory. */
  readonly directory: string | null
  /** Of kept answers, as they are stored. */
  readonly maxKeptAnswerBytes: number
}

const ANSWERS: TableName = "answers"

/** Kept answers, or why there are none: a file that cannot be opened keeps nothing. */
const openAnswers = ({ directory, maxKeptAnswerBytes }: StoreSettings) => {
  try {
    const db = openAnswersFile(directory === null ? ":memory:" : join(directory, "answers.db"))
    return new TableFile(db, { answers: answersTable(db, maxKeptAnswerBytes) })
  } catch (error) {
    return errorSentence(error)
  }
}

export class OpenTables {
  readonly #durable: TableFile
  readonly #answers: TableFile | string

  constructor(settings: StoreSettings) {
    const { directory } = settings
    if (directory !== null) makeOwnerOnlyFolder(directory)
    const file = directory === null ? ":memory:" : join(directory, "store.db")
    const db = openFile(file, "FULL", (opened) => prepareStoreFile(opened, directory))
    const tables: Omit<Tables, "answers"> & Record<string, Table> = {
      sessions: sessionsTable(db),
      receipts: receiptsTable(db),
      accountDeletions: accountDeletionsTable(db),
    }
    this.#durable = new TableFile(db, tables)
    this.#answers = openAnswers(settings)
  }

  /** The outcomes stand in the requests' order; what is durable is carried out first. */
  run(requests: ReadonlyArray<TableRequest>): ReadonlyArray<TableOutcome> {
    const cites = requests.filter(({ table }) => table === ANSWERS)
    if (cites.length === 0) return this.#durable.run(requests)
    const others = requests.filter(({ table }) => table !== ANSWERS)
    const outcomes = this.#durable.run(others).values()
    const answers = this.#runAnswers(cites).values()
    return requests.map(
      ({ table }) => (table === ANSWERS ? answers : outcomes).next().value as TableOutcome,
    )
  }

  close(): void {
    this.#durable.close()
    if (typeof this.#answers !== "string") this.#answers.close()
  }

  #runAnswers(requests: ReadonlyArray<TableRequest>): ReadonlyArray<TableOutcome> {
    const database = this.#answers
    return typeof database === "string"
      ? requests.map(() => ({ failed: database }))
      : database.run(requests)
  }
}
