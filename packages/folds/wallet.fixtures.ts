/** A wallet with seven bundles, one of them tagged, and methods of which one has a sub-list. */
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { Bundle } from "@foldcast/contracts/stream/wallet"

export const bundle = (id: string, tags: Bundle["tags"] = []): Bundle => ({
  id,
  name: `Bundle ${id}`,
  costCents: 999,
  credits: 600,
  currency: "EUR",
  bonusMinutes: 0,
  label: null,
  tags,
})

export const walletLoaded: EventOf<"WalletLoaded"> = {
  _tag: "WalletLoaded",
  walletId: "w1",
  variant: "default",
  bundles: [
    bundle("b1"),
    bundle("b2", ["default"]),
    bundle("b3"),
    bundle("b4"),
    bundle("b5"),
    bundle("b6", ["bestDeal"]),
    bundle("b7"),
  ],
  paymentOptions: [
    { id: "10", name: "iDEAL", image: "/10.svg", provider: "paynl", subOptions: [] },
    {
      id: "436",
      name: "Bank",
      image: "/436.svg",
      provider: "paynl",
      subOptions: [{ id: "bank-1", name: "Bank one" }],
    },
  ],
  provider: "paynl",
  defaultMethodId: "10",
}
