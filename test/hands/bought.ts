/** A wallet with three bundles, and a bank's address for the chosen one. */
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { bundleOf, walletLoadedFact } from "@foldcast/web/screens/wallet-facts.fixture"

export const BUNDLES = [
  bundleOf("b1", { costCents: 990 }),
  bundleOf("b2", { costCents: 2_375, credits: 1_500 }),
  bundleOf("b3", { costCents: 4_500, credits: 3_000 }),
]
export const buys = (command: Command): ReadonlyArray<Event> | undefined => {
  if (command._tag === "LoadWallet") return [walletLoadedFact(BUNDLES)]
  if (command._tag !== "OpenPaymentSession") return undefined
  return [{ _tag: "PaymentSessionOpened", sessionId: "ps_1", paymentURL: "about:blank#bank" }]
}
