/**
 * The welcome credits: as many as the member's brand grants, once per member, whatever addresses they verify. A
 * ledger key that names the member is the only record of it.
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

/** What a verification will grant; 0 to a member who had them. */
export const pendingWelcomeCredits = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { id, brand }: Pick<StoredMember, "id" | "brand">,
) {
  return (yield* wasWelcomed(queries, id))
    ? 0
    : effectiveWelcomeCredits(brandById(brand).welcomeCredits)
})

/** Answers what was granted now; 0 to a member who had them. */
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
      // Granted before, when the brand granted another amount.
      KeyReused: () => Effect.succeed(false),
      // The house account has no lower bound.
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
