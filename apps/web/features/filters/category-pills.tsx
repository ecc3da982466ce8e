/**
 * Links in the filters on a phone: all performers, the highlighted categories and a member's favourites. Each has a
 * picture: the category's own, or an icon.
 */
import { Heart, LayoutGrid, MessageCircle, Sparkles, UsersRound, Zap } from "lucide-react"
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useCategories } from "../category/use-categories.ts"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

/** By the performer service's keys. */
const ICONS: Readonly<Record<string, typeof Heart>> = {
  free: MessageCircle,
  toy: Zap,
  new: Sparkles,
  young: UsersRound,
}

function Picture({ url, Icon }: { readonly url: string | null; readonly Icon: typeof Heart }) {
  return (
    <span className="category-pill__picture" aria-hidden="true">
      {url === null ? (
        <Icon size={22} />
      ) : (
        <img src={imageUrlAt(url, "200x150")} alt="" width={200} height={150} loading="lazy" />
      )}
    </span>
  )
}

export function CategoryPills({ onChosen }: { readonly onChosen: () => void }) {
  const locale = useLocale()
  const isPageOn = useIsPageOn()
  const categories = useCategories()
  const hasFavourites = useSite(isMember) && isPageOn("favourites")
  const highlighted = isPageOn("category")
    ? categories.filter(({ highlight }) => highlight.active)
    : []
  return (
    <nav aria-label={m.nav_categories()} className="category-pills">
      <SiteLink page="home" className="category-pill" onClick={onChosen}>
        <Picture url={null} Icon={LayoutGrid} />
        <TextRun>{m.nav_all_models()}</TextRun>
      </SiteLink>
      {highlighted.map(({ slug, key, meta }) => (
        <SiteLink
          key={slug}
          page="category"
          params={{ slug }}
          className="category-pill"
          onClick={onChosen}
        >
          <Picture
            url={meta[locale].mobileImageBg}
            Icon={(Object.hasOwn(ICONS, key) ? ICONS[key] : undefined) ?? UsersRound}
          />
          <TextRun>{meta[locale].name}</TextRun>
        </SiteLink>
      ))}
      {hasFavourites && (
        <SiteLink page="favourites" className="category-pill" onClick={onChosen}>
          <Picture url={null} Icon={Heart} />
          <TextRun>{m.member_favourites()}</TextRun>
        </SiteLink>
      )}
    </nav>
  )
}
