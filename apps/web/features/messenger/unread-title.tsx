/**
 * How many messages are unread, in the tab's title and on the installed site's icon: gone as soon as they are read,
 * here or elsewhere. Before the title that the page has.
 */
"use no memo"

import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"

const COUNT = /^\(\d+\+?\) /u
const MOST_SHOWN = 99

const unreadOf = ({ unreadMessages }: SiteState): number => unreadMessages ?? 0

const badge = async (count: number): Promise<void> => {
  try {
    if (!("setAppBadge" in navigator)) return
    await (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count))
  } catch {
    // A browser may refuse a badge to a page that is not installed.
  }
}

export function UnreadTitle() {
  const router = useRouter()
  const count = useSite(unreadOf)
  useEffect(() => {
    const show = () => {
      const shown = count > MOST_SHOWN ? `${String(MOST_SHOWN)}+` : String(count)
      const title = document.title.replace(COUNT, "")
      document.title = count === 0 ? title : `(${shown}) ${title}`
    }
    show()
    void badge(count)
    return router.subscribe("onRendered", show)
  }, [count, router])
  return null
}
