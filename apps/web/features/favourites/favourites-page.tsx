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

type Ids = ReadonlyArray<string>

/** Everybody who was kept while the page was open; who came later stands last. Null while unknown. */
const useEverKept = (): Ids | null => {
  const kept = useSite(shownFavouriteIds)
  const [ever, setEver] = useState<Ids | null>(kept)
  if (kept === null) return ever
  const added = kept.filter((id) => ever === null || !ever.includes(id))
  if (ever !== null && added.length === 0) return ever
  const now = [...(ever ?? []), ...added]
  setEver(now)
  return now
}

function Favourites() {
  const ids = useEverKept()
  const locale = useLocale()
  const isOffline = useConnection()._tag === "Offline"
  const empty = (
    <EmptyState
      heading={m.favourites_empty_heading()}
      text={m.favourites_empty()}
      action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
    />
  )
  if (ids === null) {
    return isOffline ? <Banner tone="info">{m.grid_offline()}</Banner> : <GridSkeleton />
  }
  if (ids.length === 0) return empty
  return <PerformerGrid source={favouritesSource(ids, locale)} whenEmpty={empty} />
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
