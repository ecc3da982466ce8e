/** Phone calls and IVR sessions in the database. */
import { Array as Arr, Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { only, statement, voidStatement } from "../db/statement.ts"
import { CALL_END_REASONS, type PhoneCallFigures } from "./call-state.ts"

export const IvrSession = Schema.Struct({
  id: Schema.String,
  number: Schema.String,
  expires_at: Schema.Date,
  /** The browser that has it; null: none has tried a PIN yet. */
  viewer: Schema.NullOr(Schema.String),
  tries: Schema.Int,
})
export type IvrSession = typeof IvrSession.Type

export const PhoneCall = Schema.Struct({
  id: Schema.String,
  provider_call: Schema.String,
  number: Schema.String,
  tariff_cents: Schema.Int,
  start_cents: Schema.Int,
  max_seconds: Schema.Int,
  pin_hash: Schema.String,
  pin_draw: Schema.Int,
  state: Schema.Literals(["waiting", "pending", "in_call", "ended", "expired"]),
  ivr_session: Schema.NullOr(Schema.String),
  viewer: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String),
  seconds: Schema.Int,
  cents: Schema.Int,
  arrived_at: Schema.Date,
  accepted_at: Schema.NullOr(Schema.Date),
  connected_at: Schema.NullOr(Schema.Date),
  ended_at: Schema.NullOr(Schema.Date),
  end_reason: Schema.NullOr(Schema.Literals(CALL_END_REASONS)),
})
export type PhoneCall = typeof PhoneCall.Type

const COLUMNS = Object.keys(PhoneCall.fields).join(", ")

const INSERT_SESSION = voidStatement(
  "INSERT INTO ivr_sessions (id, country, number, expires_at) VALUES ($1, $2, $3, $4)",
)
const LOCK_SESSION = statement(
  IvrSession,
  "SELECT id, number, expires_at, viewer, tries FROM ivr_sessions WHERE id = $1 FOR UPDATE",
)
const HOLD_SESSION = voidStatement("UPDATE ivr_sessions SET viewer = $2, tries = $3 WHERE id = $1")
const DELETE_SESSIONS = voidStatement(
  `DELETE FROM ivr_sessions WHERE expires_at < $1
     AND NOT EXISTS (SELECT FROM phone_calls WHERE ivr_session = ivr_sessions.id)`,
)
/** Nothing where the call is known, or its PIN is another waiting call's. */
const INSERT_CALL = statement(
  Schema.Struct({ id: Schema.String }),
  `INSERT INTO phone_calls (id, provider_call, country, number, tariff_cents, start_cents, max_seconds,
     pin_hash, pin_draw, state, arrived_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10) ON CONFLICT DO NOTHING RETURNING id`,
)
const BY_PROVIDER_CALL = statement(
  PhoneCall,
  `SELECT ${COLUMNS} FROM phone_calls WHERE provider_call = $1`,
)
const BY_ID = statement(PhoneCall, `SELECT ${COLUMNS} FROM phone_calls WHERE id = $1`)
const LOCK_BY_ID = statement(
  PhoneCall,
  `SELECT ${COLUMNS} FROM phone_calls WHERE id = $1 FOR UPDATE`,
)
const BY_SESSION = statement(PhoneCall, `SELECT ${COLUMNS} FROM phone_calls WHERE ivr_session = $1`)
const WAITING = statement(
  PhoneCall,
  `SELECT ${COLUMNS} FROM phone_calls WHERE state = 'waiting' AND number = $1 FOR UPDATE`,
)
const OPEN = statement(
  PhoneCall,
  `SELECT ${COLUMNS} FROM phone_calls WHERE state IN ('waiting', 'pending', 'in_call') ORDER BY arrived_at`,
)
const ACCEPT = voidStatement(
  `UPDATE phone_calls SET state = $2, ivr_session = $3, viewer = $4, username = $5, accepted_at = $6
   WHERE id = $1`,
)
const SET = statement(
  PhoneCall,
  `UPDATE phone_calls SET state = $2, seconds = $3, cents = $4, connected_at = $5, ended_at = $6, end_reason = $7
   WHERE id = $1 RETURNING ${COLUMNS}`,
)

export const insertIvrSession = (
  queries: SqlQueries,
  session: {
    readonly id: string
    readonly country: string
    readonly number: string
    readonly expiresAt: Date
  },
) => queries.query(INSERT_SESSION, [session.id, session.country, session.number, session.expiresAt])

/** Locked until the transaction ends. */
export const lockIvrSession = (queries: SqlQueries, id: string) =>
  queries.query(LOCK_SESSION, [id]).pipe(Effect.map(Arr.head))

export const holdIvrSession = (queries: SqlQueries, id: string, viewer: string, tries: number) =>
  queries.query(HOLD_SESSION, [id, viewer, tries])

/** Those that no call was accepted in. */
export const deleteExpiredIvrSessions = (queries: SqlQueries, before: Date) =>
  queries.query(DELETE_SESSIONS, [before])

export interface NewPhoneCall {
  readonly id: string
  readonly providerCall: string
  readonly country: string
  readonly number: string
  readonly tariffCents: number
  readonly startCents: number
  readonly maxSeconds: number
  readonly pinHash: string
  readonly pinDraw: number
  readonly at: Date
}

/** False: the call is known already, or another one waits at that number with its PIN. */
export const insertPhoneCall = (queries: SqlQueries, call: NewPhoneCall) =>
  queries
    .query(INSERT_CALL, [
      call.id,
      call.providerCall,
      call.country,
      call.number,
      call.tariffCents,
      call.startCents,
      call.maxSeconds,
      call.pinHash,
      call.pinDraw,
      call.at,
    ])
    .pipe(Effect.map((rows) => rows.length > 0))

export const callOfProvider = (queries: SqlQueries, providerCall: string) =>
  queries.query(BY_PROVIDER_CALL, [providerCall]).pipe(Effect.map(Arr.head))
export const callById = (queries: SqlQueries, id: string) =>
  queries.query(BY_ID, [id]).pipe(Effect.map(Arr.head))
export const lockCall = (queries: SqlQueries, id: string) =>
  queries.query(LOCK_BY_ID, [id]).pipe(Effect.map(Arr.head))
export const callOfSession = (queries: SqlQueries, session: string) =>
  queries.query(BY_SESSION, [session]).pipe(Effect.map(Arr.head))
/** Locked until the transaction ends. */
export const waitingCalls = (queries: SqlQueries, number: string) =>
  queries.query(WAITING, [number])
export const openCalls = (queries: SqlQueries) => queries.query(OPEN)

export const figuresOf = ({
  state,
  connected_at,
  seconds,
  end_reason,
}: PhoneCall): PhoneCallFigures => ({
  state,
  isConnected: connected_at !== null,
  seconds,
  endReason: end_reason,
})

export const acceptCall = (
  queries: SqlQueries,
  id: string,
  by: {
    readonly state: "pending" | "in_call"
    readonly session: string
    readonly viewer: string
    readonly username: string
  },
  at: Date,
) => queries.query(ACCEPT, [id, by.state, by.session, by.viewer, by.username, at])

/** Answers the call as it is from then on. */
export const setCall = (
  queries: SqlQueries,
  id: string,
  call: Omit<PhoneCallFigures, "isConnected"> & {
    readonly cents: number
    readonly connectedAt: Date | null
    readonly endedAt: Date | null
  },
) =>
  queries
    .query(SET, [
      id,
      call.state,
      call.seconds,
      call.cents,
      call.connectedAt,
      call.endedAt,
      call.endReason,
    ])
    .pipe(Effect.map(only))
