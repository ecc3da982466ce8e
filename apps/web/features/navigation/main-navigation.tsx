/**
 * The bar under the header: home, the categories, and the filters. Entries of pages that do not exist are
 * not there (decisions, 33); categories that the brand switched off neither.
 */
import { ListFilter } from "lucide-react"
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { CATALOGUE_CATEGORIES } from "@foldcast/rules/categories"
import type { PageMatch } from "@foldcast/rules/page-routes"
import { Button } from "@foldcast/ui/button.tsx"
import { CATEGORY_TEXTS } from "../category/category-texts.ts"
import { lazyOverlay } from "../site/lazy-overlay.ts"
import { OverlayBoundary } from "../site/overlay-boundary.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { useCurrentPage } from "../site/use-current-page.ts"
import "./main-navigation.css"

const filters = lazyOverlay(async () => (await import("./filters-drawer.tsx")).FiltersDrawer)

function Filters() {
  const [isOpen, setOpen] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const Drawer = filters.Component
  return (
    <>
      <Button
        variant="quiet"
        className="main-navigation__filters needs-script"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={filters.approach}
        onFocus={filters.approach}
        onPress={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        <ListFilter size={18} aria-hidden="true" />
        {m.nav_filters()}
      </Button>
      {isMounted && (
        <OverlayBoundary>
          <Drawer
            isOpen={isOpen}
            onClose={() => {
              setOpen(false)
            }}
          />
        </OverlayBoundary>
      )}
    </>
  )
}

/** Home is where the performers are, so the favourites belong to it. */
const alsoHome = ({ page }: PageMatch) =>
  page === "favourites" ? ({ "aria-current": "page" } as const) : {}

export function MainNavigation() {
  const { disabledRoutes } = usePageFrame().brand
  const here = useCurrentPage()
  const categories = disabledRoutes.includes("category") ? [] : CATALOGUE_CATEGORIES
  return (
    <div className="main-navigation">
      <div className="site-width main-navigation__row">
        <nav aria-label={m.nav_main()} className="main-navigation__links">
          <SiteLink page="home" {...alsoHome(here)}>
            {m.nav_home()}
          </SiteLink>
          {categories.map((slug) => (
            <SiteLink key={slug} page="category" params={{ slug }}>
              {CATEGORY_TEXTS[slug].name()}
            </SiteLink>
          ))}
        </nav>
        <Filters />
      </div>
    </div>
  )
}
