/** The history of a member's credit movements, page by page, and a download of all of it. Loaded with its route. */
import { Download } from "lucide-react"
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatPricePerMinute } from "@foldcast/messages/number-formats"
import { BASE_CENTS_PER_MINUTE } from "@foldcast/rules/money"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button, buttonClass } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { ForMembers } from "../site/for-members.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { selectBalance } from "../site/selectors.ts"
import { SiteLink } from "../site/site-link.tsx"
import { useWalletOpener } from "../wallet/use-wallet-opener.ts"
import { HistoryTable } from "./history-table.tsx"
import { type Movements, useMovements } from "./use-movements.ts"
import { type WithdrawablePurchase, WithdrawPurchase } from "./withdraw-purchase.tsx"
import "@foldcast/folds/with-spending"
import "./credits.css"

const COMING = [1, 2, 3, 4] as const

/** The end of the list: a button for more, a loading state, or a failure. */
function WhatFollows({ history }: { readonly history: Movements }) {
  const { movements, isHere, isComplete, isFailed, isAsking, isOffline, loadMore, askAgain } =
    history
  if (isFailed) {
    return (
      <RetryBanner label={m.credits_retry()} isRetrying={isAsking} onRetry={askAgain}>
        {m.credits_failed()}
      </RetryBanner>
    )
  }
  if (isComplete) {
    return movements.length === 0 ? null : (
      <p className="credits__end" role="status">
        {m.credits_all_loaded()}
      </p>
    )
  }
  if (isOffline) return <Banner tone="info">{m.credits_offline()}</Banner>
  if (!isHere) {
    return (
      <SkeletonGroup label={m.credits_loading()}>
        {COMING.map((line) => (
          <Skeleton key={line} className="credits__coming" />
        ))}
      </SkeletonGroup>
    )
  }
  return (
    <Button isPending={isAsking} pendingLabel={m.credits_loading_more()} onPress={loadMore}>
      {m.credits_more()}
    </Button>
  )
}

function History() {
  const openWallet = useWalletOpener()
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const history = useMovements()
  const { movements, isComplete } = history
  const [withdrawn, setWithdrawn] = useState<WithdrawablePurchase | null>(null)
  const isEmpty = isComplete && movements.length === 0
  return (
    <>
      <div className="credits__tools">
        {balance !== null && (
          <p className="credits__balance">
            <TextRun>{`${m.credits_balance()} `}</TextRun>
            <strong className="tabular" translate="no">
              {formatCredits(balance, locale)}
            </strong>
          </p>
        )}
        {movements.length > 0 && (
          <a className={buttonClass({})} href={`/api/movements.csv?lang=${locale}`} download>
            <Download size={18} aria-hidden="true" />
            <TextRun>{m.credits_download()}</TextRun>
          </a>
        )}
      </div>
      {isEmpty && (
        <EmptyState
          heading={m.credits_empty_heading()}
          text={m.credits_empty_text()}
          action={
            <Button variant="primary" {...openWallet}>
              {m.wallet_title()}
            </Button>
          }
        />
      )}
      {movements.length > 0 && (
        <>
          <p className="credits__note">
            {m.credits_euro_note({ price: formatPricePerMinute(BASE_CENTS_PER_MINUTE, locale) })}
          </p>
          <HistoryTable movements={movements} onWithdraw={setWithdrawn} />
        </>
      )}
      <WhatFollows history={history} />
      {withdrawn !== null && (
        <WithdrawPurchase
          purchase={withdrawn}
          onClose={() => {
            setWithdrawn(null)
          }}
        />
      )}
    </>
  )
}

export function CreditsPage() {
  return (
    <div className="site-width credits">
      <header className="credits__title">
        <h1 tabIndex={-1}>{m.credits_heading()}</h1>
        <p className="credits__lead">
          <TextRun>{`${m.credits_lead()} `}</TextRun>
          <SiteLink page="settings">{m.credits_back()}</SiteLink>
        </p>
      </header>
      <ForMembers>
        <History />
      </ForMembers>
    </div>
  )
}
