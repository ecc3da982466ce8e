/** A wallet with three bundles, and a bank's address for the chosen one. */
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Bundle } from "@foldcast/contracts/stream/wallet"

const bundle = (id: string, costCents: number, amount: number): Bundle => ({
  id,
  name: id,
  costCents,
  credits: amount,
  currency: "EUR",
  bonusMinutes: 0,
  label: null,
  tags: [],
})
export const BUNDLES = [
  bundle("b1", 990, 600),
  bundle("b2", 2_375, 1_500),
  bundle("b3", 4_500, 3_000),
]
const walletLoaded: Event = {
  _tag: "WalletLoaded",
  walletId: "w1",
  variant: "drawer",
  bundles: BUNDLES,
  paymentOptions: [
    {
      id: "10",
      name: "iDEAL",
      image: "/payment-methods/10.svg",
      provider: "paynl",
      subOptions: [],
    },
  ],
  provider: "paynl",
  defaultMethodId: "10",
}
export const buys = (command: Command): ReadonlyArray<Event> | undefined => {
  if (command._tag === "LoadWallet") return [walletLoaded]
  if (command._tag !== "OpenPaymentSession") return undefined
  return [{ _tag: "PaymentSessionOpened", sessionId: "ps_1", paymentURL: "about:blank#bank" }]
}
