/**
 * The wallet: its content and the visitor's choice.
 *
 * Opening it resets the basket: the bundle tagged `default` among the shown ones, else the first, with the
 * wallet's preselected method for the visitor's language, if any.
 */
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import { failureReference } from "@foldcast/contracts/reference"
import type { Bundle, PaymentOption } from "@foldcast/contracts/stream/wallet"
import type { Batch } from "./batch.ts"
import { isPaymentOfThisTab } from "./payment.ts"
import type { SiteState, WalletContent } from "./site-state.ts"
import type { Slice } from "./slice.ts"

/** Source: WALLET-12. */
const SHOWN_BUNDLES = 5

const bundlesShown = (content: WalletContent | null): ReadonlyArray<Bundle> =>
  content === null ? [] : content.bundles.slice(0, SHOWN_BUNDLES)

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
const stillOffered = (basket: BundleBasket | null, content: WalletContent): BundleBasket | null => {
  if (basket === null || !bundlesShown(content).some(({ id }) => id === basket.bundleId)) {
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

const setBasket = (batch: Batch, basket: BundleBasket | null) => {
  if (!isSame(batch.state.wallet.basket, basket)) batch.wallet().basket = basket
}

const resetBasket = (batch: Batch) => setBasket(batch, preselected(batch.state.wallet.content))

const open = (batch: Batch) => {
  if (batch.state.wallet.open) return
  const wallet = batch.wallet()
  wallet.open = true
  wallet.refusal = null
  resetBasket(batch)
}

const close = (batch: Batch) => {
  if (batch.state.wallet.open) batch.wallet().open = false
}

const settled = (batch: Batch, sessionId: string) => {
  if (isPaymentOfThisTab(batch.state.payment, sessionId)) resetBasket(batch)
}

export const walletSlice = {
  events: {
    StreamReset: (batch) => batch.reset("wallet"),
    LoggedOut: (batch) => batch.reset("wallet"),
    WalletLoaded: (batch, { walletId, variant, bundles, paymentOptions, provider, ...rest }) => {
      const { defaultMethodId } = rest
      const wallet = batch.wallet()
      wallet.content = {
        walletId,
        variant,
        bundles,
        paymentOptions,
        provider,
        defaultMethodId,
      }
      wallet.refusal = null
      if (wallet.open) setBasket(batch, stillOffered(wallet.basket, wallet.content))
    },
    WalletRefused: (batch, { label }, envelope) => {
      batch.wallet().refusal = { label, reference: failureReference(envelope) }
    },
    BundleBought: (batch, { sessionId }) => settled(batch, sessionId),
    PaymentFailed: (batch, { sessionId }) => settled(batch, sessionId),
  },
  facts: {
    WalletOpened: open,
    WalletClosed: close,
    DialogOpened: (batch, { dialog }) => (dialog === "wallet" ? open(batch) : close(batch)),
    DialogClosed: (batch, { dialog }) => {
      if (dialog === "wallet") close(batch)
    },
    BundleChosen: (batch, { bundleId }) => {
      const { content, basket } = batch.state.wallet
      if (content === null || basket?.bundleId === bundleId) return
      if (!bundlesShown(content).some(({ id }) => id === bundleId)) return
      setBasket(
        batch,
        basket === null
          ? { bundleId, methodId: defaultMethod(content), subOptionId: null }
          : { ...basket, bundleId },
      )
    },
    PaymentMethodChosen: (batch, { id, subOptionId = null }) => {
      const { content, basket } = batch.state.wallet
      if (content === null || basket === null) return
      const method = content.paymentOptions.find((option) => option.id === id)
      if (method === undefined) return
      const isOffered = method.subOptions.some((option) => option.id === subOptionId)
      setBasket(batch, { ...basket, methodId: id, subOptionId: isOffered ? subOptionId : null })
    },
    CommandSent: (batch, { command }) => {
      if (command === "LoadWallet" && batch.state.wallet.refusal !== null) {
        batch.wallet().refusal = null
      }
    },
    TabRestored: (batch, { slice }) => {
      const wallet = batch.wallet()
      wallet.open = slice.dialog === "wallet"
      wallet.basket =
        wallet.content === null ? slice.basket : stillOffered(slice.basket, wallet.content)
    },
  },
} satisfies Slice

/** The bundles a visitor may choose from: the first five. */
export const shownBundles = ({ wallet }: SiteState): ReadonlyArray<Bundle> =>
  bundlesShown(wallet.content)

export const chosenBundle = ({ wallet: { content, basket } }: SiteState): Bundle | null =>
  bundlesShown(content).find(({ id }) => id === basket?.bundleId) ?? null

export const chosenMethod = ({ wallet: { content, basket } }: SiteState): PaymentOption | null =>
  content?.paymentOptions.find(({ id }) => id === basket?.methodId) ?? null

/** A payment session's `paymentMethod`: the id, or `id:subOptionId` (WALLET-28). */
export const chosenPaymentMethod = ({ wallet: { basket } }: SiteState): string | null => {
  if (basket === null || basket.methodId === null) return null
  return basket.subOptionId === null ? basket.methodId : `${basket.methodId}:${basket.subOptionId}`
}
