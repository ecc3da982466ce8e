/**
 * Continues a guest's intent after log-in or registration: it opens the intended members' page, or adds the
 * performer whose heart was pressed. Closing the dialog drops the intent.
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
  // The intent may exist before the dialog shows, while the document hydrates.
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
