/**
 * Rate limits password attempts at an open session, together with those at log-in, so that an open session gives no
 * extra guesses.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Effect } from "effect"
import { RateLimits } from "../http/rate-limits.ts"
import type { SessionMember } from "../sessions/session-store.ts"

export const makePasswordTries = Effect.gen(function* () {
  const rates = yield* RateLimits
  return {
    /** Null over the limit; else a function that gives the attempt back, for a password that was not wrong. */
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
