/** In place of a setting that is not known yet: it is on its way, could not be had, or waits for the network. */
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"

export interface UnknownSettingProps {
  readonly isOffline: boolean
  /** Whether it was asked for since the row is shown. */
  readonly hasAsked: boolean
  readonly isAsking: boolean
  readonly onRetry: () => void
  readonly texts: Readonly<Record<"loading" | "failed" | "offline", string>>
  /** The class of what holds its place. */
  readonly placeholder: string
}

export function UnknownSetting(props: UnknownSettingProps) {
  const { isOffline, hasAsked, isAsking, onRetry, texts, placeholder } = props
  if (isOffline) return <Banner tone="info">{texts.offline}</Banner>
  if (hasAsked && !isAsking) {
    return (
      <RetryBanner label={m.settings_sessions_retry()} isRetrying={false} onRetry={onRetry}>
        {texts.failed}
      </RetryBanner>
    )
  }
  return (
    <SkeletonGroup label={texts.loading}>
      <Skeleton className={placeholder} />
    </SkeletonGroup>
  )
}
