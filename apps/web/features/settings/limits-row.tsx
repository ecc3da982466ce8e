/** How much the member may buy in a day, a week and a month, and the pause. Both are kept with the account. */
import "@foldcast/folds/with-spending"
import { useEffect, useState } from "react"
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

function Unknown() {
  const { send } = useRuntime()
  const isAsking = useSite(isLoading)
  const isOffline = useConnection()._tag === "Offline"
  const [hasAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isOffline) return
    setAsked(true)
    send({ _tag: "LoadSpendingLimits" })
  }, [isOffline, send])
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
  const limits = useSite(spendingLimits)
  return (
    <SettingRow anchor={LIMITS_ROW} heading={m.limits_heading()} lead={m.limits_lead()}>
      {limits === null ? (
        <Unknown />
      ) : (
        <>
          <LimitsForm limits={limits} />
          <PauseForm pausedUntil={limits.pausedUntil} />
        </>
      )}
    </SettingRow>
  )
}
