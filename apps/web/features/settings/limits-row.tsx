/** How much the member may buy in a day, a week and a month, and the pause. Both are kept with the account. */
import "@foldcast/folds/with-spending"
import { useEffect, useState } from "react"
import { lastPurchase } from "@foldcast/folds/payment"
import { isPending } from "@foldcast/folds/pending"
import { spendingLimits } from "@foldcast/folds/spending"
import { m } from "@foldcast/messages/messages"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { LIMITS_ROW } from "../site/limits-link.tsx"
import { LimitsForm } from "./limits-form.tsx"
import { PauseForm } from "./pause-form.tsx"
import { SettingRow } from "./setting-row.tsx"
import { UnknownSetting } from "./unknown-setting.tsx"

const isLoading = isPending("LoadSpendingLimits")

export function LimitsRow() {
  const { send } = useRuntime()
  const limits = useSite(spendingLimits)
  const purchase = useSite(lastPurchase)
  const isAsking = useSite(isLoading)
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
        <UnknownSetting
          isOffline={isOffline}
          hasAsked={hasAsked}
          isAsking={isAsking}
          onRetry={() => {
            send({ _tag: "LoadSpendingLimits" })
          }}
          texts={{
            loading: m.limits_loading(),
            failed: m.limits_failed(),
            offline: m.limits_offline(),
          }}
          placeholder="settings-limits__coming"
        />
      ) : (
        <>
          <LimitsForm limits={limits} />
          <PauseForm pausedUntil={limits.pausedUntil} />
        </>
      )}
    </SettingRow>
  )
}
