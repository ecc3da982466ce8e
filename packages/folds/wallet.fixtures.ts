/** A wallet with seven bundles, one of them tagged, and methods, one with sub-options. */
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { Bundle } from "@foldcast/contracts/stream/wallet"

export const bundleFixture = (id: string, tags: Bundle["tags"] = []): Bundle => ({
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
    bundleFixture("b1"),
    bundleFixture("b2", ["default"]),
    bundleFixture("b3"),
    bundleFixture("b4"),
    bundleFixture("b5"),
    bundleFixture("b6", ["bestDeal"]),
    bundleFixture("b7"),
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
