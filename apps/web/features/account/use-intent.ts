/**
 * Continues what a guest wanted after log-in or registration: it opens the intended members' page, adds the performer
 * whose heart was pressed, or sets the alert that was asked for. Closing the dialog drops it. What was wanted in a room
 * is the room's (use-room-intent.ts).
 */
"use no memo"

import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { isMember } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { readIntent, wantIntent } from "../../runtime/intent.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"

export const useIntent = (): void => {
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
    const intent = readIntent()
    if (!isOver || intent === null || intent._tag === "Room") return
    wantIntent(null)
    if (!isKnown) return
    if (intent._tag === "Favourite") {
      send({ _tag: "AddFavourite", performerId: intent.performerId })
      return
    }
    if (intent._tag === "LiveAlert") {
      send({ _tag: "SetLiveAlert", performerId: intent.performerId, isOn: true })
      return
    }
    const params = { locale: linkLocale(router.state.location.pathname, locale) }
    void router.navigate({ to: ROUTE_OF[intent.page], params })
  }, [isKnown, isChoosing, locale, router, send])
}
