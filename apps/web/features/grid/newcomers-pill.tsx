/**
 * The number of performers who came online since the list was ordered. It is at the top of the view and announced
 * by screen readers; the order changes only on a press.
 */
import { ArrowUp } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { formatCount } from "@foldcast/messages/number-formats"

export interface NewcomersPillProps {
  readonly count: number
  readonly isApplying: boolean
  readonly apply: () => void
}

export function NewcomersPill({ count, isApplying, apply }: NewcomersPillProps) {
  const locale = useLocale()
  return (
    <div className="grid-pill" role="status">
      {count > 0 && (
        <Button variant="primary" isPending={isApplying} onPress={apply}>
          <ArrowUp size={18} aria-hidden="true" />
          {m.grid_newly_online({ count, formatted: formatCount(count, locale) })}
        </Button>
      )}
    </div>
  )
}
