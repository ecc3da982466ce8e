/**
 * Who opened whose capture, when and why: one JSON line each in an append-only file, on the disk before
 * the capture is given out, and one line in the log. Nothing in the program reads or shortens the file.
 */
import { appendFile, close, fsync, open } from "node:fs"
import { promisify } from "node:util"
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import { errorSentence } from "../error-sentence.ts"
import { restrictToOwner, OWNER_ONLY_FILE } from "../log/owner-only.ts"

/** By descriptor: a `FileHandle` that nobody closed ends the process when it is collected as garbage. */
const [openFile, append, sync, closeFile] = [
  promisify(open),
  promisify(appendFile),
  promisify(fsync),
  promisify(close),
]

export interface AuditedAccess {
  /** The name of the support token. */
  readonly name: string
  readonly reason: string
  readonly action: "list" | "capture" | "tab-capture"
  /** What a list was asked by, without the values: they tell of somebody. */
  readonly by?: ReadonlyArray<string>
  /** The visits given out; for a list, those that it named. */
  readonly visits: ReadonlyArray<string>
}

/** The audit cannot be written: nothing is opened. */
export class AuditUnavailable extends Schema.TaggedError<AuditUnavailable>()("AuditUnavailable", {
  detail: Schema.String,
}) {
  override get message() {
    return `the audit cannot be written: ${this.detail}`
  }
}

export interface AuditShape {
  readonly record: (opening: AuditedAccess) => Effect.Effect<void, AuditUnavailable>
}

export class Audit extends Context.Service<Audit, AuditShape>()("gateway/Audit") {
  /** `file` is created where it is missing; its directory must exist. */
  static readonly layer = ({ file }: { readonly file: string }) =>
    Layer.effect(
      Audit,
      Effect.gen(function* () {
        const unavailable = (error: unknown) =>
          new AuditUnavailable({ detail: errorSentence(error) })
        const audited = yield* Effect.acquireRelease(
          Effect.tryPromise({
            try: async () => {
              restrictToOwner(file)
              return openFile(file, "a", OWNER_ONLY_FILE)
            },
            catch: unavailable,
          }),
          (opened) => Effect.promise(() => closeFile(opened)),
        )
        const oneAtATime = yield* Semaphore.make(1)
        const write = (line: string) =>
          Effect.tryPromise({
            try: async () => {
              await append(audited, line)
              await sync(audited)
            },
            catch: unavailable,
          }).pipe(Effect.uninterruptible)
        const record = Effect.fnUntraced(function* (opening: AuditedAccess) {
          const now = yield* Clock.currentTimeMillis
          const line = JSON.stringify({ at: new Date(now).toISOString(), ...opening })
          yield* oneAtATime.withPermits(1)(write(`${line}\n`))
          yield* Effect.annotateLogs(Effect.logInfo("captures opened"), {
            name: opening.name,
            action: opening.action,
            visits: opening.visits.length,
          })
        })
        return Audit.of({ record })
      }),
    )
}
