/**
 * The table of the receipts (receipts.ts). What still ran when the file was last closed or lost is
 * `interrupted` from the moment it is opened: one process holds the data directory, so nobody else can be
 * running it.
 */
import type { DatabaseSync } from "node:sqlite"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { CommandReceipt, ReceiptResult } from "./receipts.ts"

interface Named {
  readonly owner: OwnerId
  readonly command: CommandId
}

interface Begun extends Named {
  readonly current: string
  readonly accepted: ReadonlyArray<string>
  readonly now: number
  /** Results of what was begun until then are not repeated any more. */
  readonly goneUntil: number
}

interface Finished extends Named, ReceiptResult {
  readonly changedCookie: boolean
}

const prepare = (db: DatabaseSync) => ({
  find: db.prepare("SELECT * FROM receipts WHERE owner = ? AND command = ?"),
  insert: db.prepare(
    `INSERT OR REPLACE INTO receipts (owner, command, fingerprint, begun_at, state)
     VALUES (?, ?, ?, ?, 'running')`,
  ),
  resume: db.prepare("UPDATE receipts SET state = 'running' WHERE owner = ? AND command = ?"),
  finish: db.prepare(
    `UPDATE receipts SET state = 'done', epoch = ?, seq = ?, status = ?, cookie_due = ?
     WHERE owner = ? AND command = ? AND state = 'running'`,
  ),
  giveCookie: db.prepare(
    "UPDATE receipts SET cookie_due = 0 WHERE owner = ? AND command = ? AND cookie_due = 1",
  ),
  putBack: db.prepare(
    `UPDATE receipts SET state = 'interrupted'
     WHERE owner = ? AND command = ? AND state = 'running' AND was_interrupted = 1`,
  ),
  remove: db.prepare("DELETE FROM receipts WHERE owner = ? AND command = ? AND state = 'running'"),
  forgetOwner: db.prepare("DELETE FROM receipts WHERE owner = ? AND state <> 'running'"),
  forget: db.prepare("DELETE FROM receipts WHERE begun_at < ? AND state <> 'running'"),
})

export const receiptsTable = (db: DatabaseSync) => {
  db.exec("UPDATE receipts SET state = 'interrupted', was_interrupted = 1 WHERE state = 'running'")
  const statements = prepare(db)
  return {
    reads: {},
    writes: {
      begin: ({ owner, command, current, accepted, now, goneUntil }: Begun): CommandReceipt => {
        const row = statements.find.get(owner, command)
        const isOld = Number(row?.["begun_at"] ?? 0) <= goneUntil
        if (row === undefined || (isOld && row["state"] !== "running")) {
          statements.insert.run(owner, command, current, now)
          return { _tag: "Fresh" }
        }
        if (!accepted.includes(String(row["fingerprint"]))) return { _tag: "DifferentBody" }
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
      },
      /** False where it does not run. */
      finish: ({ owner, command, epoch, seq, status, changedCookie }: Finished): boolean => {
        const cookieDue = changedCookie ? 1 : 0
        return statements.finish.run(epoch, seq, status, cookieDue, owner, command).changes === 1
      },
      /** False where the command changed none, or it was given before. */
      giveCookie: ({ owner, command }: Named): boolean =>
        statements.giveCookie.run(owner, command).changes === 1,
      /** False where it does not run. */
      withdraw: ({ owner, command }: Named): boolean =>
        statements.putBack.run(owner, command).changes === 1 ||
        statements.remove.run(owner, command).changes === 1,
      forgetOwner: ({ owner }: Pick<Named, "owner">): void => {
        statements.forgetOwner.run(owner)
      },
      forget: ({ before }: { readonly before: number }): number =>
        Number(statements.forget.run(before).changes),
    },
  }
}
