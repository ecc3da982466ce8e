/** Maps a page of credit movements to our words. Pure. */
import type {
  CreditMovement,
  MovementKind,
  MovementSession,
  MovementsPage,
} from "@foldcast/contracts/queries/movements"
import type { MovementsAnswer, UpstreamMovement } from "@foldcast/contracts/upstream/member-api"
import { PerformerId } from "@foldcast/contracts/ids"

const KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ["bundle", "bundle"],
  ["welcome", "welcome"],
  ["demo", "gift"],
  ["paid-time", "paidTime"],
  ["paid-time-returned", "paidTimeReturned"],
  ["vip-hold", "vipHold"],
  ["tip", "tip"],
  ["toy-tip", "toyTip"],
  ["withdrawal", "withdrawal"],
])

/** An unknown mode counts as chat by the minute. */
const sessionOf = ({ session }: UpstreamMovement): MovementSession | null =>
  session === undefined
    ? null
    : {
        sessionId: session.id,
        mode: session.mode === "vip" ? "vip" : "chat",
        credits: session.credits,
        seconds: session.seconds,
        movementCount: session.movements,
        hold: session.hold ?? null,
      }

const movementOf = (told: UpstreamMovement): CreditMovement => ({
  movementId: told.id,
  at: told.at,
  amount: told.amount,
  balance: told.balance,
  kind: KINDS.get(told.reason) ?? "other",
  session: sessionOf(told),
  performer:
    told.performer === undefined
      ? null
      : {
          performerId: PerformerId.make(String(told.performer.id)),
          username: told.performer.username,
        },
  transactionId: told.transactionId ?? null,
  paidCents: told.paid ?? null,
  withdrawal:
    told.withdrawal === undefined
      ? null
      : { sessionId: told.withdrawal.session, until: told.withdrawal.until },
})

export const movementsPage = ({ movements, next }: MovementsAnswer): MovementsPage => ({
  movements: movements.map(movementOf),
  next,
})
