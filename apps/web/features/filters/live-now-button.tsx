/** Shows who is live alone, by the same filter as the status's first choice. */
import { m } from "@foldcast/messages/messages"
import { type GridFilter, LIVE_NOW } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { useFilterChanges } from "./use-grid-filter.ts"

const { onlineStatus: LIVE = [] } = LIVE_NOW

/** Whether of the statuses exactly this one is chosen. */
export const isLiveNow = ({ onlineStatus }: GridFilter): boolean =>
  onlineStatus?.join() === LIVE.join()

export function LiveNowButton({ filter }: { readonly filter: GridFilter }) {
  const { set } = useFilterChanges()
  const isOn = isLiveNow(filter)
  return (
    <Button
      className="filter-opener live-now"
      aria-pressed={isOn}
      onPress={() => {
        set("onlineStatus", isOn ? [] : LIVE)
      }}
    >
      <span className="live-now__dot" aria-hidden="true" />
      {m.filters_live_now()}
    </Button>
  )
}
