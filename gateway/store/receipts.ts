/**
 * Receipts: each command takes effect at most once per owner (docs/protocol.md, "Commands"). They lie in
 * the durable store (receipts-table.ts).
 *
 *            begin                finish
 *   (none) ───────▶ running ───────────────▶ done     kept 24 hours
 *      ▲              │  ▲
 *      └── withdraw ──┘  └─ begin ── interrupted ◀── the gateway died while it ran
 *
 * Invariants: of several `begin` with one id exactly one is told `Fresh` (or `Interrupted`); the body itself is
 * never stored, only its fingerprint; `begin` is durable before it answers. `finish` and `withdraw` of what does not
 * run are defects.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { DurableStore, type DurableStoreShape, type StoreFailed } from "./durable-store.ts"

/** How long a result is repeated: a day (docs/protocol.md, "Commands"). */
export const RECEIPT_LIFE_MS = 86_400_000

export interface ReceiptResult {
  readonly epoch: Epoch
  /** The command's outcome is at or before this position. */
  readonly seq: number
  readonly status: number
}

/** What is remembered of a command's body (commands/body-fingerprint.ts). */
export interface BodyFingerprint {
  /** What is stored. */
  readonly current: string
  /** What is recognised: the same body under each key that is still in use. */
  readonly accepted: ReadonlyArray<string>
}

export type CommandReceipt =
  /** Run it, then `finish` or `withdraw`. */
  | { readonly _tag: "Fresh" }
  /** It runs at this moment: 409. */
  | { readonly _tag: "Running" }
  | { readonly _tag: "Done"; readonly result: ReceiptResult }
  /** The id was used for something else: 422. */
  | { readonly _tag: "DifferentBody" }
  /**
   * It ran when the gateway died: whether it took effect is not known. Whoever is told so owns it now and
   * finishes it, with the command's `…Unknown` fact where it cannot be asked for.
   */
  | { readonly _tag: "Interrupted" }

/** The receipts cannot be read or written: the command was not begun; answer 503. */
export class ReceiptsUnavailable extends Schema.TaggedError<ReceiptsUnavailable>()(
  "ReceiptsUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the receipts failed at ${this.operation}: ${this.detail}`
  }
}

export interface ReceiptsShape {
  readonly begin: (
    owner: OwnerId,
    command: CommandId,
    body: BodyFingerprint,
    now: number,
  ) => Effect.Effect<CommandReceipt, ReceiptsUnavailable>
  /** `changedCookie`: its answer brought the browser's next cookie. */
  readonly finish: (
    owner: OwnerId,
    command: CommandId,
    result: ReceiptResult,
    changedCookie: boolean,
  ) => Effect.Effect<void, ReceiptsUnavailable>
  /** Whether the answer with the next cookie may be given once more: true one time at most. */
  readonly giveCookie: (
    owner: OwnerId,
    command: CommandId,
  ) => Effect.Effect<boolean, ReceiptsUnavailable>
  /**
   * It was refused before any effect: the same id may be sent again. One that was `Interrupted` stays so,
   * for what happened before the gateway died is still not known.
   */
  readonly withdraw: (
    owner: OwnerId,
    command: CommandId,
  ) => Effect.Effect<void, ReceiptsUnavailable>
  /** Deletes an owner's receipts whose session is over, the running ones excepted. */
  readonly forgetOwner: (owner: OwnerId) => Effect.Effect<void, ReceiptsUnavailable>
  /** Deletes receipts begun before `before`, the running ones excepted. Answers how many. */
  readonly forget: (before: number) => Effect.Effect<number, ReceiptsUnavailable>
}

const unavailable = ({ operation, detail }: StoreFailed) =>
  new ReceiptsUnavailable({ operation, detail })

export const makeReceipts = (store: DurableStoreShape): ReceiptsShape => {
  /** Of a command that must have run. */
  const ended = (
    command: CommandId,
    asked: Effect.Effect<boolean, StoreFailed>,
  ): Effect.Effect<void, ReceiptsUnavailable> =>
    asked.pipe(
      Effect.mapError(unavailable),
      Effect.flatMap((ran) =>
        ran ? Effect.void : Effect.die(new Error(`command ${command} does not run`)),
      ),
    )
  return {
    begin: (owner, command, body, now) =>
      store
        .ask("receipts", "begin", {
          owner,
          command,
          ...body,
          now,
          goneUntil: now - RECEIPT_LIFE_MS,
        })
        .pipe(Effect.mapError(unavailable)),
    finish: (owner, command, result, changedCookie) =>
      ended(command, store.ask("receipts", "finish", { owner, command, ...result, changedCookie })),
    giveCookie: (owner, command) =>
      store.ask("receipts", "giveCookie", { owner, command }).pipe(Effect.mapError(unavailable)),
    withdraw: (owner, command) =>
      ended(command, store.ask("receipts", "withdraw", { owner, command })),
    forgetOwner: (owner) =>
      store.ask("receipts", "forgetOwner", { owner }).pipe(Effect.mapError(unavailable)),
    forget: (before) =>
      store.ask("receipts", "forget", { before }).pipe(Effect.mapError(unavailable)),
  }
}

export class Receipts extends Context.Service<Receipts, ReceiptsShape>()("gateway/Receipts") {
  static readonly layer = Layer.effect(Receipts, Effect.map(DurableStore, makeReceipts))
}
