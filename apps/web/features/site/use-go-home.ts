/** Navigates to the home page in the page's language, with the tracking parameters. */
"use no memo"

import { useRouter } from "@tanstack/react-router"
import { useLocale } from "./page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "./page-target.ts"

export const useGoHome = (): (() => void) => {
  const router = useRouter()
  const locale = useLocale()
  return () => {
    const params = { locale: linkLocale(router.state.location.pathname, locale) }
    void router.navigate({ to: ROUTE_OF.home, params, replace: true })
  }
}
