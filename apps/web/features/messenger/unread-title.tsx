/**
 * How many messages are unread, in the tab's title and on the installed site's icon: gone as soon as they are read,
 * here or elsewhere. Before the title that the page has.
 */
"use no memo"

import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { unreadMessages } from "@foldcast/folds/unread-messages"
import { useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { cappedCount } from "./capped-count.ts"

const COUNT = /^\(\d+\+?\) /u

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
  const locale = useLocale()
  const count = useSite(unreadMessages)
  useEffect(() => {
    const show = () => {
      const title = document.title.replace(COUNT, "")
      document.title = count === 0 ? title : `(${cappedCount(count, locale)}) ${title}`
    }
    show()
    void badge(count)
    return router.subscribe("onRendered", show)
  }, [count, locale, router])
  return null
}
