/**
 * Groups the loaded movements into rows: one for each movement, and one for a whole paid session, which has many
 * movements. Pure.
 */
import type { CreditMovement, MovementSession } from "@foldcast/contracts/queries/movements"
import { m } from "@foldcast/messages/messages"

export type HistoryRow =
  | { readonly _tag: "Movement"; readonly movement: CreditMovement }
  | {
      readonly _tag: "Session"
      readonly session: MovementSession
      /** The loaded ones, newest first. */
      readonly movements: readonly [CreditMovement, ...ReadonlyArray<CreditMovement>]
    }

export type SessionRow = Extract<HistoryRow, { readonly _tag: "Session" }>

/** A session is at the position of its newest movement, and takes its data from it. */
export const historyRows = (
  movements: ReadonlyArray<CreditMovement>,
): ReadonlyArray<HistoryRow> => {
  const rows: Array<HistoryRow> = []
  const placeOf = new Map<string, number>()
  for (const movement of movements) {
    const { session } = movement
    if (session === null) {
      rows.push({ _tag: "Movement", movement })
      continue
    }
    const place = placeOf.get(session.sessionId)
    const row = place === undefined ? undefined : rows[place]
    if (place === undefined || row?._tag !== "Session") {
      placeOf.set(session.sessionId, rows.length)
      rows.push({ _tag: "Session", session, movements: [movement] })
      continue
    }
    rows[place] = { ...row, movements: [...row.movements, movement] }
  }
  return rows
}

/** The total that the session cost. */
export const sessionAmount = ({ session }: SessionRow): number =>
  session.credits === 0 ? 0 : -session.credits

/** For VIP without joining: what happened to the held credits, instead of a duration. */
export const HOLD_WORDS: Readonly<Record<NonNullable<MovementSession["hold"]>, () => string>> = {
  held: m.credits_hold_held,
  kept: m.credits_hold_kept,
  returned: m.credits_hold_returned,
}

export const SESSION_NAMES: Readonly<Record<MovementSession["mode"], () => string>> = {
  chat: m.credits_session_chat,
  vip: m.credits_session_vip,
}
