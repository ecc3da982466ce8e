/** A page of the member's credit movements as a resource, with a hand-written reader. Pure. */
import type {
  CreditMovement,
  MovementKind,
  MovementSession,
  MovementsPage,
} from "@foldcast/contracts/queries/movements"
import type { Resource } from "../../runtime/queries.ts"
import { isJson, stringOf } from "../../runtime/json.ts"

/** Total, so that a new kind in the contract does not compile here. */
const KINDS: Readonly<Record<MovementKind, true>> = {
  bundle: true,
  welcome: true,
  gift: true,
  paidTime: true,
  paidTimeReturned: true,
  vipHold: true,
  tip: true,
  toyTip: true,
  withdrawal: true,
  other: true,
}

const HOLDS: ReadonlySet<string> = new Set(["held", "kept", "returned"])
const isHold = (value: string): value is NonNullable<MovementSession["hold"]> => HOLDS.has(value)

const isKind = (value: string): value is MovementKind => Object.hasOwn(KINDS, value)

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null)

const readSession = (value: unknown): MovementSession | null => {
  if (!isJson(value)) return null
  const sessionId = stringOf(value["sessionId"])
  const credits = numberOf(value["credits"])
  const movementCount = numberOf(value["movementCount"])
  const hold = stringOf(value["hold"])
  if (sessionId === null || credits === null || movementCount === null) return null
  return {
    sessionId,
    mode: value["mode"] === "vip" ? "vip" : "chat",
    credits,
    seconds: numberOf(value["seconds"]),
    movementCount,
    hold: hold !== null && isHold(hold) ? hold : null,
  }
}

const readPerformer = (value: unknown): CreditMovement["performer"] => {
  const performerId = isJson(value) ? stringOf(value["performerId"]) : null
  return !isJson(value) || performerId === null
    ? null
    : { performerId, username: stringOf(value["username"]) }
}

const readWithdrawal = (value: unknown): CreditMovement["withdrawal"] => {
  const sessionId = isJson(value) ? stringOf(value["sessionId"]) : null
  const until = isJson(value) ? numberOf(value["until"]) : null
  return sessionId === null || until === null ? null : { sessionId, until }
}

const readMovement = (value: unknown): ReadonlyArray<CreditMovement> => {
  if (!isJson(value)) return []
  const movementId = stringOf(value["movementId"])
  const at = numberOf(value["at"])
  const amount = numberOf(value["amount"])
  const balance = numberOf(value["balance"])
  if (movementId === null || at === null || amount === null || balance === null) return []
  const kind = stringOf(value["kind"]) ?? "other"
  return [
    {
      movementId,
      at,
      amount,
      balance,
      kind: isKind(kind) ? kind : "other",
      session: readSession(value["session"]),
      performer: readPerformer(value["performer"]),
      transactionId: stringOf(value["transactionId"]),
      paidCents: numberOf(value["paidCents"]),
      withdrawal: readWithdrawal(value["withdrawal"]),
    },
  ]
}

/** Null if one movement cannot be read: an incomplete list would not add up. */
const readPage = (body: unknown): MovementsPage | null => {
  const rows = isJson(body) ? body["movements"] : null
  if (!isJson(body) || !Array.isArray(rows)) return null
  const movements = rows.flatMap(readMovement)
  return movements.length === rows.length ? { movements, next: stringOf(body["next"]) } : null
}

const PATH = "/api/movements"

/** The movements after the cursor; null: from the newest. */
export const movementsAfter = (place: string | null): Resource<MovementsPage> => ({
  path: place === null ? PATH : `${PATH}?before=${encodeURIComponent(place)}`,
  read: readPage,
})
