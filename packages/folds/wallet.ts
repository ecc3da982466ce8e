/**
 * The wallet: its content and the visitor's choice.
 *
 * Its content may come before it opens, asked for when a button that opens it is approached. Opening it resets the
 * basket: the bundle tagged `default` among the shown ones, else the first, with the
 * wallet's preselected method for the visitor's language, if any. A purchase resets it too. While a payment is under
 * way or has failed the basket stays, so that a retry pays for the same bundle by the same method.
 */
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { failureReference } from "@foldcast/contracts/reference"
import type { Bundle, PaymentOption } from "@foldcast/contracts/stream/wallet"
import { SHOWN_BUNDLES, topUpCredits } from "@foldcast/contracts/top-up"
import { INITIAL_STATE } from "./initial-state.ts"
import { isShownPurchase } from "./payment.ts"
import { waitingCommand } from "./pending.ts"
import type { PaymentState, SiteState, WalletContent, WalletState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const bundlesShown = (content: WalletContent | null): ReadonlyArray<Bundle> =>
  content === null ? [] : content.bundles.slice(0, SHOWN_BUNDLES)

/** The offer for who is as many credits short; null for one that was loaded for another shortage. */
const topUpFor = (content: WalletContent | null, short: number | undefined): Bundle | null =>
  short !== undefined && content?.topUp?.credits === topUpCredits(short) ? content.topUp : null

/** Whether the content has what an opening offers to who is so many credits short. */
export const isLoadedFor = ({ content }: WalletState, short: number | undefined): boolean =>
  content !== null && (short === undefined || topUpFor(content, short) !== null)

const offersIn = ({ content, short }: WalletState): ReadonlyArray<Bundle> => {
  const topUp = topUpFor(content, short)
  return topUp === null ? bundlesShown(content) : [...bundlesShown(content), topUp]
}

const defaultMethod = ({ paymentOptions, defaultMethodId }: WalletContent): string | null =>
  paymentOptions.some(({ id }) => id === defaultMethodId) ? defaultMethodId : null

const preselected = (content: WalletContent | null): BundleBasket | null => {
  if (content === null) return null
  const shown = bundlesShown(content)
  const bundle = shown.find(({ tags }) => tags.includes("default")) ?? shown[0]
  if (bundle === undefined) return null
  return { bundleId: bundle.id, methodId: defaultMethod(content), subOptionId: null }
}

/** Keeps the choice as long as the wallet still offers it. */
const stillOffered = (wallet: WalletState, content: WalletContent): BundleBasket | null => {
  const { basket } = wallet
  if (basket === null || !offersIn(wallet).some(({ id }) => id === basket.bundleId)) {
    return preselected(content)
  }
  const method = content.paymentOptions.find(({ id }) => id === basket.methodId)
  if (method === undefined) {
    return { ...basket, methodId: defaultMethod(content), subOptionId: null }
  }
  const isSubOptionOffered = method.subOptions.some(({ id }) => id === basket.subOptionId)
  return isSubOptionOffered || basket.subOptionId === null
    ? basket
    : { ...basket, subOptionId: null }
}

const isSame = (one: BundleBasket | null, other: BundleBasket | null) =>
  one?.bundleId === other?.bundleId &&
  one?.methodId === other?.methodId &&
  one?.subOptionId === other?.subOptionId

const withBasket = (wallet: WalletState, basket: BundleBasket | null): WalletState =>
  isSame(wallet.basket, basket) ? wallet : { ...wallet, basket }

const withFreshBasket = (wallet: WalletState): WalletState =>
  withBasket(wallet, preselected(wallet.content))

/** Whether a payment has no outcome yet, or one that offers a retry. */
const mayBeRetried = ({ current }: PaymentState): boolean =>
  current._tag !== "Ready" && current._tag !== "Succeeded"

const opened = (
  before: WalletState,
  { payment }: SiteState,
  short: number | undefined,
): WalletState => {
  if (before.open) return before
  const wallet = { ...before, open: true, refusal: null, askedAheadAt: undefined }
  return mayBeRetried(payment) ? wallet : withFreshBasket({ ...wallet, short })
}

const closed = (wallet: WalletState): WalletState => withChanges(wallet, { open: false })

const initial = () => INITIAL_STATE.wallet

export const walletSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    WalletLoaded: (before, { _tag, ...content }, { cause }, { pending }) => {
      const wallet = { ...before, content, refusal: null }
      if (wallet.open) return withBasket(wallet, stillOffered(wallet, content))
      return { ...wallet, askedAheadAt: waitingCommand(pending, cause)?.sentAt }
    },
    WalletRefused: (wallet, { label }, envelope) => ({
      ...wallet,
      refusal: { label, reference: failureReference(envelope) },
    }),
    BundleBought: (before, { sessionId }, _envelope, { payment }) => {
      const wallet = withChanges(before, { askedAheadAt: undefined })
      return isShownPurchase(payment, sessionId)
        ? withFreshBasket(withChanges(wallet, { short: undefined }))
        : wallet
    },
  },
  facts: {
    WalletOpened: (wallet, { short }, _around, site) => opened(wallet, site, short),
    WalletClosed: closed,
    DialogOpened: (wallet, { dialog }, _around, site) =>
      dialog === "wallet" ? opened(wallet, site, undefined) : closed(wallet),
    DialogClosed: (wallet, { dialog }) => (dialog === "wallet" ? closed(wallet) : wallet),
    BundleChosen: (wallet, { bundleId }) => {
      const { content, basket } = wallet
      if (content === null || basket?.bundleId === bundleId) return wallet
      if (!offersIn(wallet).some(({ id }) => id === bundleId)) return wallet
      return withBasket(
        wallet,
        basket === null
          ? { bundleId, methodId: defaultMethod(content), subOptionId: null }
          : { ...basket, bundleId },
      )
    },
    PaymentMethodChosen: (wallet, { id, subOptionId = null }) => {
      const { content, basket } = wallet
      if (content === null || basket === null) return wallet
      const method = content.paymentOptions.find((option) => option.id === id)
      if (method === undefined) return wallet
      const isOffered = method.subOptions.some((option) => option.id === subOptionId)
      return withBasket(wallet, {
        ...basket,
        methodId: id,
        subOptionId: isOffered ? subOptionId : null,
      })
    },
    CommandSent: (wallet, { command }) =>
      command === "LoadWallet" ? withChanges(wallet, { refusal: null }) : wallet,
    TabRestored: (before, { slice: { dialog, basket, short } }) => {
      const wallet = { ...before, open: dialog === "wallet", basket, short }
      return wallet.content === null
        ? wallet
        : { ...wallet, basket: stillOffered(wallet, wallet.content) }
    },
  },
} satisfies Slice<WalletState>

/** The bundles a visitor may choose from: the first five. */
export const shownBundles = ({ wallet }: SiteState): ReadonlyArray<Bundle> =>
  bundlesShown(wallet.content)

/** The one offer more for who is short of credits; null without one. */
export const shownTopUp = ({ wallet: { content, short } }: SiteState): Bundle | null =>
  topUpFor(content, short)

/** All that may be chosen, in the wallet's order. */
export const offers = ({ wallet }: SiteState): ReadonlyArray<Bundle> => offersIn(wallet)

export const chosenBundle = ({ wallet }: SiteState): Bundle | null =>
  offersIn(wallet).find(({ id }) => id === wallet.basket?.bundleId) ?? null

/** The command for what the wallet shows. */
export const loadWallet = ({ wallet: { short } }: SiteState): CommandOf<"LoadWallet"> => ({
  _tag: "LoadWallet",
  ...(short !== undefined && { short }),
})

export const chosenMethod = ({ wallet: { content, basket } }: SiteState): PaymentOption | null =>
  content?.paymentOptions.find(({ id }) => id === basket?.methodId) ?? null

/** A payment session's `paymentMethod`: the id, or `id:subOptionId` (WALLET-28). */
export const chosenPaymentMethod = ({ wallet: { basket } }: SiteState): string | null => {
  if (basket === null || basket.methodId === null) return null
  return basket.subOptionId === null ? basket.methodId : `${basket.methodId}:${basket.subOptionId}`
}
