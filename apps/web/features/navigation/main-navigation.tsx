/**
 * The bar under the header: home, and beside it the models' own entries. Entries of pages that do not exist
 * are not there (SHELL-43), free chat is left out of it (SHELL-44), and so is what the brand switched off;
 * favourites are a member's.
 */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import type { PageMatch } from "@foldcast/rules/page-routes"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { categoryOf } from "../category/categories.ts"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { useCurrentPage } from "../category/use-current-page.ts"
import "./main-navigation.css"

/** The categories that are entries here, where there are such; all of them are in the bar above the list. */
const ENTRIES = ["new-cams", "toy-shows"] as const

/** Home is where the performers are, so the favourites belong to it; they are a page of their own. */
const alsoHome = ({ page }: PageMatch) =>
  page === "favourites" ? ({ "aria-current": "true" } as const) : {}

/** On the home page itself it leads down to them. */
const TO_LIST = {
  resetScroll: false,
  onClick: () => {
    document.querySelector(".home-grid")?.scrollIntoView()
  },
} as const

/** The row as it stands under the page: its own entry is in sight where the row is wider than the window. */
const useCurrentInSight = () => {
  const row = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!row.current || !current) return
    // Not `scrollIntoView`, which would move the page as well.
    const spare = (row.current.clientWidth - current.offsetWidth) / 2
    row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - spare
  }, [pathname])
  return row
}

function ModelsNavigation() {
  const { pageAnswers } = useRuntime()
  const row = useCurrentInSight()
  const locale = useLocale()
  const isPageOn = useIsPageOn()
  const isHome = useCurrentPage().page === "home"
  const hasFavourites = useSite(isMember) && isPageOn("favourites")
  const entries = isPageOn("category")
    ? ENTRIES.flatMap((slug) => categoryOf(pageAnswers, slug) ?? [])
    : []
  return (
    <nav ref={row} aria-label={m.nav_models()} className="main-navigation__links">
      <SiteLink page="home" isAlias {...(isHome && TO_LIST)}>
        {m.nav_all_models()}
      </SiteLink>
      {entries.map(({ slug, meta }) => (
        <SiteLink key={slug} page="category" params={{ slug }}>
          {meta[locale].name}
        </SiteLink>
      ))}
      {hasFavourites && <SiteLink page="favourites">{m.member_favourites()}</SiteLink>}
    </nav>
  )
}

export function MainNavigation() {
  const here = useCurrentPage()
  return (
    <div className="main-navigation">
      <div className="site-width main-navigation__row">
        <nav aria-label={m.nav_main()} className="main-navigation__home">
          <SiteLink page="home" {...alsoHome(here)}>
            {m.nav_home()}
          </SiteLink>
        </nav>
        <ModelsNavigation />
      </div>
    </div>
  )
}
