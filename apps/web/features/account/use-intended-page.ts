/**
 * Leads a guest who wanted a page for members on to it after they have logged in or registered, and keeps the
 * performer whose heart they pressed. Whoever closes the window instead wanted nothing any more.
 */
import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { isMember } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { takeIntent } from "../../runtime/intended-page.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"

export const useIntendedPage = (): void => {
  const { send } = useRuntime()
  const router = useRouter()
  const locale = useLocale()
  const isKnown = useSite(isMember)
  const isChoosing = useSite(openDialog) !== null
  // The page may be wanted before the window is shown, while the document still comes to life.
  const wasChoosing = useRef(false)
  useEffect(() => {
    const isOver = isKnown || (wasChoosing.current && !isChoosing)
    wasChoosing.current = isChoosing
    const intent = isOver ? takeIntent() : null
    if (intent === null || !isKnown) return
    const { page } = intent
    if (page === undefined) send({ _tag: "AddFavourite", performerId: intent.performerId })
    else {
      const params = { locale: linkLocale(router.state.location.pathname, locale) }
      void router.navigate({ to: ROUTE_OF[page], params })
    }
  }, [isKnown, isChoosing, locale, router, send])
}
