/** The site's rows: navigation, categories, chosen filters, credits. Their markup, since they follow an address. */
import { ChevronDown, X } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { CreditsButton } from "../features/header/credits-button.tsx"
import "../features/filters/filters.css"
import "../features/filters/grid-toolbar.css"
import "../features/header/header.css"
import "../features/navigation/main-navigation.css"
import { Sample } from "./sample.tsx"

const PAGES = [m.nav_home, m.nav_all_models, m.member_favourites] as const

function Links({ className }: { readonly className: string }) {
  return (
    <nav className={className} aria-label={className}>
      {PAGES.map((name, at) => (
        <a key={name()} href="#bars" aria-current={at === 1 ? "page" : undefined}>
          {name()}
        </a>
      ))}
    </nav>
  )
}

export function BarSamples() {
  return (
    <>
      <Sample state="pages, one current">
        <Links className="main-navigation" />
      </Sample>
      <Sample state="categories, one current">
        <Links className="category-bar" />
      </Sample>
      <Sample state="filters, one chosen">
        <Button className="filter-opener">
          {m.filters_chosen()}
          <span className="filter-opener__count tabular">2</span>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
        <Button className="filter-chip">
          {m.status_free()}
          <X size={16} aria-hidden="true" />
        </Button>
      </Sample>
      <Sample state="credits">
        <CreditsButton />
      </Sample>
      <Sample state="credits, low">
        <Button className="credits-button credits-button--low">120</Button>
      </Sample>
    </>
  )
}
