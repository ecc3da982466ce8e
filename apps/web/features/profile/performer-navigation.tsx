/**
 * Navigation between performers: back to the list, the previous one, this one with the heart, the next one
 * (PROFILE-08).
 */
import { useRouter } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight, LayoutGrid } from "lucide-react"
import type { MouseEvent } from "react"
import type { PerformerName, PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { FavouriteButton } from "../favourites/favourite-button.tsx"
import { StatusChip } from "../performers/status-chip.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { fromTheSameList, stepsToList } from "../performers/list-entry.ts"
import { useNeighbours } from "./use-neighbours.ts"

interface NeighbourProps {
  readonly neighbour: PerformerName | null
  readonly side: "previous" | "next"
}

const SIDES = {
  previous: { Icon: ChevronLeft, label: m.profile_previous },
  next: { Icon: ChevronRight, label: m.profile_next },
} as const

/** Without a neighbour its space stays reserved, so that nothing shifts. */
function Neighbour({ neighbour, side }: NeighbourProps) {
  const { Icon, label } = SIDES[side]
  if (neighbour === null) return <span className="performer-nav__side" aria-hidden="true" />
  return (
    <SiteLink
      page="profile-model"
      params={{ model: neighbour.username }}
      state={fromTheSameList}
      className={`performer-nav__side performer-nav__side--${side}`}
      aria-label={label({ name: neighbour.username })}
    >
      <Icon size={22} aria-hidden="true" className="performer-nav__arrow" />
      <span className="performer-nav__name" translate="no">
        {neighbour.username}
      </span>
    </SiteLink>
  )
}

/**
 * Goes back to the list as it was left, if this tab came from one; a press that opens another tab leads to the home
 * page.
 */
const useBackToList = () => {
  const router = useRouter()
  return (event: MouseEvent) => {
    const steps = stepsToList(router.history.location.state)
    if (steps === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.go(steps)
  }
}

export function PerformerNavigation({ profile }: { readonly profile: PerformerProfile }) {
  const { performerId, username, onlineStatus } = profile
  const { previous, next } = useNeighbours(performerId)
  const backToList = useBackToList()
  return (
    <div className="performer-nav">
      <nav className="performer-nav__row" aria-label={m.profile_navigation()}>
        <Neighbour neighbour={previous} side="previous" />
        <div className="performer-nav__middle">
          <div className="performer-nav__who">
            <h1 tabIndex={-1} translate="no">
              {username}
            </h1>
            <FavouriteButton performerId={performerId} username={username} size="profile" />
          </div>
          <StatusChip status={onlineStatus} />
        </div>
        <Neighbour neighbour={next} side="next" />
      </nav>
      <SiteLink page="home" className="performer-nav__list" onClick={backToList}>
        <LayoutGrid size={16} aria-hidden="true" />
        <TextRun>{m.profile_back_to_list()}</TextRun>
      </SiteLink>
    </div>
  )
}
