/** A banner for content that failed to load, with a retry button. */
import type { ReactNode } from "react"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"

export interface RetryBannerProps {
  readonly children: ReactNode
  readonly label: string
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

export function RetryBanner({ children, label, isRetrying, onRetry }: RetryBannerProps) {
  return (
    <Banner
      tone="danger"
      action={
        <Button isPending={isRetrying} onPress={onRetry}>
          {label}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
