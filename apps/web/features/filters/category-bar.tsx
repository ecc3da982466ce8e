/** All categories in a scrolling row, sorted by position; the current one is marked and scrolled into view. */
import { useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { useCategories } from "../category/use-categories.ts"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

const useCurrentInSight = (slug: string | null) => {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]")
    if (row.current === null || current === null || current === undefined) return
    row.current.scrollLeft =
      current.offsetLeft -
      row.current.offsetLeft -
      (row.current.clientWidth - current.clientWidth) / 2
  }, [slug])
  return row
}

export function CategoryBar({ category }: { readonly category: string | null }) {
  const locale = useLocale()
  const categories = useCategories()
  const row = useCurrentInSight(category)
  const isOn = useIsPageOn()("category")
  const shown = isOn ? categories : []
  return (
    <nav ref={row} aria-label={m.nav_categories()} className="category-bar">
      <SiteLink page="home">{m.nav_all_models()}</SiteLink>
      {shown.map(({ slug, meta }) => (
        <SiteLink key={slug} page="category" params={{ slug }}>
          {meta[locale].name}
        </SiteLink>
      ))}
    </nav>
  )
}
