/**
 * The result of a favourite command of this tab, in one polite live region. "Kept" and "removed" show for three
 * seconds, longer while the notice has focus or a pointer; a refusal stays until it is dismissed or another command
 * is sent (PROFILE-13). Changes from other tabs show in the hearts only.
 */
"use no memo"

import { CircleCheck, TriangleAlert } from "lucide-react"
import { useEffect, useState } from "react"
import { favouriteRefusal, lastFavouriteChange } from "@foldcast/folds/favourites"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"
import { type FavouriteNews, newsText } from "./favourite-news.ts"
import "./favourite-notice.css"

/** Source: PROFILE-13. */
const SHOWN_MS = 3_000

/** The news since the first render; null: none, or it was dismissed. */
const useNews = () => {
  const change = useSite(lastFavouriteChange)
  const refusal = useSite(favouriteRefusal)
  const [known, setKnown] = useState({ change, refusal })
  const [news, setNews] = useState<FavouriteNews | null>(null)
  if (known.change !== change || known.refusal !== refusal) {
    setKnown({ change, refusal })
    if (refusal !== null && refusal !== known.refusal) {
      setNews({ _tag: "Refused", label: refusal.label })
    } else if (change !== null && change !== known.change) {
      setNews({ _tag: change.isFavourite ? "Kept" : "Removed" })
    } else setNews(null)
  }
  return [news, setNews] as const
}

export function FavouriteNotice() {
  const [news, setNews] = useNews()
  const [isHeld, setHeld] = useState(false)
  const passes = news !== null && news._tag !== "Refused" && !isHeld
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => {
      setNews(null)
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [passes, news, setNews])
  const isRefusal = news?._tag === "Refused"
  const Icon = isRefusal ? TriangleAlert : CircleCheck
  const hold = () => {
    setHeld(true)
  }
  const release = () => {
    setHeld(false)
  }
  return (
    // The live region exists before its text, so that screen readers announce the text.
    <div
      role="status"
      className={classNames(
        "favourite-notice",
        news === null ? "favourite-notice--empty" : "ui-banner ui-raised",
        news !== null && (isRefusal ? "ui-banner--warning" : "ui-banner--success"),
      )}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {news !== null && (
        <>
          <Icon size={20} aria-hidden="true" className="ui-banner__icon" />
          <div className="ui-banner__text">
            <TextRun>{newsText(news)}</TextRun>
          </div>
          <DismissButton
            onPress={() => {
              setNews(null)
              release()
            }}
          />
        </>
      )}
    </div>
  )
}
