/**
 * The bar below the header: home, the other entries of the models and the search for a name. It omits pages that do
 * not exist (SHELL-43), free chat (SHELL-44) and pages that the brand switched off; favourites are for members only.
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
import { SearchBar } from "../search/search-bar.tsx"
import { useCurrentPage } from "../category/use-current-page.ts"
import "./main-navigation.css"

/** The categories that are entries here if they exist; the bar above the list has all categories. */
const ENTRIES = ["new-cams", "toy-shows"] as const

/** The performers are on the home page, so the entry for home is also marked on the favourites page. */
const alsoHome = ({ page }: PageMatch) =>
  page === "favourites" ? ({ "aria-current": "true" } as const) : {}

/** On the home page itself the entry scrolls down to the list. */
const TO_LIST = {
  resetScroll: false,
  onClick: () => {
    document.querySelector(".home-grid")?.scrollIntoView()
  },
} as const

/** Scrolls the row to its current entry where the row is wider than the window. */
const useCurrentInSight = () => {
  const row = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!row.current || !current) return
    // Not `scrollIntoView`, which would scroll the page as well.
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
        <div className="main-navigation__search">
          <SearchBar />
        </div>
      </div>
    </div>
  )
}
