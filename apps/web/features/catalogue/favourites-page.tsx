/**
 * A member's favourite performers, online ones first. A removed favourite stays on the page, so that one press can
 * undo it; it is gone when the page is opened again. Until the member's list arrives, the page shows the list that
 * the tab stored.
 */
import { useState } from "react"
import type { Locale } from "@foldcast/contracts/units"
import { areFavouritesKnown, shownFavouriteIds } from "@foldcast/folds/favourites"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useConnection, useSite } from "../../runtime/react.tsx"
import { GridSkeleton } from "../grid/grid-skeleton.tsx"
import { useUnfilteredAddress } from "../filters/use-grid-filter.ts"
import { favouritesSource, type GridSource } from "../grid/grid-source.ts"
import { PerformerGrid } from "../grid/performer-grid.tsx"
import { WhoIsLive } from "../grid/who-is-live.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { ForMembers } from "../site/for-members.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { type EverKept, everKept } from "./ever-kept.ts"
import "../site/plain-page.css"

const useEverKept = (): EverKept | null => {
  const kept = useSite(shownFavouriteIds)
  const isKnown = useSite(areFavouritesKnown)
  const [before, setBefore] = useState<EverKept | null>(() => everKept(null, kept, isKnown))
  const now = everKept(before, kept, isKnown)
  if (now !== before) setBefore(now)
  return now
}

/** The stored list has a name of its own, so that the member's list is requested when it arrives. */
const sourceOf = ({ ids, since, isRecalled }: EverKept, locale: Locale): GridSource => {
  const source = favouritesSource(ids, locale, since)
  return isRecalled ? { ...source, name: `${source.name} recalled` } : source
}

function Favourites() {
  const kept = useEverKept()
  const locale = useLocale()
  const isOffline = useConnection()._tag === "Offline"
  const empty = (
    <EmptyState
      heading={m.favourites_empty_heading()}
      text={m.favourites_empty()}
      action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
    >
      <WhoIsLive />
    </EmptyState>
  )
  if (kept === null) {
    return isOffline ? <Banner tone="info">{m.grid_offline()}</Banner> : <GridSkeleton />
  }
  if (kept.ids.length === 0) return empty
  return <PerformerGrid source={sourceOf(kept, locale)} whenEmpty={empty} />
}

export function FavouritesPage() {
  useUnfilteredAddress()
  return (
    <div className="grid-width plain-page">
      <h1 tabIndex={-1}>{m.favourites_title()}</h1>
      <ForMembers>
        <Favourites />
      </ForMembers>
    </div>
  )
}
