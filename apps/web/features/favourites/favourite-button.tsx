/**
 * The heart button that adds a performer to the favourites. It updates optimistically and reverts when the command
 * is refused (favourite-notice.tsx says so); after a failure it is disabled for three seconds. A guest, who has no
 * favourites, is asked to register first; then the performer is added (PROFILE-11, PROFILE-12).
 */
import { Heart } from "lucide-react"
import { memo, useEffect, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { classNames } from "@foldcast/ui/class-names"
import { askToLogInFor } from "../../runtime/intent.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { useApproachDialog } from "../site/use-dialog-opener.ts"
import type { HeartRefusal } from "./hearts.ts"
import { useHeart } from "./use-heart.ts"
import "./favourite-button.css"

/** Source: PROFILE-12. */
const RESTS_MS = 3_000

/** Whether a failure for this performer happened less than three seconds ago, while this component was mounted. */
const useRest = (refusal: HeartRefusal | null): boolean => {
  const [seen, setSeen] = useState(refusal)
  const [rests, setRests] = useState(false)
  if (refusal !== null && refusal !== seen) {
    setSeen(refusal)
    setRests(true)
  }
  useEffect(() => {
    if (!rests) return
    const timer = setTimeout(() => {
      setRests(false)
    }, RESTS_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [rests, seen])
  return rests
}

export interface FavouriteButtonProps {
  readonly performerId: string
  readonly username: string
  readonly size?: "card" | "profile"
}

/** Memoized: a card renders with every status, its heart only when the heart changes. */
export const FavouriteButton = memo(function FavouriteButton({
  performerId,
  username,
  size = "card",
}: FavouriteButtonProps) {
  const runtime = useRuntime()
  const { standing, refusal } = useHeart(performerId)
  const hasMember = standing !== "guest"
  const isKept = standing === "kept"
  const rests = useRest(refusal)
  const approachDialog = useApproachDialog()
  const approach = () => {
    if (!hasMember) approachDialog("register")
  }
  return (
    <button
      type="button"
      className={classNames(
        "favourite-button needs-script",
        `favourite-button--${size}`,
        isKept && "favourite-button--kept",
      )}
      aria-label={m.favourite_keep({ name: username })}
      {...(hasMember ? { "aria-pressed": isKept } : { "aria-haspopup": "dialog" })}
      // Not `disabled`: keyboard focus would be lost.
      aria-disabled={rests}
      onPointerEnter={approach}
      onFocus={approach}
      onClick={({ currentTarget }) => {
        if (rests) return
        // Some browsers do not focus a clicked button; a dialog restores the focus to the element that had it.
        currentTarget.focus()
        if (hasMember)
          runtime.send({ _tag: isKept ? "RemoveFavourite" : "AddFavourite", performerId })
        else askToLogInFor({ _tag: "Favourite", performerId, name: username }, runtime)
      }}
    >
      <Heart size={22} aria-hidden="true" className="favourite-button__heart" />
    </button>
  )
})
