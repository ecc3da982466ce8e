/**
 * Over the picture of a profile: the way back to the list, the name with the heart, her status, and at the edges the
 * previous and the next performer (PROFILE-08).
 */
import { useRouter } from "@tanstack/react-router"
import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react"
import type { MouseEvent } from "react"
import type { PerformerName, PerformerProfile } from "@foldcast/contracts/queries/performers"
import { paidModeOf } from "@foldcast/folds/paid-for"
import { m } from "@foldcast/messages/messages"
import { useSite } from "../../runtime/react.tsx"
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

function Neighbour({ neighbour, side }: NeighbourProps) {
  const { Icon, label } = SIDES[side]
  if (neighbour === null) return null
  return (
    <SiteLink
      page="profile-model"
      params={{ model: neighbour.username }}
      state={fromTheSameList}
      className={`performer-nav__side performer-nav__side--${side}`}
      aria-label={label({ name: neighbour.username })}
    >
      <Icon size={28} aria-hidden="true" className="performer-nav__arrow" />
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
  const paidMode = useSite(({ room }) =>
    room?.performerId === performerId ? paidModeOf(room) : null,
  )
  return (
    <nav className="performer-nav ui-dark" aria-label={m.profile_navigation()}>
      <div className="performer-nav__head">
        <SiteLink
          page="home"
          className="performer-nav__list"
          aria-label={m.profile_back_to_list()}
          onClick={backToList}
        >
          <ArrowLeft size={22} aria-hidden="true" className="performer-nav__arrow" />
        </SiteLink>
        <h1 tabIndex={-1} translate="no">
          {username}
        </h1>
        <FavouriteButton performerId={performerId} username={username} size="profile" />
        <StatusChip
          // Another status is another chip: at the line's end none moves another.
          key={`${onlineStatus} ${paidMode ?? ""}`}
          status={onlineStatus}
          isPrivate={paidMode === "chat"}
        />
      </div>
      {/* One press beside the picture would end what is paid for. */}
      {paidMode === null && <Neighbour neighbour={previous} side="previous" />}
      {paidMode === null && <Neighbour neighbour={next} side="next" />}
    </nav>
  )
}
