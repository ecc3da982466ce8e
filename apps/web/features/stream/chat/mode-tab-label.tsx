/** What a tab of the stream says: the way to talk, what it costs, and how many lines came that were not seen. */
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { ShortModePrice } from "./mode-price.tsx"
import { MODE_TRAITS, type StreamMode } from "./stream-modes.ts"

export interface ModeTabLabelProps {
  readonly mode: StreamMode
  readonly unseen?: number
}

export function ModeTabLabel({ mode, unseen = 0 }: ModeTabLabelProps) {
  const locale = useLocale()
  return (
    <span className="mode-tab" data-mode={mode}>
      <span className="mode-tab__name">
        <TextRun>{MODE_TRAITS[mode].name()}</TextRun>
        {unseen > 0 && (
          <span
            className="chat__unseen tabular"
            translate="no"
            role="img"
            aria-label={m.chat_unseen({ count: formatCount(unseen, locale) })}
          >
            {unseen > 99 ? "99+" : unseen}
          </span>
        )}
      </span>
      {/* Read out with the action's terms. */}
      <span className="mode-tab__price tabular" aria-hidden="true">
        <ShortModePrice mode={mode} />
      </span>
    </span>
  )
}
