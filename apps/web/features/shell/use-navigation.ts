/**
 * The side effects of a page change: the log receives the new page, the previous page is stored, and screen readers
 * announce the new page. Going back restores the page's position.
 */
"use no memo"

import {
  type ParsedLocation,
  useElementScrollRestoration,
  useLocation,
  useRouter,
} from "@tanstack/react-router"
import { useEffect, useEffectEvent, useRef } from "react"
import { MAX_PATH, MAX_PATH_PARAM } from "@foldcast/contracts/client-facts/path-bounds"
import { routeName } from "@foldcast/rules/page-routes"
import { parsedUrl } from "@foldcast/rules/parsed-url"
import { useRuntime } from "../../runtime/react.tsx"
import { cameByLogOut } from "../../runtime/log-out-reason.ts"
import { previousRouteStore } from "../../runtime/stores/previous-route.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { pageAt } from "../category/use-current-page.ts"
import { restoreHistoryPosition, focusHeading } from "./history-position.ts"

/** The page of this site that led to this document; null where it came from another site, or from itself. */
export const cameFrom = (referrer: string, origin: string, path: string): string | null => {
  const url = parsedUrl(referrer)
  return url === null || url.origin !== origin || url.pathname === path ? null : url.pathname
}

/**
 * The router stores a position only for scrolling since its last render. This event also stores the position of a
 * visitor who scrolled only during hydration.
 */
const rememberPlace = () => {
  if (scrollY > 0) document.dispatchEvent(new Event("scroll"))
}

export const useNavigation = () => {
  const router = useRouter()
  const runtime = useRuntime()
  const locale = useLocale()
  const shown = useRef<string | null>(null)
  // The position is read during render, so this component renders with every history entry.
  useLocation({ select: ({ state }) => state.__TSR_key })
  const kept = useElementScrollRestoration({ getElement: () => window })
  const comeBack = useEffectEvent((left: string | null) =>
    restoreHistoryPosition({ place: kept?.scrollY ?? null, left }),
  )
  useEffect(() => {
    // A new document may be a reloaded one.
    let isReturn = true
    let stopLooking = () => {}
    const tell = ({ pathname }: Pick<ParsedLocation, "pathname">) => {
      if (shown.current === pathname) return
      // A visitor who goes back during hydration is already on the way to another page.
      const isLast = pathname === router.latestLocation.pathname
      const before = cameByLogOut() ? "" : document.referrer
      const left = shown.current ?? cameFrom(before, location.origin, pathname)
      if (left !== null) previousRouteStore.write(left)
      if (isReturn && isLast) stopLooking = comeBack(shown.current)
      else if (shown.current !== null) focusHeading()
      shown.current = pathname
      const { page, params } = pageAt(pathname, runtime.pageAnswers)
      runtime.dispatch({
        _tag: "Navigated",
        path: pathname.slice(0, MAX_PATH),
        routeName: routeName(page, locale),
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, value.slice(0, MAX_PATH_PARAM)]),
        ),
      })
    }
    tell(router.state.resolvedLocation ?? router.state.location)
    rememberPlace()
    const stopRemembering = router.subscribe("onRendered", () => {
      stopRemembering()
      rememberPlace()
    })
    const stops = [
      stopRemembering,
      router.subscribe("onRendered", ({ toLocation }) => tell(toLocation)),
      router.history.subscribe(({ action }) => {
        if (action.type !== "REPLACE") stopLooking()
        isReturn = action.type !== "PUSH" && action.type !== "REPLACE"
      }),
    ]
    return () => {
      stopLooking()
      for (const stop of stops) stop()
    }
  }, [router, runtime, locale])
}
