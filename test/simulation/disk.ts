/**
 * A disk with synced and unsynced data: the event log and the durable store of one gateway after another. A crash
 * loses unsynced data; the next process finds the synced data. Requests wait in a queue and run from it in groups,
 * as the storage threads do.
 */
import type { DatabaseSync } from "node:sqlite"
import { Effect, type Exit } from "effect"
import { Epoch, type VisitId } from "@foldcast/contracts/ids"
import type { VisitRecord } from "@foldcast/gateway/log/visit-header"
import {
  type AsEffects,
  appendBy,
  type LogUnavailable,
  type VisitClosed,
  type VisitLogShape,
} from "@foldcast/gateway/log/visit-log"
import {
  VISIT_INDEX_OPERATIONS,
  VISIT_LOG_OPERATIONS,
  type VisitIndexOperations,
  type VisitLogOperations,
} from "@foldcast/gateway/log/visit-operations"
import { memoryVisitStorage } from "@foldcast/gateway/log/memory"
import { MAX_EVENTS_PER_VISIT } from "@foldcast/gateway/log/visit-rules"
import { asEffects, type VisitStorage } from "@foldcast/gateway/log/visit-storage"
import { accountDeletionsTable } from "@foldcast/gateway/store/account-deletions-table"
import {
  TableFile,
  openFile,
  type TableOutcome,
  type TableRequest,
} from "@foldcast/gateway/store/database"
import { type DurableStoreShape, storeOf } from "@foldcast/gateway/store/durable-store"
import { receiptsTable } from "@foldcast/gateway/store/receipts-table"
import { sessionsTable } from "@foldcast/gateway/store/sessions-table"
import { prepareStoreFile } from "@foldcast/gateway/store/store-file"
import type { Agenda, Process } from "./agenda.ts"

const EPOCH = Epoch.make("simulated-epoch")
/** Most requests in one sync. */
const GROUP = 8

export interface DiskFaults {
  /** Answers a write before it is synced. */
  readonly answersUnsynced: boolean
  /** Runs the requests of a group in another order. */
  readonly reorders: boolean
}

type VisitCall = (storage: VisitStorage) => Effect.Effect<unknown, LogUnavailable | VisitClosed>

interface Request {
  readonly isWrite: boolean
  readonly carryOut: () => () => void
  readonly sync: () => void
}

export class Disk {
  /** Longest time in milliseconds for a group of requests; a fault raises it. */
  slowestMs = 4
  readonly #agenda: Agenda
  readonly #faults: DiskFaults
  /** The synced calls, in order, and the log they produce. */
  readonly #synced: Array<VisitCall> = []
  readonly #survives = memoryVisitStorage(EPOCH)
  readonly #store: DatabaseSync

  constructor(agenda: Agenda, faults: DiskFaults) {
    this.#agenda = agenda
    this.#faults = faults
    this.#store = openFile(":memory:", "FULL", (db) => prepareStoreFile(db, null))
  }

  syncedWires(visit: VisitId, after: number): ReadonlyArray<string> {
    const read = this.#survives.log.read(visit, after, MAX_EVENTS_PER_VISIT)
    return Effect.runSync(Effect.orDie(read)).map(({ wire }) => wire)
  }

  syncedVisit(visit: VisitId): VisitRecord | null {
    return Effect.runSync(Effect.orDie(this.#survives.index.find(visit)))
  }

  close(): void {
    this.#store.close()
  }

  openVisits(process: Process): VisitStorage {
    const written = memoryVisitStorage(EPOCH)
    for (const call of this.#synced) Effect.runSyncExit(call(written))
    const row = this.#row("log", process)
    const ask = <A, E extends LogUnavailable | VisitClosed>(
      isWrite: boolean,
      call: (storage: VisitStorage) => Effect.Effect<A, E>,
      settled: (exit: Exit.Exit<A, E>) => void,
    ) =>
      row({
        isWrite,
        carryOut: () => {
          const exit = Effect.runSyncExit(call(written))
          return () => settled(exit)
        },
        sync: () => {
          this.#synced.push(call)
          Effect.runSyncExit(call(this.#survives))
        },
      })
    const door = <Operations>(
      kinds: Parameters<typeof asEffects<Operations>>[0],
      of: (storage: VisitStorage) => AsEffects<Operations>,
    ) =>
      asEffects<Operations>(kinds, (operation, asked) =>
        Effect.uninterruptible(
          Effect.callback((resume) =>
            ask(
              kinds[operation] !== "read",
              (storage) =>
                (
                  of(storage)[operation] as (
                    ...asked: ReadonlyArray<unknown>
                  ) => ReturnType<VisitCall>
                )(...asked),
              resume,
            ),
          ),
        ),
      )
    const submit: VisitLogShape["submit"] = (entries, settled) =>
      ask(true, ({ log }) => log.append(entries), settled)
    return {
      log: {
        ...door<VisitLogOperations>(VISIT_LOG_OPERATIONS, ({ log }) => log),
        currentEpoch: () => EPOCH,
        submit,
        append: appendBy(submit),
      },
      index: door<VisitIndexOperations>(VISIT_INDEX_OPERATIONS, ({ index }) => index),
    }
  }

  /** Opening the store reports interrupted commands, as opening the real file does. */
  openStore(process: Process): DurableStoreShape {
    const database = new TableFile(this.#store, {
      sessions: sessionsTable(this.#store),
      receipts: receiptsTable(this.#store),
      accountDeletions: accountDeletionsTable(this.#store),
    })
    const submit = this.#row("store", process)
    return storeOf((request: TableRequest, settle: (outcome: TableOutcome) => void) =>
      submit({
        isWrite: true,
        carryOut: () => {
          const [outcome] = database.run([request])
          return () => settle(outcome ?? { failed: "no answer" })
        },
        sync: () => undefined,
      }),
    )
  }

  /** A queue of one process's requests: run, sync, answer. */
  #row(name: string, process: Process): (request: Request) => void {
    const agenda = this.#agenda
    const waiting: Array<Request> = []
    let isBusy = false

    const work = () => {
      isBusy = false
      const group = waiting.splice(0, agenda.random.whole(1, GROUP))
      if (this.#faults.reorders) group.reverse()
      const answers = group.map((request) => request.carryOut())
      const sync = () => {
        for (const request of group) if (request.isWrite) request.sync()
      }
      if (this.#faults.answersUnsynced) {
        agenda.add({ label: `${name} synced`, afterMs: 20, lane: `${name} sync`, process }, sync)
      } else sync()
      for (const answer of answers) {
        const afterMs = agenda.random.whole(0, 2)
        agenda.add({ label: `${name} answers`, afterMs, lane: `${name} answers`, process }, answer)
      }
      begin()
    }
    const begin = () => {
      if (isBusy || waiting.length === 0) return
      isBusy = true
      const afterMs = agenda.random.whole(0, this.slowestMs)
      agenda.add({ label: `${name} works`, afterMs, process }, work)
    }
    return (request) => {
      waiting.push(request)
      begin()
    }
  }
}
