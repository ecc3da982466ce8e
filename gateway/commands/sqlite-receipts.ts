/**
 * Receipts in `receipts.db`. What still ran when the file was last closed or lost is `interrupted` from
 * the moment it is opened: one process holds the data directory, so nobody else can be running it.
 */
import { join } from "node:path"
import { Effect, Layer } from "effect"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import type { OwnerId } from "../log/event-log.ts"
import { type DatabaseFailed, DurableDatabase } from "../sessions/durable-database.ts"
import type { BodyFingerprint } from "./body-fingerprint.ts"
import { type Beginning, RECEIPT_LIFE_MS, Receipts, ReceiptsUnavailable } from "./receipts.ts"

const MIGRATIONS = [
  `CREATE TABLE receipts (
     owner TEXT NOT NULL,
     command TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     begun_at INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'done')),
     was_interrupted INTEGER NOT NULL DEFAULT 0,
     epoch TEXT,
     seq INTEGER,
     status INTEGER,
     CHECK ((state = 'done') = (epoch IS NOT NULL AND seq IS NOT NULL AND status IS NOT NULL)),
     PRIMARY KEY (owner, command)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX receipts_by_age ON receipts (begun_at);`,
]

const prepare = (database: DurableDatabase) => ({
  find: database.prepare("SELECT * FROM receipts WHERE owner = ? AND command = ?"),
  insert: database.prepare(
    `INSERT OR REPLACE INTO receipts (owner, command, fingerprint, begun_at, state)
     VALUES (?, ?, ?, ?, 'running')`,
  ),
  interruptAll: database.prepare(
    "UPDATE receipts SET state = 'interrupted', was_interrupted = 1 WHERE state = 'running'",
  ),
  resume: database.prepare("UPDATE receipts SET state = 'running' WHERE owner = ? AND command = ?"),
  finish: database.prepare(
    `UPDATE receipts SET state = 'done', epoch = ?, seq = ?, status = ?
     WHERE owner = ? AND command = ? AND state = 'running'`,
  ),
  putBack: database.prepare(
    `UPDATE receipts SET state = 'interrupted'
     WHERE owner = ? AND command = ? AND state = 'running' AND was_interrupted = 1`,
  ),
  remove: database.prepare(
    "DELETE FROM receipts WHERE owner = ? AND command = ? AND state = 'running'",
  ),
  forgetOwner: database.prepare("DELETE FROM receipts WHERE owner = ? AND state <> 'running'"),
  forget: database.prepare("DELETE FROM receipts WHERE begun_at < ? AND state <> 'running'"),
})

const unavailable = ({ operation, detail }: DatabaseFailed) =>
  new ReceiptsUnavailable({ operation, detail })

const mustHaveRun = (command: CommandId, changes: number | bigint) =>
  Number(changes) === 1 ? Effect.void : Effect.die(new Error(`command ${command} does not run`))

export const makeSqliteReceipts = Effect.fn("makeSqliteReceipts")(function* (file: string) {
  const database = yield* DurableDatabase.open({ file, migrations: MIGRATIONS }).pipe(
    Effect.mapError(unavailable),
  )
  const statements = prepare(database)

  const begin = (
    owner: OwnerId,
    command: CommandId,
    body: BodyFingerprint,
    now: number,
  ): Beginning => {
    const row = statements.find.get(owner, command)
    const isOld = Number(row?.["begun_at"] ?? 0) + RECEIPT_LIFE_MS <= now
    if (row === undefined || (isOld && row["state"] !== "running")) {
      statements.insert.run(owner, command, body.current, now)
      return { _tag: "Fresh" }
    }
    if (!body.accepted.includes(String(row["fingerprint"]))) return { _tag: "DifferentBody" }
    if (row["state"] === "running") return { _tag: "Running" }
    if (row["state"] === "interrupted") {
      statements.resume.run(owner, command)
      return { _tag: "Interrupted" }
    }
    const result = {
      epoch: String(row["epoch"]) as Epoch,
      seq: Number(row["seq"]),
      status: Number(row["status"]),
    }
    return { _tag: "Done", result }
  }

  const write = <A>(operation: string, run: () => A) =>
    database.write(operation, run).pipe(Effect.mapError(unavailable))

  yield* write("open", () => statements.interruptAll.run())

  return Receipts.of({
    begin: (owner, command, body, now) => write("begin", () => begin(owner, command, body, now)),
    finish: (owner, command, { epoch, seq, status }) =>
      write("finish", () => statements.finish.run(epoch, seq, status, owner, command).changes).pipe(
        Effect.flatMap((changes) => mustHaveRun(command, changes)),
      ),
    withdraw: (owner, command) =>
      write("withdraw", () => {
        const putBack = statements.putBack.run(owner, command).changes
        return Number(putBack) === 1 ? putBack : statements.remove.run(owner, command).changes
      }).pipe(Effect.flatMap((changes) => mustHaveRun(command, changes))),
    forgetOwner: (owner) =>
      Effect.asVoid(write("forgetOwner", () => statements.forgetOwner.run(owner))),
    forget: (before) => write("forget", () => Number(statements.forget.run(before).changes)),
  })
})

export const SqliteReceipts = {
  layer: Layer.effect(
    Receipts,
    Effect.flatMap(GatewayConfig, ({ dataDir }) =>
      makeSqliteReceipts(join(dataDir, "receipts.db")),
    ),
  ),
} as const
