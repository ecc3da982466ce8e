/**
 * The performers that a member keeps: those who are online first. Whose heart is taken back stays on the
 * page, so that a slip is put right with one more press; they are gone when the page is opened again.
 */
import { useState } from "react"
import { shownFavouriteIds } from "@foldcast/folds/favourites"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useConnection, useSite } from "../../runtime/react.tsx"
import { GridSkeleton } from "../grid/grid-skeleton.tsx"
import { favouritesSource } from "../grid/grid-source.ts"
import { PerformerGrid } from "../grid/performer-grid.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { ForMembers } from "../site/for-members.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import "../site/plain-page.css"

interface EverKept {
  readonly ids: ReadonlyArray<string>
  /** How many of them were kept since the page was opened, in another tab or on another device. */
  readonly since: number
}

const keptFirst = (ids: ReadonlyArray<string> | null) => (ids === null ? null : { ids, since: 0 })

/** Everybody who was kept while the page was open; who came later stands last. Null while unknown. */
const useEverKept = (): EverKept | null => {
  const kept = useSite(shownFavouriteIds)
  const [ever, setEver] = useState<EverKept | null>(keptFirst(kept))
  if (kept === null) return ever
  const added = kept.filter((id) => ever === null || !ever.ids.includes(id))
  if (ever !== null && added.length === 0) return ever
  const now =
    ever === null
      ? { ids: kept, since: 0 }
      : { ids: [...ever.ids, ...added], since: ever.since + added.length }
  setEver(now)
  return now
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
  return <PerformerGrid source={favouritesSource(kept.ids, locale, kept.since)} whenEmpty={empty} />
}

export function FavouritesPage() {
  return (
    <div className="grid-width plain-page">
      <h1 tabIndex={-1}>{m.favourites_title()}</h1>
      <ForMembers>
        <Favourites />
      </ForMembers>
    </div>
  )
}
