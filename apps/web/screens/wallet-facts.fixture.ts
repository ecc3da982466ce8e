/** What the wallet offers, as the scripted gateway tells it in browser tests. */
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { Bundle } from "@foldcast/contracts/stream/wallet"

type WalletLoaded = EventOf<"WalletLoaded">

export const bundleOf = (id: string, changed: Partial<Bundle> = {}): Bundle => ({
  id,
  name: id,
  costCents: 999,
  credits: 600,
  currency: "EUR",
  bonusMinutes: 0,
  label: null,
  tags: [],
  ...changed,
})

export const IDEAL: WalletLoaded["paymentOptions"][number] = {
  id: "10",
  name: "iDEAL",
  image: "/payment-methods/10.svg",
  provider: "paynl",
  subOptions: [],
}

/** A drawer that is paid by iDEAL, unless a test says otherwise. */
export const walletLoadedFact = (
  bundles: ReadonlyArray<Bundle>,
  changed: Partial<WalletLoaded> = {},
): WalletLoaded => ({
  _tag: "WalletLoaded",
  walletId: "w1",
  variant: "drawer",
  bundles,
  paymentOptions: [IDEAL],
  provider: "paynl",
  defaultMethodId: IDEAL.id,
  ...changed,
})
