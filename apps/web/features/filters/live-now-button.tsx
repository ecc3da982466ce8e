/** Shows who is live alone, by the same filter as the panel's. */
import { m } from "@foldcast/messages/messages"
import { type GridFilter, LIVE_NOW } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { useFilterChanges } from "./use-grid-filter.ts"

const { onlineStatus: LIVE = [] } = LIVE_NOW

export function LiveNowButton({ filter }: { readonly filter: GridFilter }) {
  const { set } = useFilterChanges()
  const isOn = filter.onlineStatus?.join() === LIVE.join()
  return (
    <Button
      className="filter-opener live-now needs-script"
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
