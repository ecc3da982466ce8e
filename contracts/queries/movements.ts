/**
 * GET /api/movements: the member's own credit movements, newest first, a page at a time. Personal: never
 * stored, and no fact holds any of it.
 */
import { Schema } from "effect"
import { PerformerId } from "../ids.ts"
import { Cents, Credits, EpochMillis } from "../units.ts"

/** What a movement was for; `other` is whatever the upstream names that nobody here knows. */
export const MovementKind = Schema.Literals([
  "bundle",
  "welcome",
  "gift",
  "paidTime",
  "paidTimeReturned",
  "vipHold",
  "tip",
  "toyTip",
  "withdrawal",
  "other",
]).annotate({ identifier: "MovementKind" })
export type MovementKind = typeof MovementKind.Type

/** The paid session that a movement belongs to. */
export const MovementSession = Schema.Struct({
  sessionId: Schema.String,
  mode: Schema.Literals(["chat", "vip"]),
  /** What all its movements together cost, also those of other pages; so far, while it lasts. */
  credits: Credits,
  /** Seconds it was paid for; null while it lasts. */
  seconds: Schema.NullOr(Schema.Int),
  /** How many movements it has, also those of other pages. */
  movementCount: Schema.Int,
  /** Of VIP that was accepted and not joined: what it held is held still, kept, or went back; null where it was. */
  hold: Schema.NullOr(Schema.Literals(["held", "kept", "returned"])),
}).annotate({ identifier: "MovementSession" })
export type MovementSession = typeof MovementSession.Type

export const CreditMovement = Schema.Struct({
  /** The ledger's own id; a paid session's receipt names it too. */
  movementId: Schema.String,
  at: EpochMillis,
  /** Credits: above zero the member got them, below zero they went. */
  amount: Schema.Int,
  /** Credits right after it. */
  balance: Credits,
  kind: MovementKind,
  session: Schema.NullOr(MovementSession),
  /** With whom, or to whom; her name is null where she is gone. */
  performer: Schema.NullOr(
    Schema.Struct({ performerId: PerformerId, username: Schema.NullOr(Schema.String) }),
  ),
  /** The bank's word for what was bought. */
  transactionId: Schema.NullOr(Schema.String),
  /**
   * What was paid for a bundle, or is given back for one, VAT included; null where nothing was bought, or the upstream
   * does not tell.
   */
  paidCents: Schema.NullOr(Cents),
  /** Of a purchase that may be withdrawn from: by which session, and until when; null where it may not. */
  withdrawal: Schema.NullOr(Schema.Struct({ sessionId: Schema.String, until: EpochMillis })),
}).annotate({ identifier: "CreditMovement" })
export type CreditMovement = typeof CreditMovement.Type

/** `next` goes into `before` of the next question; null where nothing follows. 401 for a guest. */
export const MovementsPage = Schema.Struct({
  movements: Schema.Array(CreditMovement),
  next: Schema.NullOr(Schema.String),
}).annotate({ identifier: "MovementsPage" })
export type MovementsPage = typeof MovementsPage.Type
