/**
 * The performers that a member keeps: those who are online first. Whose heart is taken back stays on the
 * page, so that a slip is put right with one more press; they are gone when the page is opened again.
 * Before the member's list has come the page shows what the tab recalls of it.
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

/** What was recalled is a list of its own: the member's is asked for when it comes. */
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
    />
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
