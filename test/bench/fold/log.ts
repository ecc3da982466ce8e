/**
 * A long visit's events for the folds: mostly balances, with payment sessions opened, paid and failed, duplicate
 * transactions, wallets, favourites and interrupted sources. The n-th is the same in every process.
 */
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import { eventOf as madeUp, unnumberedAt } from "../events/wire-events.ts"

const session = (n: number) => `ps_${n % 60}`

const eventOf = (n: number): Event => {
  const turn = n % 50
  if (turn === 0) return madeUp("WalletLoaded", n * 20 + 13)
  if (turn === 1) return madeUp("MemberLoaded", n * 20 + 9)
  if (turn === 2) return madeUp("LoggedIn", n * 20 + 6)
  if (turn === 3) return { _tag: "SourceInterrupted", source: "member-socket" }
  if (turn === 4) return { _tag: "SourceRestored", source: "member-socket" }
  if (turn === 5) return { _tag: "CreditsRanOut", action: "interval" }
  if (turn < 12)
    return {
      _tag: "PaymentSessionOpened",
      sessionId: session(n),
      paymentURL: `https://bank.test/pay/${session(n)}`,
    }
  if (turn < 16)
    return {
      _tag: "BundleBought",
      sessionId: session(n - 6),
      bundleId: `b${n % 7}`,
      credits: 600,
      amountCents: 1_000,
      transactionId: `tx_${n % 1_000}`,
    }
  if (turn < 18) return { _tag: "PaymentFailed", sessionId: session(n - 8), reasonCode: 309 }
  if (turn === 18 && n % 500 === 18)
    return { _tag: "FavouritesListed", performerIds: Array.from({ length: 20 }, (_, i) => `p${i}`) }
  if (turn === 18) return { _tag: "FavouriteAdded", performerId: `p${n % 37}` }
  if (turn === 19) return { _tag: "FavouriteRemoved", performerId: `p${n % 41}` }
  return { _tag: "CreditsChanged", credits: n % 5_000 }
}

/** Parsed from JSON, as in a browser and a replay. */
export const logEntryAt = (n: number): Extract<LogEntry, { readonly kind: "event" }> => {
  const { cause: _cause, ...envelope } = unnumberedAt(n)
  const text = JSON.stringify({ ...envelope, seq: n + 1, event: eventOf(n) })
  return { kind: "event", envelope: JSON.parse(text) as OpenEnvelope }
}
