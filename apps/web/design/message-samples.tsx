/** What the site says by itself: banners by their tone, an empty page, and what is waited for. */
import { m } from "@foldcast/messages/messages"
import { Banner, type BannerTone } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton } from "@foldcast/ui/skeleton.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { EmptyState } from "../features/site/empty-state.tsx"
import { Sample } from "./sample.tsx"

const TONES: Readonly<Record<BannerTone, () => string>> = {
  info: m.pay_status_unchanged,
  success: m.pay_success_title,
  warning: m.wallet_pay_blocked_offline,
  danger: m.credits_failed,
}

export function MessageSamples() {
  return (
    <>
      {Object.entries(TONES).map(([tone, text]) => (
        <Sample key={tone} state={tone}>
          <Banner
            tone={tone as BannerTone}
            action={<Button variant="quiet">{m.credits_retry()}</Button>}
          >
            {text()}
          </Banner>
        </Sample>
      ))}
      <Sample state="nothing here yet">
        <EmptyState
          heading={m.credits_empty_heading()}
          text={m.credits_empty_text()}
          action={<Button variant="primary">{m.member_buy_credits()}</Button>}
        />
      </Sample>
      <Sample state="coming">
        <Skeleton className="design-skeleton" />
      </Sample>
      <Sample state="waited for">
        <Spinner />
      </Sample>
    </>
  )
}
