/**
 * Tries of a member's password by whoever sits at their open session: counted like those at the door, so that nobody
 * guesses more often here.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Effect } from "effect"
import { RateLimits } from "../http/rate-limits.ts"
import type { SessionMember } from "../sessions/session-store.ts"

export const makePasswordTries = Effect.gen(function* () {
  const rates = yield* RateLimits
  return {
    /** Null where there were too many; else how to give it back, since it was no wrong password. */
    take: Effect.fnUntraced(function* (
      { memberId }: SessionMember,
      { clientAddress }: { readonly clientAddress: string },
    ) {
      const counted = {
        failedLogInsPerAccount: memberId,
        failedLogInsPerAddress: rateKeyOf(clientAddress),
      }
      const { allowed } = rates.take(counted, yield* Clock.currentTimeMillis)
      return allowed
        ? () => {
            rates.giveBack(counted)
          }
        : null
    }),
  }
})
