/** How much the member may buy in a day, a week and a month, and the pause. Both are kept with the account. */
import "@foldcast/folds/with-spending"
import { useEffect, useState } from "react"
import { lastPurchase } from "@foldcast/folds/payment"
import { isPending } from "@foldcast/folds/pending"
import { spendingLimits } from "@foldcast/folds/spending"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { LIMITS_ROW } from "../site/limits-link.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { LimitsForm } from "./limits-form.tsx"
import { PauseForm } from "./pause-form.tsx"
import { SettingRow } from "./setting-row.tsx"

const isLoading = isPending("LoadSpendingLimits")

interface UnknownProps {
  readonly isOffline: boolean
  readonly hasAsked: boolean
}

function Unknown({ isOffline, hasAsked }: UnknownProps) {
  const { send } = useRuntime()
  const isAsking = useSite(isLoading)
  if (isOffline) return <Banner tone="info">{m.limits_offline()}</Banner>
  if (hasAsked && !isAsking) {
    return (
      <RetryBanner
        label={m.settings_sessions_retry()}
        isRetrying={false}
        onRetry={() => {
          send({ _tag: "LoadSpendingLimits" })
        }}
      >
        {m.limits_failed()}
      </RetryBanner>
    )
  }
  return (
    <SkeletonGroup label={m.limits_loading()}>
      <Skeleton className="settings-limits__coming" />
    </SkeletonGroup>
  )
}

export function LimitsRow() {
  const { send } = useRuntime()
  const limits = useSite(spendingLimits)
  const purchase = useSite(lastPurchase)
  const isOffline = useConnection()._tag === "Offline"
  const [hasAsked, setAsked] = useState(false)
  // Asked again after a purchase: what was bought counts.
  useEffect(() => {
    if (isOffline) return
    setAsked(true)
    send({ _tag: "LoadSpendingLimits" })
  }, [isOffline, purchase, send])
  return (
    <SettingRow anchor={LIMITS_ROW} heading={m.limits_heading()} lead={m.limits_lead()}>
      {limits === null ? (
        <Unknown isOffline={isOffline} hasAsked={hasAsked} />
      ) : (
        <>
          <LimitsForm limits={limits} />
          <PauseForm pausedUntil={limits.pausedUntil} />
        </>
      )}
    </SettingRow>
  )
}
