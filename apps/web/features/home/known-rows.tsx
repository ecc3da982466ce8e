/**
 * Above the list, whom the visitor knows: the member's favourites who are live, and whose profiles were looked at last
 * on this device. Their places are in the page as it comes (ADR 0070).
 */
import { useState } from "react"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { isOnline, isWatchable } from "@foldcast/rules/performer-status"
import { Button } from "@foldcast/ui/button.tsx"
import { usePerformersShown } from "../performers/use-performers-shown.ts"
import { SiteLink } from "../site/site-link.tsx"
import { KnownRow, useKnown } from "./known-row.tsx"
import { useKnownPerformers } from "./use-known-performers.ts"
import "./known-rows.css"

interface RowProps {
  readonly ids: ReadonlyArray<string>
}

type Performers = ReadonlyArray<PerformerSummary>

const idOf = ({ performerId }: PerformerSummary) => performerId

/** Who can be watched comes before who is busy. */
const liveIds = (performers: Performers): ReadonlyArray<string> => [
  ...performers.filter(({ onlineStatus }) => isWatchable(onlineStatus)).map(idOf),
  ...performers
    .filter(({ onlineStatus }) => isOnline(onlineStatus) && !isWatchable(onlineStatus))
    .map(idOf),
]

/** Who goes offline stays in place, and who comes later is last: nothing moves under the pointer. */
const useEverLive = (performers: Performers | null): Performers | null => {
  const [order, setOrder] = useState<ReadonlyArray<string>>([])
  if (performers === null) return null
  const added = liveIds(performers).filter((id) => !order.includes(id))
  const now = added.length === 0 ? order : [...order, ...added]
  if (now !== order) setOrder(now)
  return now.flatMap((id) => performers.find(({ performerId }) => performerId === id) ?? [])
}

function FavouritesRow({ ids }: RowProps) {
  const answer = useKnown(ids)
  const performers = useEverLive(answer.performers)
  // Where it is known from the first that nobody is live there is no row; one that has a place keeps it.
  const [isIdle] = useState(performers?.length === 0)
  // Also of who is not in the row yet.
  usePerformersShown(isIdle ? [] : ids)
  if (isIdle) return null
  return (
    <KnownRow
      {...answer}
      performers={performers}
      heading={m.home_favourites_heading()}
      action={
        <SiteLink page="favourites" className="known-row__action">
          {m.home_favourites_all()}
        </SiteLink>
      }
      whenEmpty={m.home_favourites_none()}
    />
  )
}

function RecentRow({ ids, clear }: RowProps & { readonly clear: () => void }) {
  usePerformersShown(ids)
  return (
    <KnownRow
      {...useKnown(ids)}
      heading={m.home_recent_heading()}
      action={
        <Button
          variant="link"
          className="needs-script"
          aria-label={m.home_recent_clear_label()}
          onPress={() => {
            clear()
            // The pressed button is gone with its row.
            document.querySelector("h1")?.focus({ preventScroll: true })
          }}
        >
          {m.home_recent_clear()}
        </Button>
      }
      whenEmpty={m.home_known_failed()}
    />
  )
}

export function KnownRows() {
  const { known, clearRecent } = useKnownPerformers()
  const { favourites, recent } = known
  if (favourites.length === 0 && recent.length === 0) return null
  return (
    <div className="grid-width known-rows">
      {favourites.length > 0 && <FavouritesRow ids={favourites} />}
      {recent.length > 0 && <RecentRow ids={recent} clear={clearRecent} />}
    </div>
  )
}
