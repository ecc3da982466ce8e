/**
 * The welcome credits: as many as the member's brand gives, once per member whatever addresses they verify. The
 * ledger remembers it by a key that names the member; nothing else does.
 */
import { Effect } from "effect"
import { effectiveWelcomeCredits } from "@foldcast/rules/welcome-credits"
import type { SqlQueries } from "../db/database.ts"
import { brandById } from "../brands/brands.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, hasMoved, move } from "../ledger/ledger.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import type { StoredMember } from "./member.ts"

const keyOf = (memberId: string) => `welcome:${memberId}`

/** What verifying an address will grant: 0 to who was welcomed before. */
export const pendingWelcomeCredits = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { id, brand }: Pick<StoredMember, "id" | "brand">,
) {
  return (yield* wasWelcomed(queries, id))
    ? 0
    : effectiveWelcomeCredits(brandById(brand).welcomeCredits)
})

/** Answers what was granted now: 0 when the member was welcomed before. */
export const grantWelcomeCredits = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
) {
  const amount = effectiveWelcomeCredits(brandById(member.brand).welcomeCredits)
  if (amount === 0) return 0
  const granted = yield* move(queries, {
    key: keyOf(member.id),
    debit: "house:given",
    credit: memberAccount(member.id),
    amount,
    reason: "welcome",
  }).pipe(
    Effect.map(({ now }) => now),
    Effect.catchTags({
      // Welcomed before, when the brand gave another amount.
      KeyReused: () => Effect.succeed(false),
      // The house never runs out.
      InsufficientCredits: (error) => Effect.die(error),
    }),
  )
  if (!granted) return 0
  yield* writeToOutbox(queries, member.id, "updated-credits", {
    credits: yield* balanceOf(queries, member.id),
  })
  return amount
})

export const wasWelcomed = (queries: SqlQueries, memberId: string) =>
  hasMoved(queries, keyOf(memberId))
