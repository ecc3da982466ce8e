/** The two steps of buying, a bundle and a payment method, and placeholders while there is nothing to choose. */
import { useDeferredValue, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { useConnection, useSite } from "../../runtime/react.tsx"
import { IntentReason } from "../site/intent-reason.tsx"
import { isReachable } from "../connection/reachability.ts"
import { useFingerprint } from "../site/use-fingerprint.ts"
import { loadWalletFailure, loadWalletReference, selectWallet } from "../site/selectors.ts"
import { AmountsLeft } from "./amounts-left.tsx"
import { BundleChoice } from "./bundle-choice.tsx"
import { MethodChoice } from "./method-choice.tsx"
import { WalletFooter } from "./wallet-footer.tsx"
import { WalletLoading, WalletNote, WalletRefusedNotice } from "./wallet-placeholders.tsx"

const scrollTo = (target: Element | null, block: ScrollLogicalPosition) => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  target?.scrollIntoView({ block, behavior: isStill ? "auto" : "smooth" })
}

export interface CheckoutProps {
  /** The first step to show: the payment methods after a failure that needs another method. */
  readonly startsAt: "bundles" | "methods"
}

export function Checkout({ startsAt }: CheckoutProps) {
  const { content, refusal } = useSite(selectWallet)
  const failure = useSite(loadWalletFailure)
  const failureReference = useSite(loadWalletReference)
  const reachable = isReachable(useConnection())
  const methods = useRef<HTMLElement>(null)
  // The bundles are painted before what lies below them is made.
  const isWhole = useDeferredValue(true, startsAt === "methods")
  // Computed while the visitor chooses; the payment session does not wait for it.
  useFingerprint()

  const showMethods = () => {
    const section = methods.current
    const radio =
      section?.querySelector<HTMLElement>("input:checked") ??
      section?.querySelector<HTMLElement>("input")
    radio?.focus({ preventScroll: true })
    scrollTo(section, "start")
  }
  useEffect(() => {
    if (startsAt === "methods") showMethods()
  }, [startsAt])

  if (content === null) {
    const label = refusal?.label ?? failure
    const reference = refusal === null ? failureReference : refusal.reference
    if (!reachable) {
      return <WalletNote title={m.wallet_offline_title()} text={m.wallet_offline_text()} />
    }
    return label === null ? (
      <WalletLoading />
    ) : (
      <WalletRefusedNotice label={label} reference={reference} />
    )
  }
  if (content.bundles.length === 0) {
    return <WalletNote title={m.wallet_empty_title()} text={m.wallet_empty_text()} retries />
  }
  if (content.paymentOptions.length === 0) {
    return <WalletNote title={m.wallet_empty_title()} text={m.wallet_no_methods_text()} retries />
  }
  return (
    <>
      <div className="wallet-body">
        <IntentReason needs="credits" />
        <BundleChoice
          onChosen={(byKeyboard) => {
            // After the choice has taken the focus, which would stop the scrolling.
            requestAnimationFrame(() => {
              scrollTo(methods.current, byKeyboard ? "nearest" : "start")
            })
          }}
        />
        {isWhole && (
          <>
            <MethodChoice ref={methods} options={content.paymentOptions} />
            <p className="wallet-minute-note">{m.wallet_minute_note()}</p>
            <p className="wallet-minute-note">{m.wallet_withdrawal()}</p>
            <AmountsLeft />
          </>
        )}
      </div>
      <WalletFooter variant={content.variant} onChangeMethod={showMethods} />
    </>
  )
}
