/**
 * The search field's form: it leads to the page of results. Without script the browser sends it, so it carries the
 * tracking parameters as fields (ROUTE-44); with script it navigates without a new document.
 */
"use no memo"

import { useLocation, useRouter } from "@tanstack/react-router"
import type { SubmitEvent } from "react"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { namedSearch } from "./results-address.ts"

export const useResultsForm = (typed: string, onSent: () => void) => {
  const router = useRouter()
  const locale = useLocale()
  const prefix = useLocation({ select: ({ pathname }) => linkLocale(pathname, locale) })
  const to = { to: ROUTE_OF["search-results"], params: { locale: prefix } } as const
  const [action, query] = router.buildLocation(to).publicHref.split("?")
  return {
    action,
    fields: [...new URLSearchParams(query)],
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault()
      if (typed.trim() === "") return
      void router.navigate({ ...to, search: namedSearch(typed) })
      onSent()
    },
  }
}
